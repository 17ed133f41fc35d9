import { describe, expect, test } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { externalLinks } from './external-links.server.ts';

function linksWith(env: Record<string, string>) {
  const context = webContext();
  return externalLinks({ ...context, env: { ...context.env, ...env } });
}

describe('externalLinks', () => {
  test("returns the installation's own links", () => {
    const settings = {
      PRIVACY_URL: 'https://a.example/p',
      CHILDRENS_PRIVACY_URL: 'https://a.example/c',
      TERMS_URL: 'https://a.example/t?x=1',
    };
    expect(linksWith(settings)).toMatchObject({
      privacy: 'https://a.example/p',
      childrensPrivacy: 'https://a.example/c',
      terms: 'https://a.example/t?x=1',
    });
  });

  test.each([
    ['nothing is set', {}],
    ['the setting is empty', { TERMS_URL: '' }],
    ['the setting is not an absolute URL', { TERMS_URL: '/terms' }],
    ['the setting is not https', { TERMS_URL: 'http://a.example/terms' }],
    ['the setting is a script', { TERMS_URL: 'javascript:alert(1)' }],
  ])("returns the project's link when %s", (_name, env) => {
    expect(linksWith(env).terms).toBe('https://porchlight.example/terms');
  });
});
