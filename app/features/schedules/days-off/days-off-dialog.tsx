import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { Field } from '#app/components/ui/field';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { DAYS_OFF_FIELDS } from '../editor/schedule-form';
import type { DaysOff } from '../schedule-panel.server';

const [FIRST, LAST] = DAYS_OFF_FIELDS;

/** Turns all schedules off for some days, for example for a holiday. A second form turns them on again early. */
export function DaysOffDialog({
  daysOff: { today, until },
  clock,
  token,
  reply,
  back,
}: {
  daysOff: DaysOff;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const sent = reply?.lastResult?.initialValue;
  const errorsOf = (field: string) => toErrorTexts(t, reply?.lastResult?.error?.[field] ?? undefined);
  return (
    <Dialog backLabel={t('actions.back')} title={t('schedules.days_off')} wayOut={{ label: t('actions.close'), to: back }}>
      <FormMessageBox notice={reply?.notice} />
      {until === null ? null : (
        <Form className="stack" method="post" replace>
          <FormToken token={token} />
          <input name={FIRST} type="hidden" value={today} />
          <input name={LAST} type="hidden" value={until.date} />
          <p>{t('schedules.days_off_until', { date: clock.date(until.at) })}</p>
          <Button kind="soft" name="intent" value="schedules-back">
            {t('schedules.days_back')}
          </Button>
        </Form>
      )}
      <Form className="stack" method="post" replace>
        <FormToken token={token} />
        <p className="hint">{t('schedules.days_off_hint')}</p>
        <div className="field-row">
          <Field
            defaultValue={String(sent?.[FIRST] ?? today)}
            errors={[...errorsOf(FIRST), ...errorsOf('exceptions')]}
            id={FIRST}
            label={t('schedules.date')}
            min={today}
            name={FIRST}
            type="date"
          />
          <Field
            defaultValue={String(sent?.[LAST] ?? until?.date ?? '')}
            errors={errorsOf(LAST)}
            id={LAST}
            label={t('schedules.last_date')}
            min={today}
            name={LAST}
            type="date"
          />
        </div>
        <Button kind="main" name="intent" value="schedules-off">
          {t('schedules.days_off_save')}
        </Button>
      </Form>
    </Dialog>
  );
}
