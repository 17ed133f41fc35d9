import { RemixBrowser } from '@remix-run/react';
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { isolateExtensionNodes } from './browser/extension-nodes';
import { addTexts, createPageI18n } from './browser/page-texts';
import { decodeLoaderData } from './browser/remix-internals';
import { reportUncaught } from './browser/report-error';
import { type Formats, PLAIN_FORMATS } from './domain/formats';
import { FormatsContext } from './features/shell/time/use-formats';
import { TEXT_SETS, type TextSet } from './i18n';

reportUncaught();
// Every page works without these behaviors, so a failure to load them is ignored.
const pageBehaviors = import('./browser/page-behaviors').then(({ installPageBehaviors }) => installPageBehaviors()).catch(() => {});

/** Hydrates the page. If texts fail to load, the server-rendered page still works through its links and forms. */
async function hydrate(): Promise<void> {
  await Promise.all([addTexts('common'), ...ownSets().map((set) => addTexts(set)), decodeLoaderData()]);
  const i18n = createPageI18n(document.documentElement.lang.toLowerCase());
  startTransition(() => {
    const stop = isolateExtensionNodes(document);
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18n}>
        <StrictMode>
          <FormatsContext.Provider value={readFormats()}>
            <HydrationMarker
              tell={() => {
                stop();
                // Signals browser tests that the page is hydrated.
                void pageBehaviors.then(() => Object.assign(window, { isTakenOver: true }));
              }}
            >
              <RemixBrowser />
            </HydrationMarker>
          </FormatsContext.Provider>
        </StrictMode>
      </I18nextProvider>,
    );
  });
}

/** Calls `tell` once after hydration. */
function HydrationMarker({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell]);
  return children;
}

/** Returns the formats that the server rendered the page with. root.tsx writes them. */
function readFormats(): Formats {
  return JSON.parse(document.documentElement.dataset.formats ?? 'null') ?? PLAIN_FORMATS;
}

/** Returns the text sets that the server rendered this page with, except `common`. root.tsx lists them. */
function ownSets(): Array<TextSet> {
  const named = document.body.dataset.texts?.split(' ') ?? [];
  return TEXT_SETS.filter((set) => named.includes(set));
}

void hydrate();
