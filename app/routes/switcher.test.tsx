import { useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveDay } from '#app/domain/day';
import type { DeviceView } from '#app/domain/device';
import { ManageFrame } from '#app/features/screen-time/manage-frame';
import type { ManagePageData } from '#app/features/screen-time/manage-page';
import { i18nOptions } from '#app/i18n';
import { childStatus, device, NOW } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';

// Taps block navigation on Remix’s router, which the stub does not set.
beforeEach(() => {
  vi.stubGlobal('__remixRouter', createMemoryRouter([{ path: '/' }]));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const VIEWS: Array<[string, DeviceView]> = [
  ['Ada', 'unmanaged'],
  ['Bo', 'pending'],
  ['Cleo', 'blocked'],
  ['Dario', 'paused'],
  ['Eve', 'allowed'],
];
const family = VIEWS.map(([name, view], index) => ({
  id: name.toLowerCase(),
  name,
  colorSlot: index,
  pictureIndex: index === 0 ? null : index,
  photo: null,
  view,
}));

/** Returns loader data for one of five children, each in a different state. Throws 404 for an unknown ID. */
function pageOf(id: string | undefined) {
  const active = family.find((child) => child.id === id);
  if (active === undefined) throw new Response(null, { status: 404 });
  return {
    child: { ...active, timeZone: 'Europe/Berlin', deviceIds: ['d'], retired: false, updatedAt: 0 },
    status: childStatus([device()]),
    bedtime: null,
    day: resolveDay({ rules: [], timeZone: 'Europe/Berlin', allowance: null, pause: null }, NOW),
    entries: family,
    panel: 'schedule',
    now: NOW,
    morning: NOW + 36_000_000,
    parentZone: 'Europe/Berlin',
    blocks: { limit: 'unlimited', used: 0, resetsAt: NOW },
    accountState: { verified: true, deletion: null, unreadNotifications: 0 },
    newApp: null,
    formToken: 't',
    titleParams: { name: active.name },
    isFull: false,
    seq: 1,
  };
}

/** Renders the page of any panel. */
function Manage() {
  return <ManageFrame page={useLoaderData() as ManagePageData} reply={undefined} />;
}

async function open(path: string) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/manage/:userId/:feature', Component: Manage, loader: ({ params }) => pageOf(params.userId) }]);
  render(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={[path]} />
    </I18nextProvider>,
  );
  return screen.findByRole('navigation', { name: en.manage.choose_child });
}

const entriesIn = (nav: HTMLElement) => within(nav).getAllByRole('link');

describe('child switcher', () => {
  test('lists the active child first and the others by name, with avatar, name and state (NAV-021, NAV-023 to NAV-026)', async () => {
    const entries = entriesIn(await open('/manage/cleo/schedule'));
    expect(entries.map((entry) => entry.querySelector('.switcher-name')?.textContent)).toEqual(['Cleo', 'Ada', 'Bo', 'Dario', 'Eve']);
    expect(entries.map((entry) => entry.getAttribute('aria-current'))).toEqual(['page', null, null, null, null]);
    for (const entry of entries) {
      const child = family.find(({ name }) => name === entry.querySelector('.switcher-name')?.textContent);
      const face = entry.querySelector('.face');
      expect([face?.className.includes(`face-${child?.colorSlot}`), face?.getAttribute('data-state')]).toEqual([true, child?.view]);
      // The state appears as a mark, and as text for screen readers.
      expect(face?.querySelector('.mark svg')).not.toBeNull();
      expect(entry.textContent).toContain(`, ${en.state[child?.view ?? 'unmanaged']}`);
    }
  });

  test('keeps the panel when another child is chosen, and moves that child to the front (NAV-027, NAV-023)', async () => {
    const nav = await open('/manage/cleo/schedule');
    const bo = within(nav).getByRole('link', { name: /Bo/ });
    expect(bo.getAttribute('href')).toBe('/manage/bo/schedule');
    // As if the user had scrolled to the end of a long row.
    nav.scrollLeft = 300;
    fireEvent.click(bo);
    expect(await screen.findByRole('link', { name: /Bo/, current: 'page' })).toBe(
      entriesIn(screen.getByRole('navigation', { name: en.manage.choose_child }))[0],
    );
    expect(nav.scrollLeft).toBe(0);
  });
});
