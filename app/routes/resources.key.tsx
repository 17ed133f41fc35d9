import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { answerKeyRequest, toKeyFacts } from '#app/features/keys/key-exchange.server';
import { requireParent } from '#app/server/guards.server';

/** Returns what the browser needs to unlock the account's key. Called by script. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return Response.json(toKeyFacts(await requireParent(request, context)));
}

/** Signs the key operations that the browser requests, because the browser itself cannot sign (A30). */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerKeyRequest(request, context, await requireParent(request, context));
}
