import { Form, Link } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '~/components/ui/button';
import { Dialog } from '~/components/ui/dialog';
import type { KnownChild } from '~/domain/child';
import { isolateName } from '~/domain/isolate-name';
import { FormMessageBox } from '~/features/shell/forms/form-message-box';
import { FormToken } from '~/features/shell/forms/form-token';
import { useForm } from '~/features/shell/forms/use-form';
import type { FormReply } from '~/server/form.server';
import { ChildFields } from './child-fields';
import { type ChildField, toChildTexts } from './child-texts';
import { Face } from './face';
import type { ShownZone } from './time-zone-field';

/** What is known of a child; a window over the page it belongs to, with an address of its own (4.8). `back` is where the reader came from. */
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
  // The fields stay as they were opened while the page follows the child: so do the version that is sent and what was there (S29).
  const [opened] = useState(child);
  const [openedZone] = useState(zone);
  const texts = toChildTexts({ ...opened, name: opened.givenName });
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
          // Another version comes with an answer alone: then the fields are filled anew.
          key={version}
          shownAs={name === givenName ? null : name}
          zone={openedZone}
        />
        <div className="own-face">
          <Face child={child} size="big" />
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
