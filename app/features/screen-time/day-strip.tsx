import { Moon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon } from '#app/components/ui/state-icon';
import { weekdayName } from '#app/components/ui/weekdays';
import type { Day, Stretch } from '#app/domain/day';
import type { DeviceView } from '#app/domain/device';
import { hasHalves, writeDayEnd, writeHour } from '#app/domain/formats';
import type { Instant } from '#app/domain/time';
import { type ChildStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { toReasonText, toScheduleName } from '#app/features/children/status/reason-text';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';

/** The highlighted part of the day strip. `view`: the state, or `pending` for an unconfirmed one, which sets the color. */
export type HighlightedStretch = { from: Instant; until: Instant; view: Exclude<DeviceView, 'unmanaged'> };

/**
 * Returns the requested state if every device available to the child has it, else «pending» (A118). Returns «unmanaged» if no device is
 * managed.
 */
export function toConfirmedView({ view, state, devices }: ChildStatus): DeviceView {
  if (view === 'unmanaged') return 'unmanaged';
  const here = devices.filter((device) => device.view !== 'unmanaged' && !followsOtherChild(device));
  return here.length > 0 && here.every((device) => device.view === state) ? state : 'pending';
}

/** Shows the child's current day as a strip, and as sentences for screen readers. */
export function DayStrip({
  day,
  highlighted,
  status,
  clock,
}: {
  day: Day;
  highlighted: HighlightedStretch | null;
  status: ChildStatus;
  clock: Clock;
}) {
  const { t } = useTranslation();
  const weekday = weekdayName(clock.formats, new Date(day.date).getUTCDay(), 'long');
  const sentences = useSentences(day, status, clock);
  return (
    <section aria-labelledby="today" className="card" data-testid="day">
      <h2 id="today">
        {t('day.today')} <span className="day-date">{t('day.date', { weekday, date: clock.date(day.from) })}</span>
      </h2>
      <ol aria-hidden className="strip">
        {day.planned.map(({ ruleId, kind, name, from, until }) => (
          <li data-planned={ruleId} key={`${ruleId} ${from}`} style={toStretchStyle(day, from, until)}>
            {kind === 'default-schedule' ? <Moon className="icon-small" /> : null}
            <span>{kind === 'default-schedule' ? null : toScheduleName(t, kind, name)}</span>
          </li>
        ))}
        {highlighted === null ? null : (
          <li className="strip-force" data-state={highlighted.view} style={toStretchStyle(day, highlighted.from, highlighted.until)}>
            <StateIcon view={highlighted.view} />
          </li>
        )}
        <li className="strip-now" style={toStretchStyle(day, clock.now, clock.now)}>
          <span>{clock.time(clock.now)}</span>
        </li>
      </ol>
      <p aria-hidden className={hasHalves(clock.formats) ? 'strip-hours strip-halves' : 'strip-hours'}>
        {day.hours.map(({ hour, at }) => (
          <span key={hour} style={toStretchStyle(day, at, at)}>
            {writeHour(clock.formats, hour)}
          </span>
        ))}
        <span style={toStretchStyle(day, day.until, day.until)}>{writeHour(clock.formats, 24)}</span>
      </p>
      <p className="strip-key">
        {day.planned.length === 0 ? null : (
          <span aria-hidden>
            <i />
            {t('day.key_planned')}
          </span>
        )}
        {highlighted === null ? null : (
          <span aria-hidden>
            <i data-state={highlighted.view} />
            {t(highlighted.view === 'pending' ? 'day.key_asked' : 'day.key_now')}
          </span>
        )}
      </p>
      <ul className="sr-only">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Returns sentences for the planned schedules, then for the rest of the day. A current state that devices have not confirmed is described
 * as requested.
 */
function useSentences(day: Day, status: ChildStatus, clock: Clock): Array<string> {
  const { t, i18n } = useTranslation();
  const span = ({ from, until }: { from: Instant; until: Instant }) => ({
    from: clock.time(from),
    until: until === day.until ? writeDayEnd(clock.formats) : clock.time(until),
  });
  const view = toConfirmedView(status);
  const describeStretch = (stretch: Stretch, index: number) => {
    const override = stretch.why?.kind === 'override' ? status.override : null;
    const reason = toReasonText(t, stretch.why, override, clock, status.usage?.limitSeconds);
    const key = index === 0 && view === 'pending' ? 'day.stretch_asked' : 'day.stretch';
    const what = t(key, { ...span(stretch), state: t(`state_word.${stretch.state}`) });
    return reason === null ? what : `${what}${sentenceSeparator(i18n.language)}${reason}`;
  };
  return [
    ...day.planned.map((window) => t('day.planned', { ...span(window), name: toScheduleName(t, window.kind, window.name) })),
    ...(view === 'unmanaged' ? [] : day.upcoming.map(describeStretch)),
  ];
}

/** Returns the position of a stretch on a scale of 24 hours. A day with a clock change is scaled to the same length. */
function toStretchStyle(
  { from: start, until: end }: Day,
  from: Instant,
  until: Instant,
): CSSProperties & Record<'--from' | '--to', number> {
  const hoursAt = (at: Instant) => Math.round(((Math.min(Math.max(at, start), end) - start) / (end - start)) * 24_000) / 1000;
  return { '--from': hoursAt(from), '--to': hoursAt(until) };
}
