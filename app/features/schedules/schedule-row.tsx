import { Form } from '@remix-run/react';
import { AppWindow, CalendarClock, CalendarOff, Moon, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { IconFromSprite } from '#app/components/ui/icon-sprite';
import { toClockTime } from '#app/domain/clock-window';
import type { SkippableDate } from '#app/domain/week';
import { toScheduleName } from '#app/features/children/status/reason-text';
import { FormToken } from '#app/features/shell/forms/form-token';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { ScheduleRow } from './schedule-panel.server';
import { toAppsSentence, toScheduleSentence } from './schedule-words';

/** Icons of the rows. A panel with rows must include them in its `IconSprite`. */
export const ROW_ICONS = {
  apps: AppWindow,
  bedtime: Moon,
  schedule: CalendarClock,
  edit: Pencil,
  remove: Trash2,
  skip: CalendarOff,
  unskip: Undo2,
} as const;

/** One schedule in words, with its switch and actions. All controls are buttons or links, so they work without script. */
export function ScheduleRowItem({
  row,
  isDuplicate,
  token,
  path,
  clock,
}: {
  row: ScheduleRow;
  isDuplicate: boolean;
  token: string;
  path: string;
  clock: Clock;
}) {
  const { t, i18n } = useTranslation();
  const { schedule, skippable } = row;
  const { id, kind, scope } = schedule;
  const isOn = !schedule.suspended;
  const name = toScheduleName(t, kind, schedule.name);
  const sentence = toScheduleSentence(t, i18n.language, schedule, clock);
  const label = isDuplicate ? t('schedules.named_times', { name, times: sentence }) : name;
  const picture: keyof typeof ROW_ICONS = scope === 'apps' ? 'apps' : kind === 'default-schedule' ? 'bedtime' : 'schedule';
  return (
    <li data-kind={kind} data-on={isOn ? 'true' : 'false'} data-rule={id} data-testid="window">
      <span className="device-pic">
        <IconFromSprite name={picture} size="usual" />
      </span>
      <div>
        <h3>{name}</h3>
        <p data-testid="window-times">{sentence}</p>
        <p className="hint">{listFacts(row).join(sentenceSeparator(i18n.language))}</p>
      </div>
      <Form method="post" preventScrollReset>
        <Version row={row} token={token} />
        <button
          aria-checked={isOn}
          aria-label={label}
          className="switch"
          name="intent"
          role="switch"
          type="submit"
          value={isOn ? 'schedule-off' : 'schedule-on'}
        />
      </Form>
      {kind === 'default-schedule' && !isOn ? <QuickStarts clock={clock} row={row} token={token} /> : null}
      <div className="edits">
        <ButtonLink aria-label={t('schedules.edit_named', { name: label })} kind="quiet" preventScrollReset to={`${path}?edit=${id}`}>
          <IconFromSprite name="edit" />
          {t('actions.edit')}
        </ButtonLink>
        {kind === 'default-schedule' ? null : (
          <ButtonLink aria-label={t('schedules.remove_named', { name: label })} kind="quiet" preventScrollReset to={`${path}?remove=${id}`}>
            <IconFromSprite name="remove" />
            {t('schedules.remove')}
          </ButtonLink>
        )}
        {skippable === null ? null : <SkipForm clock={clock} row={row} token={token} skippable={skippable} />}
      </div>
    </li>
  );

  function listFacts({ next, apps, isOverLimit }: ScheduleRow): Array<string> {
    return [
      ...(isOn ? [] : [t('rules.switched_off')]),
      ...(isOverLimit ? [t('limits.schedule_over')] : []),
      ...(skippable?.change === 'off' ? [toOff(skippable)] : []),
      ...(next === null ? [] : [toNext(next)]),
      ...(schedule.recurring || schedule.expiresAt === null
        ? []
        : [t('schedules.one_time_until', { when: clock.moment(schedule.expiresAt) })]),
      ...(apps === null ? [] : [toAppsSentence(t, i18n.language, apps)]),
    ];
  }

  function toOff({ previousWindowEnd, nextWindowStart }: SkippableDate): string {
    if (previousWindowEnd !== null) return t('schedules.off_night', { until: clock.until(previousWindowEnd) });
    return nextWindowStart === null ? t('schedules.off_today') : t('schedules.off_coming', { when: clock.moment(nextWindowStart) });
  }

  function toNext({ from, until }: { from: number; until: number }): string {
    return from <= clock.now ? t('schedules.runs', { until: clock.until(until) }) : t('schedules.next', { when: clock.moment(from) });
  }
}

const QUICK_STARTS = [
  [20, 7],
  [21, 7],
  [22, 6],
] as const;

/** Offers usual times for Bedtime while Bedtime is off. One tap sets the times and turns Bedtime on. */
function QuickStarts({ row, token, clock }: { row: ScheduleRow; token: string; clock: Clock }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, but this groups forms.
    <div aria-labelledby={id} className="quick-starts" role="group">
      <p className="hint" id={id}>
        {t('schedules.quick')}
      </p>
      {QUICK_STARTS.map(([from, to]) => (
        <Form key={from} method="post" preventScrollReset>
          <Version row={row} token={token} />
          <input name="from" type="hidden" value={toClockTime(from * 60)} />
          <input name="to" type="hidden" value={toClockTime(to * 60)} />
          <Button kind="soft" name="intent" value="schedule-bedtime">
            {t('schedules.times', { from: clock.minute(from * 60), to: clock.minute(to * 60) })}
          </Button>
        </Form>
      ))}
    </div>
  );
}

/**
 * Skips one date of a schedule, or restores that date (A122). In the morning, the date is that of the running night. Late in the day, it is
 * the date of a night that starts after midnight. The form contains the date, so midnight between page load and submit does not change it.
 */
function SkipForm({ row, skippable, token, clock }: { row: ScheduleRow; skippable: SkippableDate; token: string; clock: Clock }) {
  const { t } = useTranslation();
  const { previousWindowEnd, nextWindowStart } = skippable;
  return (
    <Form className="edits-turn" method="post" preventScrollReset>
      <Version row={row} token={token} />
      <input name="date" type="hidden" value={skippable.date} />
      {skippable.change === 'off' ? null : (
        <Button kind="quiet" name="intent" value="schedule-skip">
          <IconFromSprite name="skip" />
          {toSkip()}
        </Button>
      )}
      {skippable.change === 'none' ? null : (
        <Button kind="quiet" name="intent" value="schedule-unskip">
          <IconFromSprite name="unskip" />
          {toUnskip()}
        </Button>
      )}
    </Form>
  );

  function toSkip(): string {
    if (previousWindowEnd !== null) return t('schedules.skip_night', { until: clock.until(previousWindowEnd) });
    return nextWindowStart === null ? t('schedules.skip') : t('schedules.skip_coming', { when: clock.moment(nextWindowStart) });
  }

  function toUnskip(): string {
    if (previousWindowEnd !== null) return t('schedules.unskip_night');
    return nextWindowStart === null ? t('schedules.unskip') : t('schedules.unskip_coming', { when: clock.moment(nextWindowStart) });
  }
}

function Version({ row: { schedule }, token }: { row: ScheduleRow; token: string }) {
  return (
    <>
      <FormToken token={token} />
      <input name="rule_id" type="hidden" value={schedule.id} />
      <input name="updated_at" type="hidden" value={schedule.updatedAt} />
    </>
  );
}
