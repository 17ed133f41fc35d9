import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { AccountPage } from './account-page';
import type { AccountFacts } from './account-page.server';
import { CorrectEmailForm } from './correct-email-form';
import { EmailForm } from './email-form';

afterEach(cleanup);

const HERE = { id: 'here', name: 'Firefox', os: 'Linux', place: null, seenAt: 0, isCurrent: true };
const THERE = { id: 'there', name: 'Safari', os: 'iOS', place: 'Berlin, DE', seenAt: 0, isCurrent: false };
const FACTS: AccountFacts = {
  email: 'a@example.com',
  verified: true,
  tier: 'free',
  zone: 'Europe/Berlin',
  ownZone: { zone: 'Europe/Berlin', label: 'Berlin, Germany' },
  ownUpdatedAt: 5,
  now: 1_780_000_000_000,
  isLegacy: false,
  provider: null,
  wantsNews: false,
  purgeAt: null,
  sessions: [HERE],
  isRecentLogin: true,
};

const Shown = createContext(FACTS);

function Page() {
  return <AccountPage account={useContext(Shown)} reply={undefined} token="t" />;
}

function Correction() {
  return <CorrectEmailForm account={useContext(Shown)} reply={undefined} token="t" />;
}

function Change() {
  return <EmailForm account={useContext(Shown)} reply={undefined} token="t" />;
}

async function mount(change: Partial<AccountFacts>, Component: () => ReactNode) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component }]);
  return render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={{ ...FACTS, ...change }}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
}

async function show(change: Partial<AccountFacts>) {
  const { container } = await mount(change, Page);
  await screen.findByRole('heading', { level: 1 });
  const paths = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  const buttons = [...container.querySelectorAll('button[name=intent]')].map((button) => button.getAttribute('value'));
  return { container, paths, buttons };
}

describe('AccountPage', () => {
  test('links to both changes for a password account and names the provider for single sign-on (ACCT-043)', async () => {
    expect((await show({})).paths).toEqual(
      expect.arrayContaining(['/account/password', '/account/email', '/subscription', '/account/delete']),
    );
    cleanup();
    const { container, paths } = await show({ provider: 'apple' });
    expect(paths).not.toContain('/account/password');
    expect(paths).not.toContain('/account/email');
    expect(container.textContent).toContain('Apple');
    expect(container.textContent).toContain('delete this account and sign up again.');
  });

  test('breaks a long address before its host, not inside it', async () => {
    const { container } = await show({ email: 'margarethe.musterfrau@example.com' });
    expect(container.querySelector('h1')?.innerHTML).toBe('margarethe.musterfrau<wbr>@example.com');
  });

  test.each([
    [true, en.account_page.email_effect],
    [false, en.account_page.email_effect_unconfirmed],
  ])('mentions the link to the old address only when that address receives one (confirmed: %s)', async (verified, words) => {
    await mount({ verified }, Change);
    expect(await screen.findByText(words.replace('{{email}}', FACTS.email))).toBeDefined();
  });

  test('shows «None» for an address that someone else has confirmed, not «unconfirmed» (A125)', async () => {
    const { container } = await show({ provider: 'google', email: '', verified: false });
    expect(container.querySelector('h1')?.textContent).toBe('None');
    expect(container.querySelector('[data-testid=email-state]')?.textContent).toContain('Someone else confirmed');
    expect(container.querySelector('a[href="/account/email"]')?.textContent).toBe('Enter an address');
  });

  test('lets a single sign-on account correct an unconfirmed address, without the note that the address cannot be changed (A151)', async () => {
    const { container, paths } = await show({ provider: 'google', verified: false });
    expect(container.querySelector('a[href="/account/email"]')?.textContent).toBe('Correct the address');
    expect(container.textContent).not.toContain('can’t change this address here');
    expect(paths).not.toContain('/account/password');
  });

  test('offers to log in again instead of the address field after an old login (A151)', async () => {
    const form = async (isRecentLogin: boolean) => {
      await mount({ provider: 'google', verified: false, isRecentLogin }, Correction);
      await screen.findByRole('heading', { level: 2, hidden: true });
      const found = [document.querySelector('form')?.getAttribute('action'), document.querySelector('[name=new_email]') !== null];
      cleanup();
      return found;
    };
    expect(await form(true)).toEqual(['/', true]);
    expect(await form(false)).toEqual(['/logout?then=email', false]);
  });

  test('offers logout only for other sessions, and a logout of all others if there are any', async () => {
    expect((await show({})).buttons).not.toContain('end-others');
    cleanup();
    const { container, buttons } = await show({ sessions: [HERE, THERE] });
    expect(buttons.filter((value) => value === 'end-session')).toHaveLength(1);
    expect(buttons).toContain('end-others');
    const there = container.querySelector('[data-session=there]');
    expect(there?.textContent).toContain('Safari on iOS');
    expect(there?.textContent).toContain('Berlin, DE');
    expect(container.querySelector('[data-session=here] button')).toBeNull();
  });

  test('lets the parent cancel a requested deletion, but not request it again (ACCT-039)', async () => {
    const { container, paths, buttons } = await show({ purgeAt: Date.UTC(2026, 5, 30, 12) });
    expect(container.textContent).toContain('deleted on 30 June');
    expect(buttons).toContain('cancel-deletion');
    expect(paths).not.toContain('/account/delete');
  });
});
