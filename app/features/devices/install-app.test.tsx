import { useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Device } from '#app/domain/device';
import { useClock } from '#app/features/shell/time/use-clock';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { InstallApp } from './install-app';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const phone = (id: string, install: Device['install']): Device => ({
  id,
  name: 'iPhone',
  make: 'Apple',
  model: 'iPhone18,3',
  os: 'iOS',
  osVersion: '26.1',
  appVersion: '9.0',
  childIds: ['mia'],
  pairId: 'p',
  udid: 'u',
  suspended: false,
  managementRemoved: false,
  isClockWrong: false,
  batteryLevel: null,
  batteryAt: null,
  lastSeenAt: null,
  pairedAt: 0,
  install,
  updatedAt: 0,
});

const NOW = Date.UTC(2026, 10, 16, 12);

function Phones() {
  const { now, phones } = useLoaderData<{ now: number; phones: Array<Device> }>();
  const clock = useClock('Europe/Berlin', now);
  return phones.map((device) => <InstallApp clock={clock} device={device} key={device.id} token="t" />);
}

/**
 * Returns a function that renders a page with one phone per argument: the time in ms since its last install request, or null for none. A
 * tap stores a new request at the current time.
 */
async function page(...askedMsAgo: Array<number | null>) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  vi.setSystemTime(NOW);
  const asked = new Map(askedMsAgo.map((ago, index) => [`${index}`, ago === null ? null : NOW - ago]));
  const Stub = createRemixStub([
    {
      path: '/',
      Component: Phones,
      loader: () => ({
        now: Date.now(),
        phones: [...asked].map(([id, at]) => phone(id, at === null ? null : { state: 'sent', at, askedAt: at })),
      }),
      action: async ({ request }) => {
        asked.set(String((await request.formData()).get('device_id')), Date.now());
        return null;
      },
    },
  ]);
  return () => {
    render(
      <I18nextProvider i18n={i18n}>
        <Stub />
      </I18nextProvider>,
    );
    return passed(0);
  };
}

const resting = () => screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled);
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('InstallApp', () => {
  test("disables only this device's button for 45 s after a tap (DEV-067)", async () => {
    const load = await page(null, null);
    await load();
    expect(resting()).toEqual([false, false]);
    fireEvent.click(screen.getAllByRole('button')[0] ?? document.body);
    expect(resting()).toEqual([true, false]);
    await passed(100);
    expect(resting()).toEqual([true, false]);
    await passed(44_800);
    expect(resting()).toEqual([true, false]);
    await passed(200);
    expect(resting()).toEqual([false, false]);
  });

  test('disables the button for the rest of the 45 s in a browser that loads the page later (DEV-067)', async () => {
    const load = await page(15_000, 45_000);
    await load();
    expect(resting()).toEqual([true, false]);
    await passed(29_999);
    expect(resting()).toEqual([true, false]);
    await passed(1);
    expect(resting()).toEqual([false, false]);
  });
});
