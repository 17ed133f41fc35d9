import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormMessage, FormReply } from '#app/server/form.server';
import { type Fields, mergeFields } from './sample-settings';

/** Changes within this time are saved in one call (9.2.7). */
export const SAVE_EVERY_MS = 3000;

/** `kept`: the changes are not saved, and stay on the page. */
export type SaveState = { kind: 'idle' | 'saving' | 'saved' } | { kind: 'kept'; why: FormMessage };

type Batch = { fields: Fields; token: string };

/**
 * Saves changes at once, all that happen within three seconds in one call. While a call is on its way, later changes wait for it. What
 * could not be saved stays, and is sent again when the browser is back online, with the next change, or by `retry`.
 * @returns `pending`: the changes that the server has not confirmed
 */
export function useAutoSave() {
  const fetcher = useFetcher<FormReply>();
  const [unsent, setUnsent] = useState<Fields>([]);
  const [batch, setBatch] = useState<Batch | null>(null);
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const answered = useRef(fetcher.data);
  const latest = useRef({ unsent, batch, isSending: false });
  const isSending = fetcher.state !== 'idle';
  latest.current = { unsent, batch, isSending };

  const { submit } = fetcher;
  const send = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { unsent: next, batch: failed, isSending: isBusy } = latest.current;
    if (isBusy) return;
    const fields = failed === null ? next : mergeFields(failed.fields, next);
    if (fields.length === 0) return;
    // A batch that is sent again unchanged keeps its token, so that it has one effect.
    const token = failed !== null && next.length === 0 ? failed.token : crypto.randomUUID();
    setUnsent([]);
    setBatch({ fields, token });
    setState({ kind: 'saving' });
    submit(toBody(fields, token, true), { method: 'post', preventScrollReset: true });
  }, [submit]);

  const change = useCallback(
    (fields: Fields) => {
      setUnsent((before) => mergeFields(before, fields));
      setState({ kind: 'saving' });
      timer.current ??= setTimeout(send, SAVE_EVERY_MS);
    },
    [send],
  );

  useEffect(() => {
    if (isSending || fetcher.data === undefined || fetcher.data === answered.current) return;
    answered.current = fetcher.data;
    const why = fetcher.data.notice;
    if (why !== null) {
      setState({ kind: 'kept', why });
      return;
    }
    setBatch(null);
    setState({ kind: latest.current.unsent.length > 0 ? 'saving' : 'saved' });
    // Changes whose time was over while the call was on its way.
    if (latest.current.unsent.length > 0 && timer.current === undefined) timer.current = setTimeout(send, 0);
  }, [fetcher.data, isSending, send]);

  const isKept = state.kind === 'kept';
  useEffect(() => {
    if (!isKept) return;
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [isKept, send]);

  useEffect(() => {
    // A page that is left sends what it still has. The browser finishes the request without the page.
    const sendLast = () => {
      clearTimeout(timer.current);
      const { unsent: next, batch: open, isSending: isBusy } = latest.current;
      const fields = open === null || isBusy ? next : mergeFields(open.fields, next);
      if (fields.length === 0) return;
      latest.current = { unsent: [], batch: null, isSending: false };
      const token = open !== null && next.length === 0 ? open.token : crypto.randomUUID();
      fetch(path, { method: 'POST', body: toBody(fields, token, false), redirect: 'manual', keepalive: true }).catch(() => {});
    };
    const path = window.location.pathname;
    window.addEventListener('pagehide', sendLast);
    return () => {
      window.removeEventListener('pagehide', sendLast);
      sendLast();
    };
  }, []);

  const discard = useCallback(() => {
    setUnsent([]);
    setBatch(null);
    setState({ kind: 'idle' });
  }, []);

  return { pending: batch === null ? unsent : mergeFields(batch.fields, unsent), state, change, retry: send, discard };
}

export type AutoSave = ReturnType<typeof useAutoSave>;

function toBody(fields: Fields, token: string, isAuto: boolean): URLSearchParams {
  const body = new URLSearchParams({ intent: 'settings', form_token: token, ...(isAuto ? { auto: 'yes' } : {}) });
  for (const [name, value] of fields) body.append(name, value);
  return body;
}
