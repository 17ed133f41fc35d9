import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { i18nOptions } from '~/i18n';
import { english as en } from '../../../tests/texts.ts';
import { DeviceLimit, NeedsDevice } from './connect-page';

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

test.each([
  ['manage', `“${en.frame.manage}” opens as soon as a device is paired.`],
  ['my-family', `“${en.frame.my_family}” opens as soon as a device is paired.`],
  ['notifications', `“${en.notices.title}” opens as soon as a device is paired.`],
  ['', en.connect.needs_device],
  ['locator', en.connect.needs_device],
  ['constructor', en.connect.needs_device],
])('names the page that was asked for when it is «%s» (A149)', async (place, words) => {
  await show(<NeedsDevice place={place} />);
  expect((await screen.findByTestId('needs-device')).textContent).toBe(words);
});

test.each([
  ['max_devices', '/subscription'],
  ['max_devices_contact', 'https://help.example/'],
] as const)(
  'a plan without room leads on to more of it, and to the devices of which one can be removed: %s (A44)',
  async (message, more) => {
    await show(<DeviceLimit helpUrl="https://help.example/" limit={1} message={message} />);
    expect((await screen.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([more, '/my-family']);
  },
);
