import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { finishSso } from '#app/features/sso/sso-return.server';

/** Handles Google's return with the code in the query (2.4.1). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return finishSso(request, context, 'google');
}
