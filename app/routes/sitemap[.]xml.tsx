import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { publicText, sitemapXml } from '#app/server/seo.server';

export function loader({ context }: LoaderFunctionArgs) {
  return publicText(sitemapXml(context), 'application/xml');
}
