import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { answerSampleAccess, recordRevealed } from '#app/features/gallery/pictures/sample-access.server';
import { requireParent } from '#app/server/guards.server';

/** Returns what opens samples: addresses, wrapped keys, sealed details. Called by script. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerSampleAccess(request, await requireParent(request, context));
}

/** Records that the parent revealed a blurred screenshot. Called by script. */
export async function action({ request, context }: ActionFunctionArgs) {
  return recordRevealed(request, await requireParent(request, context));
}
