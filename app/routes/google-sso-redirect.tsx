import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { finishSso } from '#app/features/sso/sso-return.server';

/** Handles the return from Google (2.4.1). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return finishSso(request, context, 'google');
}
