import type { AppLoadContext } from '@remix-run/cloudflare';
import { LANGUAGE_PARAMETER, LANGUAGES } from '../domain/language.ts';

/** The pages that search engines may show. Whoever gives a route a `handle.description` names it here; its test compares. */
export const INDEXED_PATHS: ReadonlyArray<string> = ['/', '/signup'];

/** Signed-in places and what only programs fetch: nothing there is for a search engine. */
const DISALLOWED = [
  '/manage',
  '/my-family',
  '/connect',
  '/pair',
  '/subscription',
  '/account',
  '/verify',
  '/forgot',
  '/reset',
  '/undo-email',
  '/logout',
  '/google-sso-init',
  '/google-sso-redirect',
  '/apple-sso-init',
  '/apple-sso-redirect',
  '/mailbox',
  '/error',
  '/resources',
];

const DAY_MS = 86_400_000;
/** security.txt is written when it is asked for, so it is never older than that; RFC 9116 wants less than a year. */
const SECURITY_LIFE_DAYS = 90;

/** robots.txt: the public pages are welcome. */
export function robotsText({ env }: AppLoadContext): string {
  const lines = ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${env.PUBLIC_URL}/sitemap.xml`];
  return `${lines.join('\n')}\n`;
}

/** sitemap.xml: each public page in the reader's own language (x-default) and in each of the eight, all of them naming each other. */
export function sitemapXml({ env }: AppLoadContext): string {
  const urls = INDEXED_PATHS.flatMap((path) => {
    const plain = env.PUBLIC_URL + path;
    const versions = LANGUAGES.map((language) => ({ language, url: `${plain}?${LANGUAGE_PARAMETER}=${language}` }));
    const links = [{ language: 'x-default', url: plain }, ...versions].map(
      ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`,
    );
    return [plain, ...versions.map(({ url }) => url)].map((url) => `<url><loc>${url}</loc>${links.join('')}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}

/**
 * security.txt (RFC 9116). SECURITY_CONTACT is a `mailto:` or `https:` address, else the role mailbox that RFC 2142 gives every host;
 * SECURITY_EXPIRES a date, else 90 days from now. The demonstration says that nobody reads it. `now` is epoch ms.
 */
export function securityText({ env }: AppLoadContext, now: number): string {
  const { SECURITY_CONTACT = '', SECURITY_EXPIRES = '', PUBLIC_URL, APP_ENV } = env;
  const contact = /^(?:mailto:|https:)\S+$/.test(SECURITY_CONTACT) ? SECURITY_CONTACT : `mailto:security@${new URL(PUBLIC_URL).hostname}`;
  const said = Date.parse(SECURITY_EXPIRES);
  const expires = Number.isNaN(said) ? now - (now % DAY_MS) + SECURITY_LIFE_DAYS * DAY_MS : said;
  const lines = [
    ...(APP_ENV === 'demonstration' ? ['# A demonstration on one machine: nobody reads what is sent to this address.'] : []),
    `Contact: ${contact}`,
    `Expires: ${new Date(expires).toISOString()}`,
    `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A text that every visitor gets, kept for an hour. */
export function publicText(text: string, type: string): Response {
  return new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' } });
}
