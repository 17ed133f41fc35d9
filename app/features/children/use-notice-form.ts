import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { NoticeId } from '~/domain/ids';
import { toasts } from '~/features/shell/toasts';
import type { FormReply } from '~/server/form.server';

/** The form of one notice, sent beside the page so that the reader can go on: `isSending` until the page knows the answer. A no is said (NOTI-033). */
export function useNoticeForm(id: NoticeId) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const { Form, data, state } = useFetcher<FormReply>({ key: `notice ${id}` });
  const no = state === 'idle' ? (data?.notice ?? null) : null;
  useEffect(() => {
    if (no !== null) toasts.show({ id: crypto.randomUUID(), group: 'notices', tone: 'bad', stay: 'short', text: t(no.key, no.params) });
  }, [no, t]);
  return { Form, isSending: state !== 'idle', isHydrated };
}
