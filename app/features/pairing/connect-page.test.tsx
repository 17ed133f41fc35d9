import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { showInPage } from '#tests/show-in-page.tsx';
import { english as en } from '#tests/texts.ts';
import { DeviceLimit, NeedsDevice } from './connect-page';

afterEach(cleanup);

describe('connect page', () => {
  test.each([
    ['manage', `Pair a device to open “${en.frame.manage}”.`],
    ['my-family', `Pair a device to open “${en.frame.my_family}”.`],
    ['notifications', `Pair a device to open “${en.notices.title}”.`],
    ['', en.connect.needs_device],
    ['locator', en.connect.needs_device],
    ['constructor', en.connect.needs_device],
  ])('NeedsDevice names the requested page, or shows the general text for an unknown one: «%s» (A149)', async (place, words) => {
    await showInPage(<NeedsDevice place={place} />);
    expect((await screen.findByTestId('needs-device')).textContent).toBe(words);
  });

  test.each([
    ['max_devices', '/subscription'],
    ['max_devices_contact', 'https://help.example/'],
  ] as const)(
    'DeviceLimit links to more devices and to removing one when the limit is reached: %s (A44, DEV-075, DEV-076)',
    async (message, more) => {
      await showInPage(<DeviceLimit helpUrl="https://help.example/" limit={1} message={message} />);
      expect((await screen.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([more, '/my-family']);
      expect(screen.getByRole('status').querySelector('h1')?.textContent).toBe(en.messages[`${message}_one`].replace('{{count}}', '1'));
    },
  );

  test('DeviceLimit shows a hint about screenshots without a link (A44, DEV-077)', async () => {
    await showInPage(<DeviceLimit helpUrl="https://help.example/" limit={20} message="can_activate_vew" />);
    expect((await screen.findByRole('status')).textContent).toBe(en.messages.can_activate_vew);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
