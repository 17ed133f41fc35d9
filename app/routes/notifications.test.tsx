import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { groupNotifications, type Notification } from '#app/domain/notification';
import { toasts } from '#app/features/shell/messages/toasts';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { makeNotification } from '../domain/notification.fixture.ts';
import NotificationsRoute from './_app.notifications.($selectedId)';

afterEach(() => {
  cleanup();
  for (const { id } of toasts.get()) toasts.drop(id);
});

const NOW = Date.UTC(2026, 10, 16, 12);
const app = makeNotification({ id: 'app', type: 'app_installed', bundleId: 'com.example.game', at: NOW - 60_000 });
const silent = makeNotification({ id: 'silent', type: 'device_not_seen', tone: 'alert', priority: 2, at: NOW - 90_000_000, readAt: NOW });
const actions = [{ id: 'open', label: 'Open the schedule', to: '/manage/mia/schedule' }];
const strange = makeNotification({ id: 'strange', type: 'xyz', tone: 'alert', at: NOW - 120_000, actions });

type Answer = (fields: FormData) => Promise<Response>;

/** Renders the page with these notifications. `answer` handles the forms that it posts. */
async function open(
  notifications: Array<Notification>,
  {
    selected = null,
    canDecide = true,
    answer = async () => Response.json({}),
  }: { selected?: string | null; canDecide?: boolean; answer?: Answer } = {},
) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const page = {
    groups: groupNotifications(notifications, (at) => new Date(at).toISOString().slice(0, 10)),
    today: '2026-11-16',
    yesterday: '2026-11-15',
    selectedNotifId: selected,
    canDecide,
    elsewhere: [],
    zone: 'UTC',
    now: NOW,
    accountState: { verified: true, deletion: null, unreadNotifications: 9 },
    isFull: false,
    seq: 1,
    formToken: 't',
  };
  const Stub = createRemixStub([
    {
      path: '/notifications/:selectedId?',
      Component: NotificationsRoute,
      loader: () => page,
      action: async ({ request }) => answer(await request.formData()),
    },
  ]);
  render(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={[selected === null ? '/notifications' : `/notifications/${selected}`]} />
    </I18nextProvider>,
  );
  return screen.findByTestId('notices');
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-notification-id="${id}"]`);
const bell = () => screen.getByRole('link', { name: /^Notifications/ }).getAttribute('aria-label');

describe('notifications page', () => {
  test('shows urgent notifications first, marks unread ones in text and to screen readers, and counts them in the bell (NOTI-001, NOTI-034)', async () => {
    const page = await open([app, silent, strange]);
    const headings = within(page).getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Important', 'Today']);
    expect([...page.querySelectorAll('.notification-link')].map(({ textContent }) => textContent)).toEqual([
      'title of silent',
      'Unread: title of app',
      'Unread: title of strange',
    ]);
    expect(bell()).toBe('Notifications, 2 unread');
  });

  test('shows an opened notification next to its row with its actions, even of an unknown type (NOTI-002, NOTI-004, NOTI-029, NOTI-035)', async () => {
    const page = await open([app, strange], { selected: 'strange' });
    expect(page.dataset.selected).toBe('strange');
    const detail = screen.getByTestId('notice');
    expect(detail.textContent).toContain('body of strange');
    expect(within(detail).getByRole('link', { name: 'Open the schedule' }).getAttribute('href')).toBe('/manage/mia/schedule');
    expect(detail.querySelector('.notification-icon')?.getAttribute('data-state')).toBe('paused');
    expect(page.querySelector('[aria-current]')?.id).toBe('notification-strange');
  });

  test('shows «Allow» and «Never» only for a new app, and only if the plan permits it', async () => {
    await open([app, silent]);
    const buttons = () => [...document.querySelectorAll('[value^=app-]')].map((button) => button.closest('li')?.dataset.notificationId);
    expect(buttons()).toEqual(['app', 'app']);
    cleanup();
    await open([app, silent], { canDecide: false });
    expect(buttons()).toEqual([]);
  });

  test('shows a change immediately, and restores the old state with a message when the server refuses (NOTI-033, RT-033)', async () => {
    let refuse: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const sent: Array<Record<string, unknown>> = [];
    await open([app, strange], {
      async answer(fields) {
        sent.push(Object.fromEntries(fields));
        await held;
        const reply = {
          intent: 'app-allow',
          token: 't',
          notice: { key: 'error_strings.not_allowed', params: {}, link: null },
          lastResult: null,
        };
        return Response.json(reply, { status: 400 });
      },
    });
    fireEvent.click(screen.getByRole('button', { name: /^Allow/ }));
    await waitFor(() => expect(rowOf('app')?.hidden).toBe(true));
    expect(bell()).toBe('Notifications, 1 unread');
    refuse?.();
    await waitFor(() => expect(rowOf('app')?.hidden).toBe(false));
    expect(sent).toEqual([
      {
        form_token: 't',
        notif_id: 'app',
        back: '/notifications',
        by: 'script',
        user_id: 'mia',
        bundle_id: 'com.example.game',
        intent: 'app-allow',
      },
    ]);
    expect(bell()).toBe('Notifications, 2 unread');
    expect(toasts.get().map(({ text, tone }) => [text, tone])).toEqual([[en.error_strings.not_allowed, 'bad']]);
  });

  test('sends «Allow» in an opened notification through the page, so that its toast and Undo appear (NOTI-035)', async () => {
    const sent: Array<unknown> = [];
    await open([app, strange], {
      selected: 'app',
      answer: async (fields) => {
        sent.push([fields.get('intent'), fields.get('back'), fields.get('by')]);
        return Response.json({});
      },
    });
    fireEvent.click(within(screen.getByTestId('notice')).getByRole('button', { name: /^Allow/ }));
    await waitFor(() => expect(sent).toEqual([['app-allow', '/notifications', null]]));
  });

  test('dismisses two notifications in quick succession, and shows the empty state when none is left', async () => {
    const sent: Array<unknown> = [];
    await open([app, strange], {
      answer: async (fields) => {
        sent.push(fields.get('notif_id'));
        return new Promise(() => {});
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: title of app' }));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: title of strange' }));
    await screen.findByRole('heading', { level: 1, name: en.notices.empty_title });
    await waitFor(() => expect(sent).toEqual(['app', 'strange']));
    expect(bell()).toBe('Notifications');
  });
});
