import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { notice } from '~/domain/notice.fixture';
import { i18nOptions } from '~/i18n';
import { english as en } from '../../../tests/texts.ts';
import { FirstNotices } from './first-notices';

afterEach(cleanup);

const Part = createContext<ReactNode>(null);

function Page() {
  return useContext(Part);
}

async function show(part: ReactNode) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  return render(
    <I18nextProvider i18n={i18n}>
      <Part.Provider value={part}>
        <Stub />
      </Part.Provider>
    </I18nextProvider>,
  );
}

test('shows open notifications in full, with their links and a form without script', async () => {
  const actions = [{ id: 'go', label: 'Go on', to: '/account' }];
  const { container } = await show(<FirstNotices notices={[notice({ id: 'a', actions }), notice({ id: 'b' })]} token="t" />);
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(en.notices.title);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['title of a', 'title of b']);
  expect(container.textContent).toContain('body of b');
  expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/account');
  const form = container.querySelector<HTMLFormElement>('[data-notice-id=b] form');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/notifications']);
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ form_token: 't', notif_id: 'b', back: '/connect' });
});

test('shows nothing when no notification is open', async () => {
  const { container } = await show(<FirstNotices notices={[]} token="t" />);
  expect(container.textContent).toBe('');
});
