import { Form, useLocation } from '@remix-run/react';
import { CircleAlert, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { clearPendingToast, loadState } from '#app/browser/page-load';
import { useTopDialog } from '#app/components/ui/open-dialogs';
import { Toast } from '#app/components/ui/toast';
import { SHOWN_TOAST_COOKIE } from '#app/domain/toast';
import type { Toast as LeftToast } from '#app/server/toast.server';
import { OfflineToast, useOfflineState } from './offline-toast';
import { type ToastMessage, toasts } from './toasts';

const NONE: ReadonlyArray<ToastMessage> = [];

/**
 * Shows all messages in live regions: the server's message (`toast`), those of scripts (toasts.ts) and retries. Moves into the topmost
 * modal dialog, because everything else is inert. Without script, the server renders its message.
 */
export function Toaster({ toast, token }: { toast: LeftToast | null; token: string }) {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => NONE);
  const dialog = useTopDialog();
  const region = useRef<HTMLElement>(null);
  const reader = useRef({ isPointing: false, hasFocus: false });
  const left = useLeftToast(toast, token);
  const line = useOfflineState();
  useRetryToast();
  // A later page load may contain no message or this one again. Each message shows once, for its full time.
  useEffect(() => {
    if (left === null) return;
    toasts.show(left);
    clearPendingToast();
    // The cookie tells the server not to render the message again after a reload.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
    document.cookie = `${SHOWN_TOAST_COOKIE}=${left.id}; path=/; max-age=60; samesite=lax`;
  }, [left]);

  // Pauses all timers while a message is hovered or focused (WCAG 2.2.1). restore-focus.ts moves the focus when a focused message is
  // removed.
  const read = useCallback((change: Partial<typeof reader.current>) => {
    Object.assign(reader.current, change);
    toasts.pause(reader.current.isPointing || reader.current.hasFocus);
  }, []);
  // Removing the focused element fires no blur event.
  useEffect(() => {
    if (shown && !region.current?.contains(document.activeElement)) read({ hasFocus: false });
  }, [shown, read]);
  const dismiss = (drop: () => void) => {
    drop();
    read({ isPointing: false, hasFocus: false });
  };
  const draw = ({ id, tone, stay, text, icon, action }: ToastMessage) => (
    <Toast
      action={action}
      dismiss={stay === 'persistent' ? undefined : { label: t('actions.dismiss'), onDismiss: () => dismiss(() => toasts.drop(id)) }}
      icon={icon ?? (tone === 'bad' ? <CircleAlert aria-hidden className="icon" /> : null)}
      isTimed={stay === 'undo'}
      key={id}
      name={id}
      tone={tone}
    >
      {text}
    </Toast>
  );
  const all = left === null || toasts.hasSeen(left.id) ? shown : [...shown.filter(({ group }) => group !== left.group), left];
  const urgent = all.filter(isUrgent);
  const place = (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer.
    <section
      className="toasts"
      onBlur={({ relatedTarget, currentTarget }) => read({ hasFocus: currentTarget.contains(relatedTarget) })}
      onFocus={() => read({ hasFocus: true })}
      onPointerEnter={() => read({ isPointing: true })}
      onPointerLeave={() => read({ isPointing: false })}
      ref={region}
    >
      <div aria-live="polite">
        <OfflineToast line={line} onDismiss={() => dismiss(line.forget)} />
        {all.filter((message) => !isUrgent(message)).map(draw)}
      </div>
      {urgent.length === 0 ? null : (
        <div aria-atomic="false" role="alert">
          {urgent.map(draw)}
        </div>
      )}
    </section>
  );
  return dialog === null ? place : createPortal(place, dialog);
}

/** True for a failure that is not persistent, which is announced assertively. All other messages are announced politely. */
function isUrgent({ tone, stay }: ToastMessage): boolean {
  return tone === 'bad' && stay !== 'persistent';
}

/** Returns the server's message, or null. Returns an identical object as long as the message's ID does not change. */
function useLeftToast(toast: LeftToast | null, token: string): ToastMessage | null {
  const { t } = useTranslation();
  const kept = useRef<ToastMessage | null>(null);
  if (toast === null) return null;
  if (kept.current?.id === toast.id) return kept.current;
  kept.current = {
    id: toast.id,
    // The next action's message replaces this one, because its undo is no longer possible.
    group: 'left',
    tone: toast.tone,
    stay: toast.undo === null ? (toast.stay ?? 'short') : 'undo',
    text: t(toast.text.key, toast.text.params),
    action: toast.undo === null ? undefined : <UndoForm token={token} undo={toast.undo} />,
  };
  return kept.current;
}

/** Undo form. `back` is the current page, because the parent may have navigated since. Text typed on that page is kept. */
function UndoForm({ undo, token }: { undo: NonNullable<LeftToast['undo']>; token: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Form action={undo.action} method="post" preventScrollReset>
      <input name="form_token" type="hidden" value={token} />
      <input name="back" type="hidden" value={pathname + search} />
      {Object.entries(undo.fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <button className="button" name="intent" type="submit" value={undo.intent}>
        <Undo2 aria-hidden className="icon" />
        {t('actions.undo')}
      </button>
    </Form>
  );
}

/** Shows a message while a page load is being retried (8.2.11). */
function useRetryToast(): void {
  const { t } = useTranslation();
  const isRetrying = useSyncExternalStore(loadState.subscribe, isTryingAgain, () => false);
  useEffect(() => {
    if (isRetrying) toasts.show({ id: 'retrying', tone: 'bad', stay: 'persistent', text: t('error_strings.retry_error') });
    else toasts.drop('retrying');
  }, [isRetrying, t]);
}

function isTryingAgain(): boolean {
  return loadState.get().isRetrying;
}
