import { useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { toasts } from '#app/features/shell/messages/toasts';
import { i18nOptions } from '#app/i18n';
import { takeOver } from '#tests/take-over.ts';
import { english as en } from '#tests/texts.ts';
import { NewsCard } from './news-card';

afterEach(() => {
  cleanup();
  for (const { id } of toasts.get()) toasts.drop(id);
});

const REFUSED = { intent: 'news', token: 't', notice: { key: 'error_strings.unknown', params: {}, link: null }, lastResult: null };
const SAVED = { ...REFUSED, notice: null };

type Tap = { news: boolean; by: string | null; token: string; answer: (reply: typeof SAVED | typeof REFUSED) => void };

function Page() {
  return <NewsCard token="t" wantsNews={useLoaderData<{ wantsNews: boolean }>().wantsNews} />;
}

/**
 * Renders the card with an action that waits until the test answers it.
 * @returns the switch, the received taps and a check of their order
 */
async function show(beforeHydration?: () => void) {
  const taps: Array<Tap> = [];
  let wantsNews = false;
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([
    {
      path: '/',
      Component: Page,
      loader: () => ({ wantsNews }),
      action: async ({ request }) => {
        const fields = await request.formData();
        const news = fields.get('news') === 'on';
        return new Promise((resolve) => {
          const answer: Tap['answer'] = (reply) => {
            if (reply.notice === null) wantsNews = news;
            resolve({ ...reply });
          };
          taps.push({ news, by: fields.get('by') as string | null, token: String(fields.get('tap')), answer });
        });
      },
    },
  ]);
  const tree = (
    <I18nextProvider i18n={i18n}>
      <Stub hydrationData={{ loaderData: { '0': { wantsNews } } }} />
    </I18nextProvider>
  );
  if (beforeHydration === undefined) render(tree);
  else takeOver(tree, beforeHydration);
  const news = await screen.findByRole<HTMLInputElement>('switch');
  const expectTaps = (...expected: Array<boolean>) => waitFor(() => expect(taps.map((tap) => tap.news)).toEqual(expected));
  return { news, taps, expectTaps };
}

const newsToasts = () => toasts.get().filter(({ group }) => group === 'news');
const newsToastTexts = () => newsToasts().map(({ tone, text }) => [tone, text]);

describe('NewsCard', () => {
  test('shows the choice before the answer and keeps it after success (PREF-006)', async () => {
    const { news, taps, expectTaps } = await show();
    fireEvent.click(news);
    expect(news.checked).toBe(true);
    await expectTaps(true);
    expect([taps[0]?.by, newsToastTexts()]).toEqual(['script', []]);
    taps[0]?.answer(SAVED);
    await waitFor(() => expect(newsToastTexts()).toEqual([['good', en.toast.saved]]));
    expect(news.checked).toBe(true);
  });

  test('restores the switch and shows an error when the change is refused (PREF-006, RT-033)', async () => {
    const { news, taps, expectTaps } = await show();
    fireEvent.click(news);
    await expectTaps(true);
    taps[0]?.answer(REFUSED);
    await waitFor(() => expect(newsToastTexts()).toEqual([['bad', en.error_strings.unknown]]));
    expect(news.checked).toBe(false);
  });

  test('sends a tap made during a request only after the answer', async () => {
    const { news, taps, expectTaps } = await show();
    fireEvent.click(news);
    await expectTaps(true);
    fireEvent.click(news);
    expect([news.checked, taps.length]).toEqual([false, 1]);
    taps[0]?.answer(SAVED);
    await expectTaps(true, false);
    expect(news.checked).toBe(false);
    expect(taps[0]?.token).not.toBe(taps[1]?.token);
    taps[1]?.answer(SAVED);
    await waitFor(() => expect(newsToastTexts()).toHaveLength(1));
    expect(news.checked).toBe(false);
  });

  test('sends a choice made before hydration once the page is hydrated', async () => {
    const { news, expectTaps } = await show(() => document.querySelector<HTMLInputElement>('[name=news]')?.click());
    await expectTaps(true);
    expect(news.checked).toBe(true);
  });
});
