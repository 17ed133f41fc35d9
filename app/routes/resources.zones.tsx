import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { languageOf } from '~/server/i18n.server';
import { writeZoneOptions } from '~/server/zones.server';

/** The time zones to choose from, for a form that the script draws by itself. They change with a release at most. */
export function loader({ request }: LoaderFunctionArgs) {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, max-age=86400' };
  return new Response(writeZoneOptions(languageOf(request)), { headers });
}
