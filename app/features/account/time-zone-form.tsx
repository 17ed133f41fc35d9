import { Form } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Dialog } from '#app/components/ui/dialog';
import { UNKNOWN_ZONE } from '#app/domain/zone-name';
import { TimeZoneField } from '#app/features/children/profile/time-zone-field';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import type { FormReply } from '#app/server/form.server';
import type { AccountFacts } from './account-page.server';

/** Shows the account's time zone with a link to change it. */
export function TimeZoneCard({ account: { ownZone } }: { account: AccountFacts }) {
  const { t } = useTranslation();
  return (
    <Card title={t('child.time_zone')}>
      <p data-testid="time-zone">{ownZone.label}</p>
      <p className="text-muted">{t('account_page.zone_hint')}</p>
      <div className="button-row">
        <ButtonLink preventScrollReset to="/account/time-zone">
          {t('account_page.change_zone')}
        </ButtonLink>
      </div>
    </Card>
  );
}

export function TimeZoneForm({ account, token, reply }: { account: AccountFacts; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  // Page data may reload while the dialog is open. The field and the version sent with it keep their first values (S29).
  const [{ ownZone, ownUpdatedAt }] = useState(account);
  const { form, field } = useForm<'time_zone' | 'updated_at' | 'opened'>({
    id: 'time-zone',
    defaultValue: { time_zone: ownZone.label, updated_at: String(ownUpdatedAt), opened: ownZone.zone },
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./account.schemas')).validateTimeZone,
  });
  const zone = field('time_zone');
  return (
    <Form {...form} method="post" replace>
      <Dialog
        foot={
          <Button kind="main" name="intent" value="time-zone">
            {t('actions.save')}
          </Button>
        }
        title={t('account_page.change_zone')}
        wayOut={{ label: t('actions.cancel'), to: '/account' }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name="updated_at" type="hidden" value={field('updated_at').initialValue} />
        <input name="opened" type="hidden" value={field('opened').initialValue} />
        <TimeZoneField
          defaultValue={zone.initialValue}
          errors={zone.errors}
          hint={t('account_page.zone_hint')}
          id={zone.id}
          isGuess={ownZone.zone === UNKNOWN_ZONE && reply === undefined}
          name={zone.name}
          own={ownZone}
        />
      </Dialog>
    </Form>
  );
}
