import { Form, Link } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '~/components/ui/button';
import { Dialog } from '~/components/ui/dialog';
import type { KnownChild } from '~/domain/child';
import { isolateName } from '~/domain/isolate-name';
import type { TimeZone } from '~/domain/time';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import { useForm } from '~/features/shell/use-form';
import type { FormReply } from '~/server/form.server';
import { type ChildField, ChildFields } from './child-fields';
import { Face } from './face';

/** What is known of a child; a window over the page it belongs to, with an address of its own (4.8). `back` is where the reader came from. */
export function EditChild({
  child,
  zones,
  token,
  reply,
  back,
}: {
  child: KnownChild;
  zones: Array<TimeZone>;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const { name, givenName, birthday, gender, timeZone, locale } = child;
  const { form, field } = useForm<ChildField>({
    id: 'edit-child',
    defaultValue: { name: givenName, birthday: birthday ?? '', gender: gender ?? '', time_zone: timeZone, locale: locale ?? '' },
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./child.schemas')).validateChild,
  });
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
        <NoticeBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name="child_id" type="hidden" value={child.id} />
        <input name="updated_at" type="hidden" value={child.updatedAt} />
        <div className="own-face">
          <Face child={child} size="big" />
          <ButtonLink preventScrollReset replace to={`${back}?child=${child.id}&face=1`}>
            {t('child.change_face')}
          </ButtonLink>
        </div>
        <ChildFields field={field} isGuess={false} shownAs={name === givenName ? null : name} zone={timeZone} zones={zones} />
        <Link className="remove-link" preventScrollReset replace to={`${back}?child=${child.id}&confirm=remove`}>
          <Trash2 aria-hidden className="icon" />
          {t('child.remove', { name: isolateName(name) })}
        </Link>
      </Dialog>
    </Form>
  );
}
