import { Form, Link } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { writeHour } from '#app/domain/formats';
import type { Instant } from '#app/domain/time';
import type { Clock } from '#app/features/shell/time/use-clock';
import { toHistoryAddress, toMinutes } from './history-address';
import type { HistoryPageData } from './history-page';
import { shareOf } from './history-scale';
import { useHistoryWords } from './history-words';
import { PlaceIconPicture } from './place-icons';
import { findPartAt, listSteps, stepsAround } from './track';

const MINUTE_MS = 60_000;
const STEP_MINUTES = 5;

/** Moves the time: a range over the day’s strip, and links to the previous and next step. Without script, a button sends the range. */
export function Scrubber({
  page,
  at,
  clock,
  onMove,
}: {
  page: HistoryPageData;
  at: Instant | null;
  clock: Clock;
  onMove: (at: Instant) => void;
}) {
  const { t } = useTranslation();
  const words = useHistoryWords(clock, page);
  const shown = at ?? page.parts.at(-1)?.until ?? page.until;
  const { back, on } = stepsAround(listSteps(page.parts), shown);
  const step = (to: Instant | null, label: string, Icon: typeof ChevronLeft) =>
    to === null ? (
      <span className="icon-button" />
    ) : (
      <Link aria-label={label} className="icon-button" preventScrollReset replace to={toHistoryAddress(page, { at: toMinutes(to, page) })}>
        <Icon aria-hidden className="icon" />
      </Link>
    );
  const brief = words.brief(findPartAt(page.parts, shown));
  // The midnight that ends the day has the same clock time as the one that begins it.
  const time = shown === page.end ? t('track.day_end') : clock.time(shown);
  return (
    <Form className="loc-scrub" method="get" preventScrollReset replace>
      <input name="date" type="hidden" value={page.date} />
      {page.device === null ? null : <input name="device" type="hidden" value={page.device} />}
      <div className="loc-scrub-top">
        <p role="status">
          <b>{time}</b>
          <span className="hint">{brief}</span>
        </p>
        <nav aria-label={t('track.time')}>
          {step(back, t('track.step_back'), ChevronLeft)}
          {step(on, t('track.step_on'), ChevronRight)}
        </nav>
      </div>
      <div className="loc-strip">
        <Strip page={page} />
        <input
          aria-label={t('track.time')}
          aria-valuetext={`${time}, ${brief}`}
          className="loc-range"
          defaultValue={toMinutes(shown, page)}
          key={page.at}
          max={toMinutes(page.end, page)}
          min={0}
          name="at"
          onChange={({ currentTarget }) => onMove(page.from + Number(currentTarget.value) * MINUTE_MS)}
          step={STEP_MINUTES}
          type="range"
        />
      </div>
      <p aria-hidden className="loc-hours">
        {page.hourMarks.map(({ hour, share }) => (
          <span key={hour} style={toStyle(share, share)}>
            {writeHour(clock.formats, hour)}
          </span>
        ))}
      </p>
      <Button className="loc-show" kind="quiet">
        {t('track.show')}
      </Button>
    </Form>
  );
}

/** The parts of the day in a row: blocks for stays, dashes for trips, dots for what is unknown, and a mark for now. */
function Strip({ page }: { page: HistoryPageData }) {
  const { parts, places } = page;
  return (
    <>
      {parts.map((part) => {
        const place = part.kind === 'stay' ? places.find(({ id }) => id === part.placeId) : undefined;
        return (
          <span aria-hidden data-part={part.kind} key={part.from} style={toStyle(shareOf(part.from, page), shareOf(part.until, page))}>
            {place === undefined ? null : <PlaceIconPicture icon={place.icon} />}
          </span>
        );
      })}
      {page.isToday ? <span aria-hidden data-part="now" style={toStyle(shareOf(page.now, page), shareOf(page.now, page))} /> : null}
    </>
  );
}

function toStyle(from: number, to: number): CSSProperties & Record<'--from' | '--to', number> {
  return { '--from': from, '--to': to };
}
