import { describe, expect, test } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { LANGUAGES } from '../domain/language.ts';
import { INDEXED_PATHS, robotsText, securityText, sitemapXml } from './seo.server';

const NOW = Date.UTC(2026, 10, 21, 23);

function context(settings: Record<string, string> = {}) {
  const base = webContext();
  return { ...base, env: { ...base.env, ...settings } };
}

describe('seo', () => {
  test("robots.txt allows the public pages and names the sitemap with the installation's own URL", () => {
    const text = robotsText(context());
    expect(text).toContain('Sitemap: https://porchlight.example/sitemap.xml\n');
    const disallowed = [...text.matchAll(/^Disallow: (.+)$/gm)].map((match) => match[1] ?? '');
    expect(disallowed).toContain('/manage');
    expect(INDEXED_PATHS.filter((path) => disallowed.some((other) => path.startsWith(other)))).toEqual([]);
  });

  test('robots.txt disallows every page for logged-in users', () => {
    const isDisallowed = (path: string) => robotsText(context()).includes(`Disallow: ${path}\n`);
    const pages = Object.keys(import.meta.glob('../routes/_app.*.tsx')).map((file) => `/${/_app\.([a-z-]+)/.exec(file)?.[1]}`);
    expect(pages).toContain('/notifications');
    expect(pages.filter((path) => !isDisallowed(path))).toEqual([]);
  });

  test('the sitemap lists each public page without language and in eight languages, each with all alternates', () => {
    const xml = sitemapXml(context());
    const places = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
    expect(places).toHaveLength(INDEXED_PATHS.length * 9);
    expect(places).toContain('https://porchlight.example/signup?lng=zh-tw');
    const [first = ''] = xml.split('</url>');
    expect([...first.matchAll(/hreflang="([^"]+)"/g)].map((match) => match[1])).toEqual(['x-default', ...LANGUAGES]);
  });

  test('the sitemap lists exactly the routes that have a description', () => {
    const sources = import.meta.glob<string>('../routes/*.tsx', { eager: true, query: '?raw', import: 'default' });
    const described = Object.entries(sources).filter(([, source]) => /^export const handle = .*description: '/m.test(source));
    expect(described.map(([file]) => file).sort()).toEqual(['../routes/_index.tsx', '../routes/signup.($groupId).tsx']);
    expect(INDEXED_PATHS).toEqual(['/', '/signup']);
  });

  test.each<[string, Record<string, string>, Array<string>]>([
    ['uses defaults without settings', {}, ['Contact: mailto:security@porchlight.example', 'Expires: 2027-02-19T00:00:00.000Z']],
    [
      'uses the settings',
      { SECURITY_CONTACT: 'https://porchlight.example/report', SECURITY_EXPIRES: '2027-01-01' },
      ['Contact: https://porchlight.example/report', 'Expires: 2027-01-01T00:00:00.000Z'],
    ],
    [
      'uses defaults for invalid settings',
      { SECURITY_CONTACT: 'javascript:alert(1)\nX: y', SECURITY_EXPIRES: 'soon' },
      ['Contact: mailto:security@porchlight.example', 'Expires: 2027-02-19T00:00:00.000Z'],
    ],
  ])('security.txt %s', (_, settings, lines) => {
    expect(securityText(context(settings), NOW)).toBe(
      `${[...lines, 'Canonical: https://porchlight.example/.well-known/security.txt'].join('\n')}\n`,
    );
  });

  test('security.txt of the demonstration says that nobody reads reports sent there', () => {
    expect(securityText(context({ APP_ENV: 'demonstration' }), NOW)).toMatch(/^# A demonstration/);
  });
});
