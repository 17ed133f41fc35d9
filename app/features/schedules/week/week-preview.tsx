import type { TFunction } from 'i18next';
import { Info } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '#app/components/ui/note';
import { weekdayName } from '#app/components/ui/weekdays';
import type { WeekDay } from '#app/domain/week';
import type { Clock } from '#app/features/shell/time/use-clock';
import { listNotes } from '../schedule-words';

/** Shows the coming seven days with this schedule among the others, and notes about this schedule. Notes never prevent saving. */
export function WeekPreview({ week, ruleId, clock }: { week: Array<WeekDay>; ruleId: string; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const notes = [...listWholeDays(t, week, ruleId, clock), ...listNotes(t, i18n.language, week, clock, ruleId)];
  const toTimes = ({ windows }: WeekDay) =>
    windows
      .filter((one) => one.ruleId === ruleId && !one.startedPreviousDay)
      .map(({ whole }) => t('schedules.times', { from: clock.time(whole.from), to: clock.time(whole.until) }));
  return (
    <section aria-labelledby="preview" data-testid="preview">
      <div className="schedules-head">
        <h3 id="preview">{t('schedules.preview')}</h3>
        <p aria-hidden className="strip-key">
          <span>
            <i className="mini-own" />
            {t('schedules.this_window')}
          </span>
          <span>
            <i />
            {t('schedules.others')}
          </span>
        </p>
      </div>
      <ol className="preview">
        {week.map((day) => (
          <li key={day.date}>
            <span>
              {weekdayName(clock.formats, day.weekday, 'short')} {Number(day.date.slice(8))}
            </span>
            <span aria-hidden className="mini">
              {[...day.windows]
                // Sorts this schedule last, so that it is drawn on top.
                .sort((a, b) => Number(a.ruleId === ruleId) - Number(b.ruleId === ruleId))
                .map(({ ruleId: id, from, fromMinute, untilMinute }) => (
                  <i
                    className={id === ruleId ? 'mini-own' : undefined}
                    key={`${id} ${from}`}
                    style={{ '--from': fromMinute / 60, '--to': untilMinute / 60 } as CSSProperties}
                  />
                ))}
            </span>
            <span>{toTimes(day).join(', ') || t('schedules.none')}</span>
          </li>
        ))}
      </ol>
      {notes.length === 0 ? null : (
        <Note icon={<Info aria-hidden className="icon" />} role="status">
          <ul className="week-notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Note>
      )}
    </section>
  );
}

/** Returns a note if both times are equal, because the parent may not intend a whole day. */
function listWholeDays(t: TFunction, week: Array<WeekDay>, ruleId: string, clock: Clock): Array<string> {
  const own = week.flatMap(({ windows }) => windows.filter((one) => one.ruleId === ruleId && !one.startedPreviousDay));
  const times = own.map(({ whole }) => ({ from: clock.time(whole.from), to: clock.time(whole.until) }));
  return [...new Set(times.filter(({ from, to }) => from === to).map(({ from }) => t('schedules.note_whole_day', { time: from })))];
}
