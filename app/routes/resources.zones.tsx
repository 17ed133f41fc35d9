import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { languageOf } from '#app/server/i18n.server';
import { writeZoneOptions } from '#app/server/zones.server';

/** Returns the time zone options for a form rendered by script. Cacheable, because the options change only with a release. */
export function loader({ request }: LoaderFunctionArgs) {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, max-age=86400' };
  return new Response(writeZoneOptions(languageOf(request)), { headers });
}
