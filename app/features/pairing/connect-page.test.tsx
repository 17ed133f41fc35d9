import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showInPage } from '../../../tests/show-in-page.tsx';
import { english as en } from '../../../tests/texts.ts';
import { NeedsDevice } from './connect-page';

afterEach(cleanup);

test.each([
  ['manage', `“${en.frame.manage}” opens as soon as a device is paired.`],
  ['my-family', `“${en.frame.my_family}” opens as soon as a device is paired.`],
  ['notifications', `“${en.notices.title}” opens as soon as a device is paired.`],
  ['', en.connect.needs_device],
  ['locator', en.connect.needs_device],
  ['constructor', en.connect.needs_device],
])('names the page that was asked for when it is «%s» (A149)', async (place, words) => {
  await showInPage(<NeedsDevice place={place} />);
  expect((await screen.findByTestId('needs-device')).textContent).toBe(words);
});
