import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { Device } from '#app/domain/device';
import type { DeviceStatus } from '#app/features/children/status/child-status';
import { useClock } from '#app/features/shell/time/use-clock';
import { i18nOptions } from '#app/i18n';
import { child as makeChild, device as makeStatus, NOW } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';
import { DeviceDetails } from './device-details';

afterEach(cleanup);

const TABLET: Device = {
  id: 'd',
  name: 'Mia’s tablet',
  make: 'Acme',
  model: 'Acme One',
  os: 'android',
  osVersion: '14',
  appVersion: '9.0',
  childIds: ['mia', 'ben'],
  pairId: 'p',
  udid: 'u',
  suspended: false,
  managementRemoved: false,
  isClockWrong: false,
  batteryLevel: 0.55,
  batteryAt: null,
  lastSeenAt: NOW - 1000,
  pairedAt: NOW - 86_400_000,
  install: null,
  updatedAt: NOW,
};

const Shown = createContext<{ device: Partial<Device>; status: Partial<DeviceStatus> }>({ device: {}, status: {} });
const family = [makeChild(), makeChild({ id: 'ben', name: 'Ben' })];

function Page() {
  const { device: change, status } = useContext(Shown);
  const clock = useClock('Europe/Berlin', NOW);
  const device = { ...TABLET, ...change };
  return (
    <DeviceDetails
      back="/my-family"
      clock={clock}
      device={device}
      family={family}
      isOtherZone={false}
      reply={undefined}
      status={makeStatus(status)}
      token="t"
    />
  );
}

async function show(change: Partial<Device> = {}, status: Partial<DeviceStatus> = {}) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page, action: () => null }]);
  const at = (device: Partial<Device>) => (
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={{ device, status }}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>
  );
  const { container, rerender } = render(at(change));
  await screen.findByRole('dialog');
  const facts = Object.fromEntries(
    [...container.querySelectorAll('.facts > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]),
  );
  const buttons = [...container.querySelectorAll('button[name=intent]')].map((button) => button.getAttribute('value'));
  const later = (device: Partial<Device>) => rerender(at(device));
  return { container, facts, buttons, later, title: container.querySelector('h2')?.textContent };
}

describe('DeviceDetails', () => {
  test('shows all details of a device (2.15.1, DEV-055, DEV-057 to DEV-059)', async () => {
    const { facts, title } = await show();
    expect(title).toBe('Mia’s tablet');
    expect(facts).toEqual({
      Status: expect.stringMatching(/^Blocked.*20:41.*Reported: blocked, 20:41$/),
      'Who uses this device': 'Mia and Ben',
      Model: 'Acme One',
      Manufacturer: 'Acme',
      System: 'Android 14',
      'Child app': '9.0',
      Battery: '55%, 20:41',
      'Last seen': '20:41',
      Paired: '13 May',
    });
  });

  test('shows the name once if it equals the model (DEV-056)', async () => {
    const { facts, title } = await show({ name: 'acme one' });
    expect([title, facts.Model]).toEqual(['Acme One', undefined]);
  });

  test.each([
    [0.2, true],
    [Math.fround(0.2), true],
    [0.204, true],
    [0.205, false],
  ])('shows a battery at %d in red: %s (9.2.26, DEV-061)', async (batteryLevel, isRed) => {
    const { container } = await show({ batteryLevel });
    expect(container.querySelector('[data-low]') !== null).toBe(isRed);
  });

  test('shows the time at which the battery level was read, not the last contact (A148)', async () => {
    expect((await show({ batteryAt: NOW - 3_600_000 })).facts.Battery).toBe('55%, 19:42');
  });

  test('explains a missing battery level (DEV-060)', async () => {
    expect((await show({ batteryLevel: null })).facts.Battery).toBe(en.device.no_battery);
  });

  test.each<[string, Partial<Device>, Partial<DeviceStatus>, string | null]>([
    ['an unmanaged Apple device', { os: 'iOS', managementRemoved: true }, {}, 'device.help_unmanaged_apple'],
    ['an unmanaged Android device', { managementRemoved: true }, {}, 'device.help_unmanaged_android'],
    ['a pending device that is offline', {}, { view: 'pending', lastSeenAt: NOW - 300_000 }, 'device.help_pending'],
    [
      'an offline device on its own clock',
      {},
      { view: 'pending', requested: 'allowed', lastSeenAt: NOW - 300_000 },
      'device.help_own_clock',
    ],
    ['a pending device that is online', {}, { view: 'pending' }, 'device.help_pending_online'],
    ['a device that was just paired', {}, { view: 'pending', applied: null, command: null }, 'device.help_new'],
    ['a device with a change before its first report', {}, { view: 'pending', applied: null }, 'device.help_pending_online'],
    ['a device with a wrong clock', { isClockWrong: true }, {}, 'device.clock_wrong'],
    ['a device that is up to date', {}, {}, null],
  ])('shows the help for %s (2.15.2)', async (_name, change, status, help) => {
    const { container } = await show(change, status);
    expect(container.querySelector('[data-help]')?.getAttribute('data-help') ?? null).toBe(help);
  });

  test('shows «Unmanaged» once, and a hint for a device that cannot be recognized when it is paired again (DEV-051)', async () => {
    const known = await show({ managementRemoved: true }, { view: 'unmanaged' });
    expect(known.facts.Status).toBe('Unmanaged');
    expect(known.container.textContent).not.toContain(en.device.help_unmanaged_unknown);
    cleanup();
    const unknown = await show({ managementRemoved: true, udid: '' }, { view: 'unmanaged' });
    expect(unknown.container.textContent).toContain(en.device.help_unmanaged_unknown);
  });

  test.each([
    ['saved', 'Requested 20:41.'],
    ['sent', 'Requested 20:41.'],
    ['confirmed', 'Installed 20:41, as reported by the device.'],
    ['failed', en.error_strings.install_child_app_error],
    ['expired', en.error_strings.install_child_app_error],
  ] as const)('shows the state %s of a child app installation (DEV-068, DEV-069)', async (state, words) => {
    const { container } = await show({ os: 'iOS', install: { state, at: NOW - 60_000, askedAt: NOW - 60_000 } });
    expect(container.querySelector('[role=status]')?.textContent).toContain(words);
  });

  test.each([
    ['iOS', false, ['install-app', 'rename-device', 'device-users']],
    // An unmanaged device would not receive the command.
    ['iOS', true, ['rename-device', 'device-users']],
    ['android', false, ['rename-device', 'device-users']],
    ['other', false, ['rename-device', 'device-users']],
  ] as const)('shows the actions for a device with %s, unmanaged: %s (2.15.3, 2.15.4)', async (os, managementRemoved, wanted) => {
    const { buttons } = await show({ os, managementRemoved });
    expect(buttons).toEqual(wanted);
    expect(screen.getByRole('link', { name: en.device.remove }).getAttribute('href')).toBe('/my-family?device=d&confirm=remove');
  });

  test('checks the boxes of the children who use the device', async () => {
    await show({ childIds: ['ben'] });
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ value, checked }) => [value, checked])).toEqual([
      ['mia', false],
      ['ben', true],
    ]);
  });

  test('updates unchanged fields with their version, and keeps changed fields until they are saved (S29)', async () => {
    const { later } = await show();
    const name = screen.getByLabelText<HTMLInputElement>(en.device.new_name);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ben' });
    const versions = () => [...document.querySelectorAll<HTMLInputElement>('[name=updated_at]')].map(({ value }) => Number(value) - NOW);
    const opened = () => [...document.querySelectorAll<HTMLInputElement>('[name=opened]')].map(({ value }) => value);
    later({ name: 'Ours', childIds: ['mia'], updatedAt: NOW + 1 });
    await waitFor(() => expect([versions(), opened(), name.value, box.checked]).toEqual([[1, 1], ['Ours', 'mia'], 'Ours', false]));
    name.focus();
    fireEvent.change(name, { target: { value: 'Typed' } });
    later({ name: 'Theirs', childIds: ['ben', 'mia'], updatedAt: NOW + 2 });
    await waitFor(() => expect(versions()).toEqual([1, 2]));
    expect([opened(), name.value, box.checked]).toEqual([['Ours', 'ben mia'], 'Typed', true]);
    for (const button of document.querySelectorAll('[value=rename-device]')) fireEvent.click(button);
    later({ name: 'Typed', childIds: ['ben', 'mia'], updatedAt: NOW + 3 });
    await waitFor(() => expect([versions(), name.value]).toEqual([[3, 3], 'Typed']));
    expect(document.activeElement).toBe(name);
  });

  test('groups missing features by their fix and omits features that the device type does not support', async () => {
    const { container } = await show({ osVersion: '8', appVersion: '4.1.9' });
    const lacks = [...container.querySelectorAll('.lacks li')].map(({ textContent }) => textContent?.split(':')[0] ?? '');
    expect(lacks).toEqual([
      'Screen time, app rules, and location',
      'Restrictions and blocking network changes',
      'Blocking airplane mode',
      'Limiting ad tracking',
      'Screenshots',
    ]);
    expect(container.querySelector('[data-lack=needs_os]')?.textContent).toContain('Android 9');
  });
});
