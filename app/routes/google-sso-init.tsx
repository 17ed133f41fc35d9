import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { startSso } from '#app/features/sso/sso-init.server';

/** Redirects to the provider's sign-in page (2.4.1). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return startSso(request, context, 'google');
}
