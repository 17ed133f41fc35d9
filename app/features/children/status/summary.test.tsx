import { cleanup, render } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { useClock } from '#app/features/shell/time/use-clock';
import { i18nOptions } from '#app/i18n';
import { childStatus, command, device, NOW, waitingDevice } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';
import type { ChildStatus } from './child-status';
import { StatusSummary } from './summary';

afterEach(cleanup);

function Summary({ status }: { status: ChildStatus }) {
  return <StatusSummary clock={useClock('Europe/Berlin', NOW)} status={status} />;
}

const off = device({ id: 'e', name: 'Old phone', view: 'unmanaged' });
const alone = waitingDevice({ lastSeenAt: NOW - 40 * 60_000, command: command() });
const failed = waitingDevice({ view: 'allowed', command: command({ state: 'failed', endedAt: NOW }) });
const undone = device({ id: 'f', view: 'allowed', applied: { state: 'allowed', at: NOW } });

describe('StatusSummary', () => {
  test.each([
    ['the badge shows the state that ends', childStatus([device()]), 'Until 07:00.'],
    ['the badge shows the requested state', childStatus([device(), off], { view: 'unmanaged' }), 'Old phone isn’t managed.'],
    ['the badge shows pending', childStatus([device(), waitingDevice()], { view: 'pending' }), 'Waiting for iPhone to respond.'],
    [
      'the badge shows another state',
      childStatus([device(), { ...undone, requested: 'allowed' }], { view: 'allowed' }),
      'Sent: block until 07:00.',
    ],
    [
      'a device is on its own clock',
      childStatus([alone], { view: 'pending' }),
      'iPhone is offline. It has these rules and applies them on its own. Last reported: allowed, 19:42.',
    ],
    ['a command failed', childStatus([failed], { view: 'allowed' }), 'Sent: block. The change failed on iPhone.'],
  ])('summarizes the status when %s', async (_name, status, words) => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    const { container } = render(
      <I18nextProvider i18n={i18n}>
        <Summary status={status} />
      </I18nextProvider>,
    );
    expect(container.textContent).toBe(words);
  });
});
