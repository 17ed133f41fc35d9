import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Dialog } from '~/components/ui/dialog';
import { FormMessageBox } from '~/features/shell/forms/form-message-box';
import { FormToken } from '~/features/shell/forms/form-token';
import type { FormReply } from '~/server/form.server';

/** The one kind of question that is asked: for what cannot be undone. It has an address, so that it works without script. */
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
  /** What is not touched. */
  stays?: ReactNode;
  confirm: string;
  /** The way out in words for a person; things are kept. */
  keep?: string;
  intent: string;
  field: { name: string; value: string };
  token: string;
  reply: FormReply | undefined;
  back: string;
  /** What goes. */
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
