import { RemixBrowser } from '@remix-run/react';
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { isolateExtensionNodes } from './browser/extension-nodes';
import { addTexts, createPageI18n } from './browser/page-texts';
import { reportUncaught } from './browser/report-error';
import { type Formats, PLAIN_FORMATS } from './domain/formats';
import { FormatsContext } from './features/shell/time/use-formats';
import { TEXT_SETS, type TextSet } from './i18n';

reportUncaught();
// What makes every page better and none work: without it the page goes on as it is.
const pageBehaviors = import('./browser/page-behaviors').then(({ installPageBehaviors }) => installPageBehaviors()).catch(() => {});

/** Without texts nothing comes alive: the page that the server wrote stays, and works by its links and forms. */
async function hydrate(): Promise<void> {
  await Promise.all([addTexts('common'), ...ownSets().map((set) => addTexts(set)), readData()]);
  const i18n = createPageI18n(document.documentElement.lang.toLowerCase());
  startTransition(() => {
    const stop = isolateExtensionNodes(document);
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18n}>
        <StrictMode>
          <FormatsContext.Provider value={readFormats()}>
            <TakenOver
              tell={() => {
                stop();
                // Tells browser tests that the script handles this page from now on.
                void pageBehaviors.then(() => Object.assign(window, { isTakenOver: true }));
              }}
            >
              <RemixBrowser />
            </TakenOver>
          </FormatsContext.Provider>
        </StrictMode>
      </I18nextProvider>,
    );
  });
}

/** Tells once that the page was taken over. */
function TakenOver({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell]);
  return children;
}

/** The formats that the server drew the page with: root.tsx wrote them. */
function readFormats(): Formats {
  return JSON.parse(document.documentElement.dataset.formats ?? 'null') ?? PLAIN_FORMATS;
}

/** The sets that the server wrote this page with, besides the common one: root.tsx names them. */
function ownSets(): Array<TextSet> {
  const named = document.body.dataset.texts?.split(' ') ?? [];
  return TEXT_SETS.filter((set) => named.includes(set));
}

/**
 * Remix decodes the loaders' data when it is first drawn, and suspends for it. A tap in that moment is one that React cannot hydrate for
 * (its error 345), so the decoding is set off and awaited before anything is drawn.
 */
async function readData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

void hydrate();
