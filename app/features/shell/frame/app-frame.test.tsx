import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import type { AccountState } from '#app/server/account.server';
import { english as en } from '#tests/texts.ts';
import { AppFrame } from './app-frame';

afterEach(cleanup);

const DELETION = { purgeAt: Date.UTC(2026, 5, 30, 22, 30), zone: 'Europe/Berlin', now: Date.UTC(2026, 5, 1) };

const Shown = createContext<AccountState>({ verified: true, deletion: null, unreadNotifications: 0 });

function Page() {
  return (
    <AppFrame pageName="Family" accountState={useContext(Shown)}>
      <p>family</p>
    </AppFrame>
  );
}

async function show(accountState: AccountState) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={accountState}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
  await screen.findByRole('main');
  const reminders = [...document.querySelectorAll('.reminder')];
  return reminders.map((reminder) => [reminder.querySelector('p')?.textContent, reminder.querySelector('a')?.getAttribute('href')]);
}

describe('AppFrame', () => {
  test('shows the deletion date in the account’s time zone, with a link to keep the account (S11)', async () => {
    expect(await show({ verified: true, deletion: DELETION, unreadNotifications: 0 })).toEqual([
      ['Your account will be deleted on 1 July.', '/account'],
    ]);
  });

  test('shows an unconfirmed address below a pending deletion, and no reminder if neither applies', async () => {
    expect((await show({ verified: false, deletion: DELETION, unreadNotifications: 0 })).map(([, to]) => to)).toEqual([
      '/account',
      '/verify',
    ]);
    cleanup();
    expect(await show({ verified: true, deletion: null, unreadNotifications: 0 })).toEqual([]);
  });

  test('shows a failed payment as the server wrote it, with a link to change the card', async () => {
    const paymentDue = { text: 'Your card was declined. We try again on 1 July.', link: 'Change card' };
    expect(await show({ verified: true, deletion: null, paymentDue, unreadNotifications: 0 })).toEqual([
      ['Your card was declined. We try again on 1 July.', '/subscription/card'],
    ]);
    expect(screen.getByRole('link', { name: 'Change card' })).not.toBeNull();
  });

  test('shows the number of unread notifications on the bell (NOTI-034)', async () => {
    const bell = () => document.querySelector('.bell');
    await show({ verified: true, deletion: null, unreadNotifications: 120 });
    expect([bell()?.getAttribute('aria-label'), bell()?.textContent, bell()?.getAttribute('href')]).toEqual([
      'Notifications, 120 unread',
      '99+',
      '/notifications',
    ]);
    cleanup();
    await show({ verified: true, deletion: null, unreadNotifications: 0 });
    expect([bell()?.getAttribute('aria-label'), bell()?.textContent]).toEqual(['Notifications', '']);
  });

  test('announces new notifications politely, but not those present on the first render', async () => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    const Stub = createRemixStub([{ path: '/', Component: Page }]);
    const frame = (unreadNotifications: number) => (
      <I18nextProvider i18n={i18n}>
        <Shown.Provider value={{ verified: true, deletion: null, unreadNotifications }}>
          <Stub />
        </Shown.Provider>
      </I18nextProvider>
    );
    const { rerender } = render(frame(3));
    const announcement = await screen.findByRole('status');
    expect(announcement.textContent).toBe('');
    rerender(frame(5));
    expect(announcement.textContent).toBe('2 new notifications.');
    rerender(frame(0));
    expect(announcement.textContent).toBe('');
  });
});
