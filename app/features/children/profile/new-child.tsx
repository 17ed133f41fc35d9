import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import type { FormReply } from '#app/server/form.server';
import { ChildFields } from './child-fields';
import type { ChildField } from './child-form-values';
import type { ShownZone } from './time-zone-field';

/** Dialog to add a child, optionally followed by pairing a device (FAM-003). */
export function NewChild({
  zone,
  isZoneGuess,
  canPair,
  token,
  reply,
  back,
}: {
  zone: ShownZone;
  isZoneGuess: boolean;
  /** True if the plan has room for another device. */
  canPair: boolean;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const { form, field } = useForm<ChildField>({
    id: 'new-child',
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./child.schemas')).validateChild,
  });
  return (
    <Form {...form} method="post" replace>
      <Dialog
        foot={
          <>
            {/* Enter activates the first button. */}
            <Button kind="main" name="intent" value="new-child">
              {t('child.add')}
            </Button>
            {canPair ? (
              <Button name="intent" value="new-child-pair">
                {t('child.add_and_pair')}
              </Button>
            ) : null}
          </>
        }
        title={t('family.add_child')}
        wayOut={{ label: t('actions.cancel'), to: back }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <ChildFields field={field} isGuess={isZoneGuess && reply === undefined} isNew zone={zone} />
      </Dialog>
    </Form>
  );
}
