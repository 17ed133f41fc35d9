import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { makeNotification } from '#app/domain/notification.fixture';
import { showInPage } from '#tests/show-in-page.tsx';
import { english as en } from '#tests/texts.ts';
import { FirstNotifications } from './first-notifications';

afterEach(cleanup);

describe('FirstNotifications', () => {
  test('shows open notifications in full, with their links and a form that works without script', async () => {
    const actions = [{ id: 'go', label: 'Go on', to: '/account' }];
    const { container } = await showInPage(
      <FirstNotifications notifications={[makeNotification({ id: 'a', actions }), makeNotification({ id: 'b' })]} token="t" />,
    );
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(en.notices.title);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['title of a', 'title of b']);
    expect(container.textContent).toContain('body of b');
    expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/account');
    const form = container.querySelector<HTMLFormElement>('[data-notification-id=b] form');
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/notifications']);
    expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ form_token: 't', notif_id: 'b', back: '/connect' });
  });

  test('shows nothing when no notification is open', async () => {
    const { container } = await showInPage(<FirstNotifications notifications={[]} token="t" />);
    expect(container.textContent).toBe('');
  });
});
