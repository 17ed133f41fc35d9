import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '~/components/ui/button';
import { Sheet } from '~/components/ui/sheet';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import type { FormReply } from '~/server/form.server';

/** The one kind of question that is asked: for what cannot be undone. A page, so that it works without script. */
export function ConfirmRemoval({
  title,
  text,
  stays,
  confirm,
  intent,
  field,
  token,
  reply,
  back,
}: {
  title: string;
  text: ReactNode;
  /** What is not touched. */
  stays?: ReactNode;
  confirm: string;
  intent: string;
  field: { name: string; value: string };
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  return (
    <Form method="post">
      <Sheet
        foot={
          <>
            <ButtonLink to={back}>{t('actions.keep')}</ButtonLink>
            <Button kind="remove-sure" name="intent" value={intent}>
              {confirm}
            </Button>
          </>
        }
        title={title}
      >
        <NoticeBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name={field.name} type="hidden" value={field.value} />
        <p>{text}</p>
        {stays === undefined ? null : <p className="text-muted">{stays}</p>}
      </Sheet>
    </Form>
  );
}
