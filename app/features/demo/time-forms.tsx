import { useTranslation } from 'react-i18next';
import { Duration } from '#app/components/ui/duration';
import { SelectField } from '#app/components/ui/field';
import { TimeWindow } from '#app/components/ui/time-window';
import { WeekdayMinutes } from '#app/components/ui/weekday-minutes';
import { Weekdays } from '#app/components/ui/weekdays';
import type { Weekdays as Flags } from '#app/domain/rule';
import { useClock } from '#app/features/shell/time/use-clock';
import { EVENING } from './samples';
import { Specimen } from './specimen';

const MINUTE_MS = 60_000;
const SCHOOL_DAYS = [1, 2, 3, 4, 5];
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Examples of fields for times, days, durations and a number per weekday. */
export function TimeForms() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const clock = useClock(EVENING.zone, EVENING.now);
  const span = (minutes: number) => (minutes === 0 ? common('time.minutes', { value: 0 }) : clock.span(minutes * MINUTE_MS));
  const ends = (from: string, to: string) => ({
    from: { name: 'from', label: common('rules.from'), defaultValue: from },
    to: { name: 'to', label: common('rules.to'), defaultValue: to },
  });
  const length = ({ minutes }: { minutes: number }) => t('forms.window_length', { span: span(minutes) });
  const nextDay = common('rules.next_day');
  const reading = (days: Flags) => {
    const on = days.flatMap((isOn, day) => (isOn ? [day] : []));
    if (on.length === 0) return null;
    if (on.length === EVERY_DAY.length) return t('forms.every_day');
    if (on.join() === SCHOOL_DAYS.join()) return t('forms.school_days');
    return t('forms.some_days', { count: on.length });
  };
  const duration = {
    hours: t('forms.hours'),
    minutes: t('forms.minutes'),
    hourText: (value: number) => common('time.hours', { value }),
    minuteText: (value: number) => common('time.minutes', { value }),
    maxHours: 12,
  };
  const days = { formats: clock.formats, label: common('rules.starts_on'), reading };
  const week = {
    formats: clock.formats,
    reading: span,
    sameEveryDay: t('forms.same_every_day'),
    sum: (minutes: number) => t('forms.week_sum', { span: span(minutes) }),
    unit: t('forms.minutes_unit'),
  };
  return (
    <>
      <Specimen title={t('forms.times')}>
        <TimeWindow {...ends('21:00', '07:00')} id="night" nextDay={nextDay} reading={length} />
        <TimeWindow {...ends('13:00', '14:30')} id="noon" nextDay={nextDay} reading={length} />
        <TimeWindow {...ends('06:00', '06:00')} disabled id="whole-day" nextDay={nextDay} reading={length} />
        <Weekdays {...days} defaultValue={SCHOOL_DAYS} id="school-days" name="school_days" />
        <Weekdays {...days} defaultValue={EVERY_DAY} disabled id="every-day" name="every_day" />
        <Weekdays {...days} defaultValue={[]} errors={[t('forms.no_day')]} id="no-day" name="no_day" />
        <Duration {...duration} defaultValue={90} id="duration" label={t('forms.how_long')} name="duration" />
        <SelectField defaultValue="30" id="ready" label={t('forms.how_long_ready')} name="ready">
          <option value="15">{span(15)}</option>
          <option value="30">{span(30)}</option>
          <option value="60">{span(60)}</option>
        </SelectField>
      </Specimen>
      <Specimen title={common('usage.heading')}>
        <WeekdayMinutes
          {...week}
          defaultValue={[150, 90, 90, 90, 120, 120, 180]}
          id="allowance"
          label={t('forms.allowance')}
          name="allowance"
          today={EVENING.weekday}
        />
      </Specimen>
      <Specimen title={t('forms.allowance')}>
        <WeekdayMinutes
          {...week}
          defaultValue={[0, 15, 600, 1440, 120, 121, 0]}
          disabled
          id="allowance-off"
          label={t('forms.disabled')}
          name="allowance_off"
          today={null}
        />
      </Specimen>
    </>
  );
}
