import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';

/** Dialog that confirms a removal that cannot be undone. It has its own URL, so it works without script. */
export function ConfirmRemoval({
  title,
  stays,
  confirm,
  keep,
  intent,
  field,
  token,
  reply,
  back,
  children,
}: {
  title: string;
  /** Text about what is kept. */
  stays?: ReactNode;
  confirm: string;
  /** Label of the cancel button if the default does not fit, for example for a person. */
  keep?: string;
  intent: string;
  field: { name: string; value: string };
  token: string;
  reply: FormReply | undefined;
  back: string;
  /** Text about what is removed. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Form method="post" replace>
      <Dialog
        foot={
          <Button kind="remove-sure" name="intent" value={intent}>
            {confirm}
          </Button>
        }
        title={title}
        wayOut={{ label: keep ?? t('actions.keep'), to: back }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name={field.name} type="hidden" value={field.value} />
        {children}
        {stays === undefined ? null : <p className="text-muted">{stays}</p>}
      </Dialog>
    </Form>
  );
}
