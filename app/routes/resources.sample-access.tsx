import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { answerSampleAccess } from '#app/features/gallery/pictures/sample-access.server';
import { requireParent } from '#app/server/guards.server';

/** Returns what opens samples: addresses, wrapped keys, sealed details. Called by script. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerSampleAccess(request, await requireParent(request, context));
}
