import { useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { makeNotification } from '#app/domain/notification.fixture';
import { toasts } from '#app/features/shell/messages/toasts';
import { i18nOptions } from '#app/i18n';
import { type FormMessage, formMessage as say } from '#app/server/form.server';
import { english as en } from '#tests/texts.ts';
import { NotificationsPage, type NotificationsPageData, useOptimisticNotifications } from './notifications-page';

afterEach(cleanup);

function Page() {
  const page = useLoaderData() as NotificationsPageData;
  const shownToasts = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <>
      <NotificationsPage expected={useOptimisticNotifications(page)} page={page} reply={undefined} />
      {shownToasts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </>
  );
}

/** Renders the page with notifications about new apps. A submitted form removes its notification, or is refused with the message `no`. */
async function show(ids: Array<string>, selectedNotifId: string | null = null, no: FormMessage | null = null) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const left = new Set(ids);
  const loader = () => {
    const notifications = [...left].map((id) => makeNotification({ id, type: 'app_installed', bundleId: id }));
    const page = {
      groups: [{ kind: 'first', notifications }],
      canDecide: true,
      zone: 'Europe/Berlin',
      now: 0,
      formToken: 't',
      elsewhere: ['b'],
    };
    return { ...page, selectedNotifId: left.has(selectedNotifId ?? '') ? selectedNotifId : null };
  };
  const action = async ({ request }: { request: Request }) => {
    if (no !== null) return { notice: no };
    left.delete(String((await request.formData()).get('notif_id')));
    return null;
  };
  const Stub = createRemixStub([{ id: 'list', path: '/notifications', Component: Page, loader, action }]);
  render(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={['/notifications']} />
    </I18nextProvider>,
  );
  await screen.findByTestId('notices');
  return left;
}

/** Focuses and clicks a button in a row or in the open notification, as the keyboard does. */
function press(room: string, intent: string): void {
  const button = document.querySelector<HTMLButtonElement>(`${room} [value=${intent}]`);
  button?.focus();
  button?.click();
}

describe('NotificationsPage', () => {
  test.each([
    ['b', 'dismiss', 'notification-c'],
    ['c', 'app-never', 'notification-b'],
  ])('moves the focus from removed row %s to its neighbor (NOTI-032)', async (id, intent, next) => {
    const left = await show(['a', 'b', 'c']);
    press(`[data-notification-id=${id}]`, intent);
    await waitFor(() => expect(document.activeElement?.id).toBe(next));
    await waitFor(() => expect([...left]).not.toContain(id));
    await waitFor(() => expect(document.querySelector(`[data-notification-id=${id}]`)).toBeNull());
    expect(document.activeElement?.id).toBe(next);
  });

  test('moves the focus to the heading after the last row or the open notification is removed', async () => {
    await show(['a']);
    press('[data-notification-id=a]', 'dismiss');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    cleanup();
    await show(['a', 'b'], 'a');
    press('[data-testid=notice]', 'app-never');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('shows a refusal with a link to the plan and keeps the notification', async () => {
    await show(['a', 'b'], null, say('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' }));
    press('[data-notification-id=a]', 'app-allow');
    const link = await screen.findByRole('link', { name: en.limits.see_plan });
    expect(link.parentElement?.textContent).toBe(`${en.limits.not_in_plan} ${en.limits.see_plan}`);
    expect(link.getAttribute('href')).toBe('/subscription');
    expect(document.querySelector('[data-notification-id=a]:not([hidden]) [value=app-allow]')).not.toBeNull();
  });

  test('includes the title in the name of each decision button, after its label', async () => {
    await show(['a', 'b'], 'b');
    const names = [...document.querySelectorAll('[value=app-allow], [value=app-never]')].map((button) => button.getAttribute('aria-label'));
    const of = (id: string) => [`Allow: title of ${id}`, `Never allow: title of ${id}`];
    expect(names).toEqual([...of('a'), ...of('b'), ...of('b')]);
  });

  test("shows the notification's own time text for a child in another time zone (A71)", async () => {
    await show(['a', 'b']);
    const when = (id: string) => document.querySelector(`[data-notification-id=${id}] .notification-when`)?.textContent;
    expect([when('a'), when('b')]).toEqual(['01:00', 'when of b']);
  });
});
