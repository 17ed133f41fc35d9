import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import type { DeviceLimitMessage } from '~/domain/plan';
import { i18nOptions } from '~/i18n';
import { english as en } from '../../../tests/texts.ts';
import { DeviceLimitGuard } from './device-limit-guard';

afterEach(cleanup);

const Message = createContext<DeviceLimitMessage | null>(null);

function Page() {
  const [isWaiting, setWaiting] = useState(false);
  return (
    <>
      <button onClick={() => setWaiting(!isWaiting)} type="button">
        another dialog
      </button>
      <DeviceLimitGuard helpUrl="https://help.example/" isWaiting={isWaiting} limit={1} message={useContext(Message)} />
    </>
  );
}

async function page(message: DeviceLimitMessage | null) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  return (
    <I18nextProvider i18n={i18n}>
      <Message.Provider value={message}>
        <Stub />
      </Message.Provider>
    </I18nextProvider>
  );
}

test('no room for a further device is a blocking modal, which stays away once it is left (NAV-041, A50)', async () => {
  render(await page('max_devices'));
  const modal = await screen.findByRole('dialog', { name: en.limits.guard_title });
  expect(modal.textContent).toContain(en.messages.max_devices_one.replace('{{count}}', '1'));
  expect(screen.getByRole('link', { name: en.limits.see_plan }).getAttribute('href')).toBe('/subscription');
  fireEvent.keyDown(modal, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: en.actions.back }));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByText('another dialog'));
  fireEvent.click(screen.getByText('another dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('where no plan has room for more, the way on is the support', async () => {
  render(await page('max_devices_contact'));
  await screen.findByRole('dialog');
  expect(screen.getByRole('link', { name: en.limits.contact }).getAttribute('href')).toBe('https://help.example/');
});

test('before script the page says it alone', async () => {
  expect(renderToStaticMarkup(await page('max_devices'))).not.toContain(en.messages.max_devices_one.slice(0, 10));
});

test.each([null, 'can_activate_vew'] as const)('%s stands in nobody’s way', async (message) => {
  const { container } = render(await page(message));
  expect(container.textContent).toBe('another dialog');
});
