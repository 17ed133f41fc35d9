import { expect, test } from 'vitest';
import { webContext } from '../../tests/web-context.ts';
import { childApps, externalLinks } from './external-links.server.ts';

function linksWith(env: Record<string, string>) {
  const context = webContext();
  return externalLinks({ ...context, env: { ...context.env, ...env } });
}

test('an installation names its own pages', () => {
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
  ['it is empty', { TERMS_URL: '' }],
  ['it is no address', { TERMS_URL: '/terms' }],
  ['it is not https', { TERMS_URL: 'http://a.example/terms' }],
  ['it is a script', { TERMS_URL: 'javascript:alert(1)' }],
])('the project’s own stand there where %s', (_name, env) => {
  expect(linksWith(env).terms).toBe('https://porchlight.example/terms');
});

function appsWith(env: Record<string, string>) {
  const context = webContext();
  return childApps({ ...context, env: { ...context.env, ...env } });
}

test('an installation says where the child app for each kind of device is', () => {
  expect(appsWith({})).toEqual({ iOS: null, android: null, other: null });
  const settings = {
    CHILD_APP_URL_IOS: 'https://apps.example/ios',
    CHILD_APP_URL_ANDROID: 'https://a.example/app?id=1',
    CHILD_APP_URL_OTHER: 'http://127.0.0.1:9000/app',
  };
  expect(appsWith(settings)).toEqual({
    iOS: 'https://apps.example/ios',
    android: 'https://a.example/app?id=1',
    other: 'http://127.0.0.1:9000/app',
  });
});

test.each([
  ['http://localhost:9000/app', true],
  ['http://[::1]:9000/app', true],
  ['http://apps.example/app', false],
  ['http://127.0.0.1.apps.example/app', false],
  ['javascript:alert(1)', false],
  ['market://details?id=1', false],
  ['/app', false],
  ['', false],
])('«%s» is taken as the address of a child app: %s', (address, isTaken) => {
  expect(appsWith({ CHILD_APP_URL_ANDROID: address }).android).toBe(isTaken ? address : null);
});
