import { Form } from '@remix-run/react';
import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Field, SelectField } from '#app/components/ui/field';
import { Note } from '#app/components/ui/note';
import { weekdayName } from '#app/components/ui/weekdays';
import { isolateName } from '#app/domain/isolate-name';
import type { Instant, TimeZone } from '#app/domain/time';
import type { StatusForecast } from '#app/domain/week';
import { toRuleLine } from '#app/features/children/status/reason-text';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import type { ActiveAppSchedule, TimeCheck } from '../schedule-panel.server';
import { toAppsSentence } from '../schedule-words';

const AT_FIRST = '18:00';
const WHOLE_DAY_SECONDS = 86_400;

/**
 * «Check a time»: forecasts the state at any minute of the coming week. The chosen time is in the URL, so the form works without script
 * (A119).
 */
export function CheckTimeCard({
  check,
  days,
  clock,
  path,
  timeZone,
}: {
  check: TimeCheck | null;
  days: Array<{ date: string; weekday: number; from: Instant }>;
  clock: Clock;
  path: string;
  timeZone: TimeZone;
}) {
  const { t } = useTranslation();
  const fault = check !== null && typeof check.answer === 'string' ? check.answer : null;
  const errors = fault === null ? [] : [t(fault === 'passed' ? 'schedules.ask_passed' : `error_strings.${fault}`)];
  return (
    <section aria-labelledby="ask" className="card" id="what-holds">
      <h2 id="ask">{t('schedules.ask')}</h2>
      <Form action={`${path}#what-holds`} className="ask" method="get" preventScrollReset>
        <SelectField defaultValue={check?.date} id="ask-on" label={t('schedules.ask_on')} name="on">
          {days.map(({ date, weekday, from }) => (
            <option key={date} value={date}>
              {t('day.date', { weekday: weekdayName(clock.formats, weekday, 'long'), date: clock.date(from) })}
            </option>
          ))}
        </SelectField>
        <Field
          defaultValue={check?.time ?? AT_FIRST}
          errors={errors}
          id="ask-at"
          label={t('schedules.ask_at')}
          name="at"
          required
          type="time"
        />
        <Button kind="soft">{t('schedules.ask_button')}</Button>
      </Form>
      {check === null || typeof check.answer === 'string' ? null : (
        <Answer forecast={check.answer} appSchedules={check.appSchedules} time={check.time} timeZone={timeZone} />
      )}
    </section>
  );
}

function Answer({
  forecast: { clock, answers },
  appSchedules,
  time,
  timeZone,
}: {
  forecast: StatusForecast;
  appSchedules: Array<ActiveAppSchedule>;
  time: string;
  timeZone: TimeZone;
}) {
  const { t } = useTranslation();
  return (
    <div className="stack" data-clock={clock} data-testid="foreseen" role="status">
      {clock === 'once' ? null : (
        <Note icon={<CircleHelp aria-hidden className="icon" />}>
          {t(clock === 'skipped' ? 'schedules.ask_skipped' : 'schedules.ask_twice', { time })}
        </Note>
      )}
      {answers.map((answer, index) => (
        <OneAnswer
          answer={answer}
          key={answer.at}
          lead={answers.length === 1 ? 'ask_answer' : index === 0 ? 'ask_first' : 'ask_second'}
          appSchedules={appSchedules.filter(({ at }) => at === answer.at)}
          timeZone={timeZone}
        />
      ))}
    </div>
  );
}

/** The forecast for one instant: state, reason, rules on hold and next change. Uses the same texts as «Why?» on the page. */
function OneAnswer({
  answer,
  lead,
  appSchedules,
  timeZone,
}: {
  answer: StatusForecast['answers'][number];
  lead: 'ask_answer' | 'ask_first' | 'ask_second';
  appSchedules: Array<ActiveAppSchedule>;
  timeZone: TimeZone;
}) {
  const { t, i18n } = useTranslation();
  const clock = useClock(timeZone, answer.at);
  const { state, why, overridden, nextChange, limitSeconds, leftSeconds } = answer;
  // A daily limit of 24 hours limits nothing.
  const isLimited = limitSeconds !== null && limitSeconds < WHOLE_DAY_SECONDS;
  const next =
    nextChange === null
      ? t('manage.no_next_change')
      : t('manage.next_change', { state: t(`state_word.${nextChange.state}`), when: clock.moment(nextChange.at) });
  return (
    <div data-state={state}>
      <p>
        <strong>{t(`schedules.${lead}`, { time: clock.time(answer.at), state: t(`state_word.${state}`) })}</strong>
        {sentenceSeparator(i18n.language)}
        {next}
      </p>
      <ul className="hint">
        {why === null ? null : <li>{t('reason.counts', { rule: toRuleLine(t, why, null, clock, limitSeconds) })}</li>}
        {why === null && isLimited ? <li>{toWithin(limitSeconds)}</li> : null}
        {why === null && !isLimited && appSchedules.length === 0 ? <li>{t('schedules.ask_nothing')}</li> : null}
        {overridden.map((reason) => (
          <li key={`${reason.kind} ${reason.ruleId}`}>{t('reason.waits', { rule: toRuleLine(t, reason, null, clock, limitSeconds) })}</li>
        ))}
        {appSchedules.map(({ name, apps }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list is never sorted.
          <li key={index}>{t('schedules.ask_apps', { name: isolateName(name), sentence: toAppsSentence(t, i18n.language, apps) })}</li>
        ))}
      </ul>
    </div>
  );

  function toWithin(limit: number): string {
    return leftSeconds === null
      ? t('schedules.ask_within', { span: clock.span(limit * 1000) })
      : t('schedules.ask_left', { left: clock.span(leftSeconds * 1000) });
  }
}
