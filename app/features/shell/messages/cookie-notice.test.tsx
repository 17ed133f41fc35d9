import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { CookieNotice } from './cookie-notice';

afterEach(cleanup);

describe('CookieNotice', () => {
  // On https, cookie names have a prefix that binds them to the host (A30).
  test.each([
    [
      'https://porchlight.example',
      [
        '__Host-session',
        '__Host-flow',
        '__Host-toast',
        '__Host-endpoint',
        '__Host-known',
        '__Host-sso',
        '__Host-sso_signup',
        '__Host-forgot',
      ],
    ],
    ['http://localhost:8787', ['session', 'flow', 'toast', 'endpoint', 'known', 'sso', 'sso_signup', 'forgot']],
  ])('lists cookies on %s by the names that the browser shows', async (publicUrl, names) => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    const Stub = createRemixStub([{ id: 'root', path: '/', Component: CookieNotice, loader: () => ({ publicUrl }) }]);
    render(
      <I18nextProvider i18n={i18n}>
        <Stub hydrationData={{ loaderData: { root: { publicUrl } } }} />
      </I18nextProvider>,
    );
    const notice = await screen.findByRole('region', { name: 'Cookies' });
    const shown = [...notice.querySelectorAll('code')].map(({ textContent }) => textContent);
    const choices = ['toast_shown', 'lng', 'theme', 'menu', 'cookieNoticeAccepted'];
    expect(shown.toSorted()).toEqual([...names, ...choices].toSorted());
  });
});
