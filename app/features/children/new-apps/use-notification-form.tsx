import { Link, useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/components/ui/use-hydrated';
import type { NotificationId } from '#app/domain/ids';
import { toasts } from '#app/features/shell/messages/toasts';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { FormReply } from '#app/server/form.server';

/**
 * Returns a form for one notification that is submitted without navigation. `isSending` is true until the page data are reloaded. Errors
 * show as a message (NOTI-033).
 */
export function useNotificationForm(id: NotificationId) {
  const { t, i18n } = useTranslation();
  const isHydrated = useHydrated();
  const { Form, data, state } = useFetcher<FormReply>({ key: `notice ${id}` });
  const refusal = state === 'idle' ? (data?.notice ?? null) : null;
  useEffect(() => {
    if (refusal === null) return;
    const message = t(refusal.key, refusal.params);
    const text =
      refusal.link === null ? (
        message
      ) : (
        <>
          {message}
          {sentenceSeparator(i18n.language)}
          <Link to={refusal.link.to}>{t(refusal.link.key)}</Link>
        </>
      );
    toasts.show({ id: crypto.randomUUID(), group: 'notices', tone: 'bad', stay: 'short', text });
  }, [refusal, t, i18n.language]);
  return { Form, isSending: state !== 'idle', isHydrated };
}
