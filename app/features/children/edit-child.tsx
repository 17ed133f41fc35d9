import { useForm } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Sheet } from '~/components/ui/sheet';
import type { Child } from '~/domain/child';
import type { TimeZone } from '~/domain/time';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import { useValidation } from '~/features/shell/use-validation';
import type { FormReply } from '~/server/form.server';
import { TimeZoneField } from './time-zone-field';

/** Name and time zone of a child; a page of its own (4.8 works without script). `back` is where the reader came from. */
export function EditChild({
  child,
  zones,
  token,
  reply,
  back,
}: {
  child: Child;
  zones: Array<TimeZone>;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const { onFocus, onValidate } = useValidation(async () => (await import('./child.schemas')).validateChild);
  const [form, fields] = useForm<{ name: string; time_zone: string }>({
    id: 'edit-child',
    defaultValue: { name: child.name, time_zone: child.timeZone },
    lastResult: reply?.lastResult ?? null,
    onValidate,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
  });
  return (
    <Form id={form.id} method="post" noValidate={form.noValidate} onFocus={onFocus} onSubmit={form.onSubmit}>
      <Sheet
        foot={
          <>
            <ButtonLink to={back}>{t('actions.cancel')}</ButtonLink>
            <Button kind="main" name="intent" value="edit-child">
              {t('actions.save')}
            </Button>
          </>
        }
        title={t('child.edit', { name: child.name })}
      >
        <NoticeBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name="child_id" type="hidden" value={child.id} />
        <input name="updated_at" type="hidden" value={child.updatedAt} />
        <Field
          autoComplete="off"
          defaultValue={fields.name.initialValue}
          errors={toErrorTexts(t, fields.name.errors)}
          id={fields.name.id}
          key={fields.name.key}
          label={t('child.name')}
          name={fields.name.name}
          required
        />
        <TimeZoneField
          defaultValue={fields.time_zone.initialValue ?? child.timeZone}
          errors={fields.time_zone.errors}
          id={fields.time_zone.id}
          name={fields.time_zone.name}
          zones={zones}
        />
        <Link className="remove-link" to={`${back}?child=${child.id}&confirm=remove`}>
          <Trash2 aria-hidden className="icon" />
          {t('child.remove', { name: child.name })}
        </Link>
      </Sheet>
    </Form>
  );
}
