import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { startSso } from '~/features/sso/sso-init.server';

/** Leads to the sign-in page of the provider (2.4.1). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return startSso(request, context, 'google');
}
