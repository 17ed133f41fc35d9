import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { writeHour } from '#app/domain/formats';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { DayMark } from './day-marks';
import type { ListedDay, QuietPart } from './listed-sample';

const HOURS = [0, 6, 12, 18, 24];

/**
 * The 24 hours of a day: a dot for a screenshot, filled if new, a diamond for a possible hit, and the quiet hours. Screen readers get
 * sentences instead.
 */
export function DayLine({
  day,
  quiet,
  quietHours,
  clock,
}: {
  day: Pick<ListedDay, 'count' | 'newCount' | 'hitCount' | 'first' | 'last' | 'marks'>;
  quiet: ReadonlyArray<QuietPart>;
  quietHours: { from: string; to: string } | null;
  clock: Clock;
}) {
  const { t, i18n } = useTranslation();
  const plain = day.marks.filter(({ hasHits }) => !hasHits);
  const hits = day.marks.filter(({ hasHits }) => hasHits);
  const times = { first: clock.time(day.first), last: clock.time(day.last) };
  const sentences = [
    t(times.first === times.last ? 'gallery.line_at' : 'gallery.line', { screenshots: t('gallery.count', { count: day.count }), ...times }),
    ...(day.newCount === 0 ? [] : [t('gallery.line_new', { count: day.newCount })]),
    ...(day.hitCount === 0 ? [] : [t('gallery.line_hits', { count: day.hitCount })]),
    ...(quietHours === null ? [] : [t('gallery.line_quiet', { from: toText(quietHours.from, clock), to: toText(quietHours.to, clock) })]),
  ];
  return (
    <div className="g-dayline">
      <div aria-hidden className="g-track">
        {quiet.map(({ from, to }) => (
          <i className="g-quiet" key={from} style={{ '--from': from, '--to': to } as CSSProperties} />
        ))}
        <svg aria-hidden className="g-dots" preserveAspectRatio="none" viewBox="0 0 24 1">
          <path d={toDots(plain.filter(({ isNew }) => !isNew))} />
          <path className="g-dots-edge" d={toDots(plain.filter(({ isNew }) => isNew))} />
          <path className="g-dots-new" d={toDots(plain.filter(({ isNew }) => isNew))} />
        </svg>
        {hits.length === 0 ? null : (
          <svg aria-hidden className="g-diamonds" preserveAspectRatio="none" viewBox="0 0 24 24">
            <path d={toSquares(hits)} />
            <path className="g-diamond-old" d={toSquares(hits.filter(({ isNew }) => !isNew))} />
            <path className="g-diamond-new" d={toSquares(hits.filter(({ isNew }) => isNew))} />
            <path className="g-diamond-inside" d={toSquares(hits)} />
          </svg>
        )}
      </div>
      <p aria-hidden className="g-hours">
        {HOURS.map((hour) => (
          <span key={hour}>{writeHour(clock.formats, hour)}</span>
        ))}
      </p>
      <p className="sr-only">{sentences.join(sentenceSeparator(i18n.language))}</p>
    </div>
  );
}

/** Returns a path of all dots, so that a day with many screenshots has few elements. Round line ends make lines without length dots. */
function toDots(marks: ReadonlyArray<DayMark>): string {
  return marks.map(({ hour }) => `M${toHundredths(hour)} .5h0`).join('');
}

/** Returns a path of squares along the rising diagonal. The styles turn it level, which makes them diamonds. */
function toSquares(marks: ReadonlyArray<DayMark>): string {
  return marks.map(({ hour }) => `M${toHundredths(hour)} ${toHundredths(24 - hour)}h0`).join('');
}

function toHundredths(hour: number): number {
  return Math.round(hour * 100) / 100;
}

/** Formats «21:00» in the style of the region. */
function toText(time: string, clock: Clock): string {
  return clock.minute(Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
}
