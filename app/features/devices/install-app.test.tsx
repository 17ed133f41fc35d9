import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Device } from '~/domain/device';
import { useClock } from '~/features/shell/use-clock';
import { i18nOptions } from '~/i18n';
import { english as en } from '../../../tests/texts.ts';
import { InstallApp } from './install-app';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const phone = (id: string): Device => ({
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
  lastSeenAt: null,
  pairedAt: 0,
  install: null,
  updatedAt: 0,
});

const PHONES = [phone('a'), phone('b')];

function Page() {
  const clock = useClock('Europe/Berlin', 0);
  return PHONES.map((device) => <InstallApp clock={clock} device={device} key={device.id} token="t" />);
}

async function show(): Promise<() => Array<boolean>> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page, action: () => null }]);
  render(
    <I18nextProvider i18n={i18n}>
      <Stub />
    </I18nextProvider>,
  );
  await passed(0);
  return () => screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled);
}

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the button rests for 45 s after a tap, of this device alone, also where its window was closed meanwhile (DEV-067)', async () => {
  const resting = await show();
  expect(resting()).toEqual([false, false]);
  fireEvent.click(screen.getAllByRole('button')[0] ?? document.body);
  await passed(1000);
  expect(resting()).toEqual([true, false]);
  cleanup();
  const again = await show();
  expect(again()).toEqual([true, false]);
  await passed(43_900);
  expect(again()).toEqual([true, false]);
  await passed(100);
  expect(again()).toEqual([false, false]);
});
