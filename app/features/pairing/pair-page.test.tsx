import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { type OpenPairing, PairCode } from './pair-page';

const MIA: OpenPairing = {
  accountId: 'a',
  pairId: 'p1',
  childName: 'Mia',
  os: 'android',
  code: 'ABCD2345',
  codeExpiresAt: 60_000,
  link: 'https://porchlight.example/pairing',
  zone: 'UTC',
  now: 0,
};

const NO_APPS = { apps: { iOS: null, android: null, other: null }, isDemonstration: false };

const Shown = createContext(MIA);
const Stub = createRemixStub([
  { path: '/', Component: () => <PairCode pairing={useContext(Shown)} reply={undefined} source={NO_APPS} token="t" /> },
]);

describe('pair page', () => {
  test('announces a pairing that another window started, but not a new code for the shown pairing', async () => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    const page = (pairing: OpenPairing) => (
      <I18nextProvider i18n={i18n}>
        <Shown.Provider value={pairing}>
          <Stub />
        </Shown.Provider>
      </I18nextProvider>
    );
    const { container, rerender } = render(page(MIA));
    await screen.findByRole('heading');
    rerender(page({ ...MIA, code: 'WXYZ2345' }));
    expect(container.textContent).not.toContain('in another window');
    rerender(page({ ...MIA, pairId: 'p2', childName: 'Ben' }));
    expect(container.textContent).toMatch(/You started pairing a device for .?Ben.? in another window/);
  });
});
