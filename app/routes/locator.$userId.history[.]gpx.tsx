import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { downloadGpx } from '#app/features/locator/history.server';
import { requireParent } from '#app/server/guards.server';

/** Returns the positions of a device on one day as a GPX file. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return downloadGpx(request, context, await requireParent(request, context), params.userId);
}
