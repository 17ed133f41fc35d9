import { RemixBrowser } from '@remix-run/react';
import i18next from 'i18next';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { reportUncaught } from './browser/report-error';
import { i18nOptions } from './i18n';

reportUncaught();

// One chunk per language: the page loads its own only.
const loaders = import.meta.glob<Record<string, unknown>>('../locales/*.json', { import: 'default' });

async function hydrate(): Promise<void> {
  const language = document.documentElement.lang.toLowerCase();
  const load = loaders[`../locales/${language}.json`];
  const common = load === undefined ? {} : await load();
  await i18next.use(initReactI18next).init({ ...i18nOptions, lng: language, resources: { [language]: { common } } });
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18next}>
        <StrictMode>
          <RemixBrowser />
        </StrictMode>
      </I18nextProvider>,
    );
  });
}

void hydrate();
