import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { passOnObject } from '#app/features/gallery/pictures/sample-access.server';

/** Returns a sealed object of a sample as bytes. Called by script. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return passOnObject(request, context, params.token ?? '');
}
