import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { isolateName } from '#app/domain/isolate-name';
import type { Schedule } from '#app/domain/rule';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { writeTime } from '#app/features/shell/time/times';
import { useFormats } from '#app/features/shell/time/use-formats';
import type { FormReply } from '#app/server/form.server';
import { toScheduleSentence } from '../schedule-words';

/** Asks before a schedule is deleted (RULE-024). Describes it and says that turning it off would keep it. */
export function RemoveSchedule({
  schedule,
  token,
  reply,
  back,
}: {
  schedule: Schedule;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  return (
    <Form method="post" replace>
      <Dialog
        foot={
          <Button kind="remove-sure" name="intent" value="schedule-remove">
            {t('schedules.remove_sure')}
          </Button>
        }
        title={t('schedules.remove_question', { name: isolateName(schedule.name) })}
        wayOut={{ label: t('actions.keep'), to: back }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={token} />
        <input name="rule_id" type="hidden" value={schedule.id} />
        <p>{toScheduleSentence(t, i18n.language, schedule, { formats, minute: (minute) => writeTime(minute, formats) })}</p>
        <p className="text-muted">{t('schedules.remove_hint')}</p>
      </Dialog>
    </Form>
  );
}
