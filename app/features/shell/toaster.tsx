import { Form } from '@remix-run/react';
import { CircleAlert, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { loadState } from '~/browser/page-load';
import type { Toast } from '~/server/toast.server';

const SHOWN_MS = 8000;
const UNDO_MS = 10_000;

/** The one live region for messages that outlive a redirect. Without script a message stays until the next page (9.2.15). */
export function Toaster({ toast, token }: { toast: Toast | null; token: string }) {
  const [shown, setShown] = useState(toast);
  const lastId = useRef(toast?.id);
  // A load may bring none, or the same once more: a message stays its time, once.
  useEffect(() => {
    if (toast === null || toast.id === lastId.current) return;
    lastId.current = toast.id;
    setShown(toast);
  }, [toast]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shown.undo === null ? SHOWN_MS : UNDO_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div aria-live="polite" className="toasts">
      <RetryToast />
      {shown === null ? null : <ToastBox key={shown.id} toast={shown} token={token} />}
    </div>
  );
}

/** Stays for as long as a page is being tried again (8.2.11). */
function RetryToast() {
  const { t } = useTranslation();
  const isRetrying = useSyncExternalStore(loadState.subscribe, isTryingAgain, () => false);
  return isRetrying ? (
    <div className="toast" data-testid="retrying" data-tone="bad">
      <CircleAlert aria-hidden className="icon" />
      <p>{t('error_strings.retry_error')}</p>
    </div>
  ) : null;
}

function isTryingAgain(): boolean {
  return loadState.get().isRetrying;
}

function ToastBox({ toast, token }: { toast: Toast; token: string }) {
  const { t } = useTranslation();
  const { undo } = toast;
  return (
    <div className="toast" data-tone={toast.tone}>
      {toast.tone === 'bad' ? <CircleAlert aria-hidden className="icon" /> : null}
      <p>{t(toast.text.key, toast.text.params)}</p>
      {undo === null ? null : (
        <Form action={undo.action} method="post" preventScrollReset>
          <input name="form_token" type="hidden" value={token} />
          {undo.ruleId === null ? null : <input name="rule_id" type="hidden" value={undo.ruleId} />}
          <button className="button" name="intent" type="submit" value={undo.intent}>
            <Undo2 aria-hidden className="icon" />
            {t('actions.undo')}
          </button>
        </Form>
      )}
    </div>
  );
}
