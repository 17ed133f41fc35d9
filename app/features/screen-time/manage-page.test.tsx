import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveDay } from '#app/domain/day';
import type { Override } from '#app/domain/rule';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { i18nOptions } from '#app/i18n';
import { childStatus, command, device, child as makeChild, NOW, waitingDevice } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';
import { ManagePage } from './manage-page';

// Taps block navigation on Remix’s router, which the stub does not set.
beforeEach(() => {
  vi.stubGlobal('__remixRouter', createMemoryRouter([{ path: '/' }]));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const block: Override = {
  kind: 'override',
  id: 'r',
  childId: 'mia',
  effect: 'block',
  from: NOW - 60_000,
  until: Date.UTC(2026, 4, 15, 5),
  createdAt: NOW - 60_000,
  updatedAt: NOW - 60_000,
};

const Shown = createContext(childStatus([]));

/** The page of a child blocked by the parent until the next morning. */
function Page() {
  const status = useContext(Shown);
  const page = {
    child: makeChild({ deviceIds: ['d'] }),
    status,
    rules: [],
    day: resolveDay({ rules: [block], timeZone: 'Europe/Berlin', allowance: null, pause: null }, NOW),
    beneath: null,
    entries: [],
    panel: 'schedule' as const,
    now: NOW,
    morning: NOW + 36_000_000,
    parentZone: 'Europe/Berlin',
    blocks: { limit: 'unlimited' as const, used: 0, resetsAt: NOW },
    accountState: { verified: true, deletion: null, unreadNotifications: 0 },
    newApp: null,
    isFull: false,
    seq: 0,
    formToken: 't',
    titleParams: { name: 'Mia' },
  };
  return <ManagePage page={page} reply={undefined} />;
}

async function show(status: ChildStatus) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={status}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
  const day = await screen.findByTestId('day');
  return {
    hatch: container.querySelector<HTMLElement>('.strip-force')?.dataset.state,
    key: container.querySelector('.strip-key [data-state]')?.parentElement?.textContent,
    sentences: [...day.querySelectorAll('.sr-only li')].map(({ textContent }) => textContent),
  };
}

const asked = {
  hatch: 'pending',
  key: 'Not confirmed yet',
  sentences: ['Not confirmed yet, 20:42–24:00: blocked. Blocked by you, 20:41.'],
};
const nothing = { hatch: undefined, key: undefined, sentences: [] };
const failed = device({ id: 'e', view: 'allowed', applied: { state: 'allowed', at: NOW }, command: command({ state: 'failed' }) });

describe('ManagePage', () => {
  test.each<[string, ChildStatus, object]>([
    [
      'every device confirmed',
      childStatus([device()]),
      { hatch: 'blocked', key: 'Active now', sentences: ['20:42–24:00: blocked. Blocked by you, 20:41.'] },
    ],
    ['a device has not confirmed', childStatus([waitingDevice()], { view: 'pending' }), asked],
    ['the command failed on a device', childStatus([device(), failed]), asked],
    ['another child uses it', childStatus([device({ usedBy: { childId: 'tom', name: 'Tom' } })]), asked],
    ['a device is unmanaged', childStatus([device({ view: 'unmanaged' })], { view: 'unmanaged' }), nothing],
    ['there is no device', childStatus([], { view: 'unmanaged' }), nothing],
  ])('shows the current state in the day strip only if devices confirm it (A118): %s', async (_name, status, expected) => {
    expect(await show(status)).toEqual(expected);
  });

  test('makes pairing the main action without a managed device, and offers a status check only with one (MAN-024)', async () => {
    const seen = async (status: ChildStatus) => {
      cleanup();
      await show(status);
      return {
        main: [...document.querySelectorAll('.button-main')].map(({ textContent }) => textContent),
        mayBlock: document.querySelector('[value=allow-20m]') !== null,
        proof: screen.queryByRole('heading', { name: en.manage.devices_say }) !== null,
        check: document.querySelector('[value=check]') !== null,
      };
    };
    const gone = device({ view: 'unmanaged' });
    const pair = [en.manage.connect_device];
    expect(await seen(childStatus([], { view: 'unmanaged' }))).toEqual({ main: pair, mayBlock: false, proof: false, check: false });
    expect(await seen(childStatus([gone], { view: 'unmanaged' }))).toEqual({ main: pair, mayBlock: true, proof: true, check: false });
    expect(await seen(childStatus([device()]))).toEqual({ main: [en.actions.allow_20m], mayBlock: true, proof: true, check: true });
  });
});
