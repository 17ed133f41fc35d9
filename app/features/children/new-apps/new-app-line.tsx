import { Link, useLocation } from '@remix-run/react';
import { AppWindow } from 'lucide-react';
import type { NewApp } from './new-app.server';
import { NewAppForm } from './new-app-form';
import { useNotificationForm } from './use-notification-form';

/** Line on the child's page for an undecided new app, with two buttons if the plan allows app rules. Hidden while sending; shown again if the server refuses. */
export function NewAppLine({ newApp: { notification, canDecide }, token }: { newApp: NewApp; token: string }) {
  const form = useNotificationForm(notification.id);
  const { pathname } = useLocation();
  return (
    <div className="new-app" data-testid="new-app" hidden={form.isSending}>
      <AppWindow aria-hidden className="icon" />
      <Link to={`/notifications/${notification.id}`}>{notification.list.title}</Link>
      {canDecide ? <NewAppForm back={pathname} form={form} notification={notification} token={token} /> : null}
    </div>
  );
}
