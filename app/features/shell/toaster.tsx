import { Form } from '@remix-run/react';
import { CircleAlert, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Toast } from '~/server/toast.server';

const SHOWN_MS = 8000;
const UNDO_MS = 10_000;

/** The one live region for messages that outlive a redirect. Without script a message stays until the next page (9.2.15). */
export function Toaster({ toast, token }: { toast: Toast | null; token: string }) {
  const [shown, setShown] = useState(toast);
  const id = toast?.id;
  // Polling loads the page's data again without the message: it must stay its time all the same.
  useEffect(() => {
    if (id !== undefined) setShown(toast);
  }, [id, toast]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shown.undo === null ? SHOWN_MS : UNDO_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div aria-live="polite" className="toasts">
      {shown === null ? null : <ToastBox key={shown.id} toast={shown} token={token} />}
    </div>
  );
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
          <input name="rule_id" type="hidden" value={undo.ruleId} />
          <button className="button" name="intent" type="submit" value="undo">
            <Undo2 aria-hidden className="icon" />
            {t('actions.undo')}
          </button>
        </Form>
      )}
    </div>
  );
}
