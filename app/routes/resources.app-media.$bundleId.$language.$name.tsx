import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { serveAppMedia } from '#app/server/app-media.server';

/** Returns an app's logo, screenshot or video as bytes (APPS-020, APPS-021, APPS-026). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return serveAppMedia(request, context, params);
}
