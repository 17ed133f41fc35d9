import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { showMapPicture } from '#app/features/locator/map-picture.server';

/** Returns the map of a view as a picture, for pages without JavaScript (A56). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return showMapPicture(request, context);
}
