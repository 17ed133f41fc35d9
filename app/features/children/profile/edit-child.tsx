import { Form, Link } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import type { KnownChild } from '#app/domain/child';
import { isolateName } from '#app/domain/isolate-name';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import type { FormReply } from '#app/server/form.server';
import { ChildAvatar } from './child-avatar';
import { ChildFields } from './child-fields';
import { type ChildField, toChildFormValues } from './child-form-values';
import type { ShownZone } from './time-zone-field';

/** Dialog to edit a child, with its own URL (4.8). `back` is the path of the page below. */
export function EditChild({
  child,
  zone,
  token,
  reply,
  back,
}: {
  child: KnownChild;
  zone: ShownZone;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const { name, givenName } = child;
  // Page data may reload while the dialog is open. The fields and the version sent with them keep their first values (S29).
  const [opened] = useState(child);
  const [openedZone] = useState(zone);
  const texts = toChildFormValues({ ...opened, name: opened.givenName });
  const { form, field } = useForm<ChildField | 'updated_at' | 'opened'>({
    id: 'edit-child',
    defaultValue: { ...texts, time_zone: openedZone.label, updated_at: String(opened.updatedAt), opened: JSON.stringify(texts) },
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./child.schemas')).validateChild,
  });
  const { initialValue: version } = field('updated_at');
  return (
    <Form {...form} method="post" replace>
      <Dialog
        foot={
          <Button kind="main" name="intent" value="edit-child">
            {t('actions.save')}
          </Button>
        }
        title={t('child.edit', { name: isolateName(name) })}
        wayOut={{ label: t('actions.cancel'), to: back }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name="child_id" type="hidden" value={child.id} />
        <input name="updated_at" type="hidden" value={version} />
        <input name="opened" type="hidden" value={field('opened').initialValue} />
        <ChildFields
          field={field}
          isGuess={false}
          // The version changes only with a reply; the new key then resets the fields.
          key={version}
          shownAs={name === givenName ? null : name}
          zone={openedZone}
        />
        <div className="own-face">
          <ChildAvatar child={child} size="big" />
          <ButtonLink preventScrollReset replace to={`${back}?child=${child.id}&face=1`}>
            {t('child.change_face')}
          </ButtonLink>
        </div>
        <Link className="remove-link" preventScrollReset replace to={`${back}?child=${child.id}&confirm=remove`}>
          <Trash2 aria-hidden className="icon" />
          {t('child.remove', { name: isolateName(name) })}
        </Link>
      </Dialog>
    </Form>
  );
}
