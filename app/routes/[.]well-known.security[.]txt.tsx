import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { publicText, securityText } from '#app/server/seo.server';

export function loader({ context }: LoaderFunctionArgs) {
  return publicText(securityText(context, Date.now()), 'text/plain');
}
