import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { publicText, robotsText } from '~/server/for-the-web.server';

export function loader({ context }: LoaderFunctionArgs) {
  return publicText(robotsText(context), 'text/plain');
}
