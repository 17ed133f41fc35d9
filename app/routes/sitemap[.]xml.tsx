import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { publicText, sitemapXml } from '~/server/for-the-web.server';

export function loader({ context }: LoaderFunctionArgs) {
  return publicText(sitemapXml(context), 'application/xml');
}
