import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { i18nOptions } from '#app/i18n';
import { childStatus, command, device, child as makeChild, NOW, waitingDevice } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';
import { FamilyCard } from './family-card';

afterEach(cleanup);

const Shown = createContext({ status: childStatus([]), name: '' });

function Card() {
  const { status, name } = useContext(Shown);
  const child = makeChild({ id: 'c', name });
  return <FamilyCard child={child} now={NOW} parentZone="Europe/Berlin" status={status} today="2026-05-14" />;
}

async function show(status: ChildStatus, name = 'Mia') {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Card }]);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={{ status, name }}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
  await screen.findByRole('article');
  return { container, ways: [...container.querySelectorAll('.button-row a')].map(({ textContent }) => textContent) };
}

describe('FamilyCard', () => {
  test('shows one link for a child with a managed device', async () => {
    expect((await show(childStatus([device()]))).ways).toEqual(['Manage Mia']);
  });

  test('lists each device with its state and a link to its details (FAM-002)', async () => {
    const { container } = await show(childStatus([device({ id: 'a', name: 'Phone' }), waitingDevice({ id: 'b', name: 'Tablet' })]));
    const lines = [...container.querySelectorAll('.receipts > li')];
    expect(lines.map((line) => line.querySelector('a')?.getAttribute('href'))).toEqual(['/my-family?device=a', '/my-family?device=b']);
    expect(lines.map((line) => line.querySelector('[data-receipt]')?.getAttribute('data-receipt'))).toEqual(['confirmed', 'sent']);
    expect(lines.map((line) => line.textContent)).toEqual([expect.stringContaining('Phone'), expect.stringContaining('Tablet')]);
  });

  test('offers to pair a device first for a child without one', async () => {
    expect((await show(childStatus([], { view: 'unmanaged' }))).ways).toEqual(['Pair a device', 'Manage Mia']);
  });

  test('says how to fix an unmanaged device and links to its setup', async () => {
    const { container, ways } = await show(childStatus([device({ view: 'unmanaged', os: 'iOS' })], { view: 'unmanaged' }));
    expect(ways).toEqual(['Set it up again', 'Manage Mia']);
    expect(container.querySelector('.receipts .note')?.textContent).toContain('The management profile was removed');
  });

  test('names the one unmanaged device of two and links to its setup', async () => {
    const allowed = device({ view: 'allowed', requested: 'allowed', applied: { state: 'allowed', at: NOW } });
    const devices = [allowed, device({ id: 'e', name: 'Tablet', view: 'unmanaged' })];
    const { container, ways } = await show(childStatus(devices, { view: 'allowed', state: 'allowed', until: null }));
    expect(container.querySelector('.badge')?.textContent).toBe(en.state.allowed);
    expect(container.querySelector('.badge + p')?.textContent).toContain('Tablet');
    expect(ways).toEqual(['Set it up again', 'Manage Mia']);
  });

  test('shows «Pending» only for changes that a device can still receive', async () => {
    const badge = async (status: ChildStatus) => {
      const { container } = await show(status);
      const word = container.querySelector('.badge')?.textContent;
      cleanup();
      return word;
    };
    const alone = waitingDevice({ lastSeenAt: NOW - 40 * 60_000, command: command() });
    expect(await badge(childStatus([device(), alone], { view: 'pending' }))).toBe('Offline');
    expect(await badge(childStatus([alone, waitingDevice({ id: 'e' })], { view: 'pending' }))).toBe('Pending');
  });

  test('isolates names in either text direction', async () => {
    const { container } = await show(childStatus([device({ name: 'هاتف (2)' })]), 'نورا');
    expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['نورا', 'هاتف (2)']);
  });

  test('shows a long name in full as the heading and shortened on the button', async () => {
    const { container, ways } = await show(childStatus([device()]), 'Maximiliane-Alexandra von Schönberg');
    expect(container.querySelector('h2')?.textContent).toBe('Maximiliane-Alexandra von Schönberg');
    expect(ways).toEqual(['Manage Maximiliane-Alexandra v…']);
  });
});
