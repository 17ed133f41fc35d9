import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { publicText, robotsText } from '#app/server/seo.server';

export function loader({ context }: LoaderFunctionArgs) {
  return publicText(robotsText(context), 'text/plain');
}
