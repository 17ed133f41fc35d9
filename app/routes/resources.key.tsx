import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { answerKeyRequest, toKeyFacts } from '~/features/keys/key-exchange.server';
import { requireParent } from '~/server/guards.server';

/** What the browser must know to open the account's key; asked by script. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return Response.json(toKeyFacts(await requireParent(request, context)));
}

/** Signs what the browser asks to be done with the key; it signs nothing itself (A30). */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerKeyRequest(request, context, await requireParent(request, context));
}
