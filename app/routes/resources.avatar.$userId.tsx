import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { showPhoto } from '#app/features/children/photo/photo.server';
import { requireParent } from '#app/server/guards.server';

/** Returns a child's photo as bytes (FAM-042). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return showPhoto(request, await requireParent(request, context), params.userId);
}
