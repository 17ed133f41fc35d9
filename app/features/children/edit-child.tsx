import { Form, Link } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Dialog } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import type { Child } from '~/domain/child';
import type { TimeZone } from '~/domain/time';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import { useForm } from '~/features/shell/use-form';
import type { FormReply } from '~/server/form.server';
import { isolateName } from './isolate-name';
import { TimeZoneField } from './time-zone-field';

/** Name and time zone of a child; a window over the page it belongs to, with an address of its own (4.8). `back` is where the reader came from. */
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
  const { form, field } = useForm<'name' | 'time_zone'>({
    id: 'edit-child',
    defaultValue: { name: child.name, time_zone: child.timeZone },
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./child.schemas')).validateChild,
  });
  const [name, zone] = [field('name'), field('time_zone')];
  return (
    <Form {...form} method="post">
      <Dialog
        foot={
          <Button kind="main" name="intent" value="edit-child">
            {t('actions.save')}
          </Button>
        }
        title={t('child.edit', { name: isolateName(child.name) })}
        wayOut={{ label: t('actions.cancel'), to: back }}
      >
        <NoticeBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name="child_id" type="hidden" value={child.id} />
        <input name="updated_at" type="hidden" value={child.updatedAt} />
        <Field
          autoComplete="off"
          defaultValue={name.initialValue}
          errors={toErrorTexts(t, name.errors)}
          id={name.id}
          label={t('child.name')}
          name={name.name}
          required
        />
        <TimeZoneField
          defaultValue={zone.initialValue ?? child.timeZone}
          errors={zone.errors}
          id={zone.id}
          name={zone.name}
          zones={zones}
        />
        <Link className="remove-link" preventScrollReset to={`${back}?child=${child.id}&confirm=remove`}>
          <Trash2 aria-hidden className="icon" />
          {t('child.remove', { name: isolateName(child.name) })}
        </Link>
      </Dialog>
    </Form>
  );
}
