import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { showMapTile } from '#app/features/locator/map-tile.server';

/** Returns a vector tile of a map source (A56). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return showMapTile(request, context, params);
}
