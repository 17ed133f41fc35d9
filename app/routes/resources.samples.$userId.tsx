import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { answerSampleRows } from '#app/features/gallery/pictures/sample-rows.server';
import { requireParent } from '#app/server/guards.server';

/** Returns the changed screenshots of a child, without keys. Called by script. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerSampleRows(request, await requireParent(request, context), params.userId);
}
