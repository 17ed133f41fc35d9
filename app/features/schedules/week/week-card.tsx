import { Link } from '@remix-run/react';
import { CalendarDays, Info } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#app/components/ui/empty-state';
import { Note } from '#app/components/ui/note';
import { weekdayName } from '#app/components/ui/weekdays';
import { hasHalves, writeDayEnd, writeHour } from '#app/domain/formats';
import type { WeekDay, WeekWindow } from '#app/domain/week';
import type { Clock } from '#app/features/shell/time/use-clock';
import { listNotes, toRuleName } from '../schedule-words';

const HOURS = [6, 12, 18];
/**
 * Minimum lengths in minutes of a box for more text. A column has 20.7 px per hour. Two lines with only the name, as with «Heure du coucher»,
 * need 36.5 px.
 */
const TWO_LINE_NAME_MINUTES = 106;
/** One line for the name and one for the times need 43 px. */
const NAME_AND_TIMES_MINUTES = 125;
/** Two lines each for name and times need 61.2 px with less spacing, for example Bedtime from 21:00 to midnight. */
const COMPACT_MINUTES = 178;
/** Two lines each for name and times need 75 px with normal spacing, for example with «desde las 21:00». */
const FULL_TEXT_MINUTES = 220;
/** Maximum indentation. More lanes would leave no width in a column. */
const LANES_MAX = 4;
const SIDES_MAX = 3;

/**
 * Shows the next seven days, with each schedule as a link to its editor, and notes on overlaps and exceptions. Wide screens show a column
 * per day; phones list the schedules as text.
 */
export function WeekCard({ week, hasApps, clock, path }: { week: Array<WeekDay>; hasApps: boolean; clock: Clock; path: string }) {
  const { t, i18n } = useTranslation();
  const notes = listNotes(t, i18n.language, week, clock);
  const isEmpty = week.every(({ windows }) => windows.length === 0);
  const minuteNow = clock.minuteNow();
  return (
    <section aria-labelledby="week" className="card week-card" data-testid="week">
      <div className="schedules-head">
        <h2 id="week">{t('schedules.week')}</h2>
      </div>
      {isEmpty ? (
        <EmptyState icon={<CalendarDays aria-hidden className="icon" />} title={t('schedules.empty')}>
          {t('schedules.empty_hint')}
        </EmptyState>
      ) : (
        <div className={hasHalves(clock.formats) ? 'week week-halves' : 'week'}>
          <p aria-hidden className="week-hours">
            {HOURS.map((hour) => (
              <span key={hour} style={{ '--at': hour } as CSSProperties}>
                {writeHour(clock.formats, hour)}
              </span>
            ))}
          </p>
          <ol className="week-days">
            {week.map((day, index) => (
              <li aria-current={index === 0 ? 'date' : undefined} key={day.date}>
                <h3>
                  <span aria-hidden>{weekdayName(clock.formats, day.weekday, 'short')}</span>
                  <b aria-hidden>{Number(day.date.slice(8))}</b>
                  <span className="sr-only">
                    {t('day.date', { weekday: weekdayName(clock.formats, day.weekday, 'long'), date: clock.date(day.from) })}
                  </span>
                </h3>
                <ul className="week-col">
                  {arrangeColumn(day.windows).map(({ window, lane, isCovered, ...side }) => (
                    <li data-lane={lane || undefined} key={`${window.ruleId} ${window.from}`} style={toBoxStyle(window, { lane, ...side })}>
                      <ScheduleLink clock={clock} isCovered={isCovered} path={path} window={window} />
                    </li>
                  ))}
                  {index === 0 ? <li aria-hidden className="now-line" style={{ '--at': minuteNow / 60 } as CSSProperties} /> : null}
                </ul>
              </li>
            ))}
          </ol>
        </div>
      )}
      {hasApps ? <p className="hint">{t('schedules.week_apps')}</p> : null}
      {notes.length === 0 ? null : (
        <Note icon={<Info aria-hidden className="icon" />}>
          <ul className="week-notes" data-testid="week-notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Note>
      )}
    </section>
  );
}

function ScheduleLink({ window, path, isCovered, clock }: { window: WeekWindow; path: string; isCovered: boolean; clock: Clock }) {
  const { t } = useTranslation();
  const { ruleId, fromMinute, untilMinute, startedPreviousDay, continuesNextDay } = window;
  const times = { from: clock.minute(fromMinute), to: untilMinute === 1440 ? writeDayEnd(clock.formats) : clock.minute(untilMinute) };
  const key = startedPreviousDay ? (continuesNextDay ? 'all_day' : 'until') : continuesNextDay ? 'from' : 'times';
  const minutes = untilMinute - fromMinute;
  const classes = [
    startedPreviousDay ? 'from-before' : '',
    continuesNextDay ? 'goes-on' : '',
    isCovered ? 'week-covered' : '',
    sizeClass(minutes),
  ];
  return (
    // Without discovery, because the route of this page is already loaded.
    <Link className={classes.filter(Boolean).join(' ')} discover="none" preventScrollReset to={`${path}?edit=${ruleId}`}>
      <b>{toRuleName(t, window)}</b> <span>{t(`schedules.${key}`, times)}</span>
    </Link>
  );
}

/** Returns the class for a box that is too low for the full text. */
function sizeClass(minutes: number): string {
  if (minutes < TWO_LINE_NAME_MINUTES) return 'week-line';
  if (minutes < NAME_AND_TIMES_MINUTES) return 'week-name';
  if (minutes < COMPACT_MINUTES) return 'week-short-name';
  return minutes < FULL_TEXT_MINUTES ? 'week-compact' : '';
}

type PlacedSchedule = { window: WeekWindow; lane: number; side: number; sides: number; isCovered: boolean };

/**
 * Places the schedules of a day so that each name is visible. Schedules that start at about the same time share the width. A later schedule
 * is drawn on top, indented once for each earlier group that is still running. `isCovered`: a later schedule hides the end of this one.
 */
function arrangeColumn(windows: Array<WeekWindow>): Array<PlacedSchedule> {
  const groups: Array<Array<WeekWindow>> = [];
  for (const window of windows) {
    const last = groups.at(-1);
    const isBeside =
      last?.some(({ untilMinute }) => untilMinute > window.fromMinute) &&
      window.fromMinute - (last.at(-1)?.fromMinute ?? 0) < NAME_AND_TIMES_MINUTES;
    if (last !== undefined && isBeside) last.push(window);
    else groups.push([window]);
  }
  return groups.flatMap((group, index) => {
    const first = group[0]?.fromMinute ?? 0;
    const running = groups.slice(0, index).filter((before) => before.some(({ untilMinute }) => untilMinute > first)).length;
    const sides = Math.min(group.length, SIDES_MAX);
    return group.map((window, position) => ({
      window,
      lane: Math.min(LANES_MAX, running),
      side: Math.min(position, sides - 1),
      sides,
      isCovered: groups.slice(index + 1).some((later) => (later[0]?.fromMinute ?? 0) < window.untilMinute),
    }));
  });
}

function toBoxStyle({ fromMinute, untilMinute }: WeekWindow, { lane, side, sides }: Pick<PlacedSchedule, 'lane' | 'side' | 'sides'>) {
  return { '--from': toHours(fromMinute), '--to': toHours(untilMinute), '--lane': lane, '--side': side, '--sides': sides } as CSSProperties;
}

/** Converts minutes to hours, rounded to thousandths. Unrounded fractions would be a tenth of a long week's markup. */
function toHours(minute: number): number {
  return Math.round((minute / 60) * 1000) / 1000;
}
