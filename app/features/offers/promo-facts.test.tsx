import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showInPage } from '#tests/show-in-page.tsx';
import { PromoFacts } from './promo-facts';
import type { PromoView } from './promo-view';

afterEach(cleanup);

const PLAN: PromoView['plan'] = { sku: 'x', devices: 20, hasDailyLimit: true, locatorDays: 3, screenshots: null, isSold: true };

test.each<[PromoView['plan']['screenshots'], string | null]>([
  [30, '30 screenshots a month when you ask, only you can open them'],
  ['unlimited', 'Screenshots whenever you ask, only you can open them'],
  ['automatic', 'Automatic screenshots only you can open'],
  [null, null],
])('PromoFacts names the screenshots of the plan: %s', async (screenshots, text) => {
  await showInPage(<PromoFacts plan={{ ...PLAN, screenshots }} />);
  const facts = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(facts.filter((fact) => fact?.includes('screenshots') || fact?.includes('Screenshots'))).toEqual(text === null ? [] : [text]);
});
