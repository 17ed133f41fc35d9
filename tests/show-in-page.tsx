import { createRemixStub } from '@remix-run/testing';
import { render } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { i18nOptions } from '#app/i18n';
import { english } from './texts.ts';

const Part = createContext<ReactNode>(null);

function Page() {
  return useContext(Part);
}

/** Renders part of a page in English, as the only route of a Remix stub. */
export async function showInPage(part: ReactNode) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: english } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  return render(
    <I18nextProvider i18n={i18n}>
      <Part.Provider value={part}>
        <Stub />
      </Part.Provider>
    </I18nextProvider>,
  );
}
