import type { AppLoadContext } from '@remix-run/cloudflare';
import { LANGUAGE_PARAMETER, LANGUAGES } from '../domain/language.ts';

/** Pages that search engines may index. A route with `handle.description` must be listed here; a test compares them. */
export const INDEXED_PATHS: ReadonlyArray<string> = ['/', '/signup'];

/** Pages for logged-in users and resources for programs, which search engines should skip. */
const DISALLOWED = [
  '/manage',
  '/gallery',
  '/locator',
  '/map',
  '/my-family',
  '/connect',
  '/pair',
  '/subscription',
  '/notifications',
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
/** Days from a request until its security.txt expires. RFC 9116 recommends less than a year. */
const SECURITY_LIFE_DAYS = 90;

/** Returns robots.txt, which allows the public pages. */
export function robotsText({ env }: AppLoadContext): string {
  const lines = ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${env.PUBLIC_URL}/sitemap.xml`];
  return `${lines.join('\n')}\n`;
}

/** Returns sitemap.xml: each public page in the default language (x-default) and in all eight, with alternates. */
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
 * Returns security.txt (RFC 9116). SECURITY_CONTACT is a `mailto:` or `https:` address, by default the role mailbox of RFC 2142.
 * SECURITY_EXPIRES is a date, by default 90 days from `now` (epoch ms). The text of the demonstration says that nobody reads its mailbox.
 */
export function securityText({ env }: AppLoadContext, now: number): string {
  const { SECURITY_CONTACT = '', SECURITY_EXPIRES = '', PUBLIC_URL, APP_ENV } = env;
  const contact = /^(?:mailto:|https:)\S+$/.test(SECURITY_CONTACT) ? SECURITY_CONTACT : `mailto:security@${new URL(PUBLIC_URL).hostname}`;
  const configured = Date.parse(SECURITY_EXPIRES);
  const expires = Number.isNaN(configured) ? now - (now % DAY_MS) + SECURITY_LIFE_DAYS * DAY_MS : configured;
  const lines = [
    ...(APP_ENV === 'demonstration' ? ['# A demonstration on one machine: nobody reads what is sent to this address.'] : []),
    `Contact: ${contact}`,
    `Expires: ${new Date(expires).toISOString()}`,
    `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns a public text response, cached for an hour. */
export function publicText(text: string, type: string): Response {
  return new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' } });
}
