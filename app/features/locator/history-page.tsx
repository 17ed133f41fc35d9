import { Form, Link } from '@remix-run/react';
import { ChevronLeft, ChevronRight, Circle, CircleQuestionMark, Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { isolateName } from '#app/domain/isolate-name';
import type { DayPart } from '#app/domain/location-day';
import type { Instant } from '#app/domain/time';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import type { HistoryDate, loadHistoryPage, ShownPart } from './history.server';
import { listDiscs } from './locator-page';
import { LockedLocator } from './locked-locator';
import { listDayMarks } from './map/day-marks';
import { LocatorMap } from './map/locator-map';
import type { FaceMark } from './map/marks';
import { PlaceIconPicture } from './place-icons';
import { findPartAt, listPieces, listSteps, positionAt, stepsAround } from './track';
import { useDistance } from './use-distance';

export type HistoryPageData = Awaited<ReturnType<typeof loadHistoryPage>>;

const MINUTE_MS = 60_000;
const STEP_MINUTES = 5;

/** One day of a child: where it was as sentences, its path, and a time that can be moved. */
export function HistoryPage({ page }: { page: HistoryPageData }) {
  const { t } = useTranslation();
  const clock = useClock(page.zone, page.now);
  // With script, the range moves the marker without loading. Links and the button work without.
  const [moved, setMoved] = useState<{ at: Instant; loadedAt: Instant | null } | null>(null);
  if (!page.isIncluded) return <LockedLocator />;
  // A time in the address that differs from the one before the move is newer.
  const at = moved !== null && moved.loadedAt === page.at ? moved.at : page.at;
  return (
    <div className="loc">
      <DayMap at={at} clock={clock} page={page} />
      <div className="loc-panel">
        <p>
          <Link to={`/locator/${page.child.id}`}>{t('actions.back')}</Link>
        </p>
        <h1>{page.isToday ? t('day.today') : clock.date(page.from)}</h1>
        <Days clock={clock} page={page} />
        <Devices page={page} />
        {page.parts.length === 0 ? <p className="text-muted">{t('track.empty')}</p> : null}
        {page.parts.length === 0 ? null : (
          <Scrubber at={at} clock={clock} onMove={(to) => setMoved({ at: to, loadedAt: page.at })} page={page} />
        )}
        <ol className="loc-parts">
          {page.parts.map((part) => (
            <Part clock={clock} isChosen={at !== null && findPartAt(page.parts, at) === part} key={part.from} page={page} part={part} />
          ))}
        </ol>
        {page.count === 0 ? null : (
          <div className="stack stack-tight">
            <a className="button button-plain" download href={toGpx(page)}>
              <Download aria-hidden className="icon" />
              {t('track.gpx')}
            </a>
            <p className="hint">{t('track.gpx_hint', { count: page.count })}</p>
          </div>
        )}
        {page.zone === page.parentZone ? null : (
          <p className="hint" suppressHydrationWarning>
            {t('manage.zone', { zone: clock.zoneName() })}
          </p>
        )}
      </div>
    </div>
  );
}

/** Returns the address of this day, with changes. */
function toAddress({ date, device }: HistoryPageData, change: Record<string, string> = {}): string {
  return `?${new URLSearchParams({ date, ...(device === null ? {} : { device }), ...change })}`;
}

function toGpx(page: HistoryPageData): string {
  return `/locator/${page.child.id}/history.gpx${toAddress(page)}`;
}

function toMinutes(at: Instant, { from }: HistoryPageData): string {
  return String(Math.round((at - from) / MINUTE_MS));
}

/** The path, the places, and one marker: at the chosen time, or where the path of today ends (LOC-033). */
function DayMap({ page, at, clock }: { page: HistoryPageData; at: Instant | null; clock: Clock }) {
  const { t } = useTranslation();
  const { child, track, parts } = page;
  const places = listDiscs(page.places);
  const shownAt = at ?? (page.isToday ? (parts.at(-1)?.until ?? null) : null);
  const position = shownAt === null ? null : positionAt(track, parts, shownAt);
  const entry = page.entries.find(({ id }) => id === child.id);
  const faces: Array<FaceMark> =
    position === null || shownAt === null || entry === undefined
      ? []
      : [{ ...position, id: child.id, child: entry, look: 'exact', meters: 0, words: clock.time(shownAt) }];
  const points = track.flat();
  return (
    <LocatorMap
      credits={page.credits}
      dayMarks={listDayMarks(track, parts, page.places, ({ from, until }) => t('track.gap', { span: clock.span(until - from) }))}
      extent={points.length > 0 ? points : places}
      faces={faces}
      here={`/locator/${child.id}/history${toAddress(page, page.at === null ? {} : { at: toMinutes(page.at, page) })}`}
      livePath={listPieces(track, at)}
      now={page.now}
      path={listPieces(track, page.at)}
      places={places}
      sources={page.mapSources}
    />
  );
}

function Days({ page, clock }: { page: HistoryPageData; clock: Clock }) {
  const { t } = useTranslation();
  const recent = page.dates.filter(({ isRecent }) => isRecent);
  const earlier = page.dates.filter(({ isRecent }) => !isRecent);
  const day = (one: HistoryDate) => <Day clock={clock} day={one} key={one.date} page={page} />;
  return (
    <nav aria-label={t('track.days')} className="stack stack-tight">
      <div className="loc-days">{recent.map(day)}</div>
      <details className="loc-earlier" open={earlier.some(({ date }) => date === page.date)}>
        <summary>{t('track.earlier')}</summary>
        <div className="loc-days">{earlier.map(day)}</div>
        {earlier.some(({ isLocked }) => isLocked) ? (
          <p className="hint">
            {t('track.keeps', { count: page.days })} <Link to="/subscription">{t('limits.see_plan')}</Link>
          </p>
        ) : null}
      </details>
    </nav>
  );
}

/** A day as a link; a locked one as text. */
function Day({ day: { date, weekday, isLocked }, page, clock }: { day: HistoryDate; page: HistoryPageData; clock: Clock }) {
  const { t } = useTranslation();
  const label = (
    <>
      <span>{clock.formats.shortWeekdays[weekday]}</span>
      <b>{Number(date.slice(8))}</b>
    </>
  );
  if (isLocked)
    return (
      <span data-locked={date}>
        {label}
        <Lock aria-hidden className="icon-small" />
        <span className="sr-only">{t('track.locked')}</span>
      </span>
    );
  return (
    <Link aria-current={date === page.date ? 'date' : undefined} to={`?date=${date}`}>
      {label}
    </Link>
  );
}

function Devices({ page }: { page: HistoryPageData }) {
  const { t } = useTranslation();
  if (page.devices.length < 2) return null;
  return (
    <nav aria-label={t('track.device')} className="choice">
      {page.devices.map(({ id, name }) => (
        <Link aria-current={id === page.device ? 'true' : undefined} key={id} to={toAddress(page, { device: id })}>
          <bdi>{name}</bdi>
        </Link>
      ))}
    </nav>
  );
}

/** Moves the time: links to the previous and next step, and a range input with a button. */
function Scrubber({ page, at, clock, onMove }: { page: HistoryPageData; at: Instant | null; clock: Clock; onMove: (at: Instant) => void }) {
  const { t } = useTranslation();
  const end = page.parts.at(-1)?.until ?? page.until;
  const shown = at ?? end;
  const { back, on } = stepsAround(listSteps(page.parts), shown);
  const step = (to: Instant | null, label: string, Icon: typeof ChevronLeft) =>
    to === null ? (
      <span className="icon-button" />
    ) : (
      <Link aria-label={label} className="icon-button" preventScrollReset replace to={toAddress(page, { at: toMinutes(to, page) })}>
        <Icon aria-hidden className="icon" />
      </Link>
    );
  return (
    <div className="loc-scrub">
      {step(back, t('track.step_back'), ChevronLeft)}
      <div>
        <p role="status">
          <b>{clock.time(shown)}</b> · <PartName page={page} part={findPartAt(page.parts, shown)} />
        </p>
        <Form key={page.at} method="get" preventScrollReset replace>
          <input name="date" type="hidden" value={page.date} />
          {page.device === null ? null : <input name="device" type="hidden" value={page.device} />}
          <input
            aria-label={t('track.time')}
            aria-valuetext={clock.time(shown)}
            defaultValue={toMinutes(shown, page)}
            max={toMinutes(page.end, page)}
            min={0}
            name="at"
            onChange={({ currentTarget }) => onMove(page.from + Number(currentTarget.value) * MINUTE_MS)}
            step={STEP_MINUTES}
            type="range"
          />
          <Button kind="quiet">{t('track.show')}</Button>
        </Form>
      </div>
      {step(on, t('track.step_on'), ChevronRight)}
    </div>
  );
}

/** Where the child was during a part, in a few words. */
function PartName({ part, page }: { part: DayPart | null; page: HistoryPageData }) {
  const { t } = useTranslation();
  if (part === null || part.kind === 'gap') return <>{t('track.unknown')}</>;
  if (part.kind === 'trip') return <>{t('track.moving')}</>;
  const place = page.places.find(({ id }) => id === part.placeId);
  return <>{place === undefined ? t('track.spot') : isolateName(place.name)}</>;
}

function Part({ part, page, clock, isChosen }: { part: ShownPart; page: HistoryPageData; clock: Clock; isChosen: boolean }) {
  const { t } = useTranslation();
  const { distance } = useDistance();
  const span = clock.span(part.until - part.from);
  const place = part.kind === 'stay' ? page.places.find(({ id }) => id === part.placeId) : undefined;
  const name = place === undefined ? null : isolateName(place.name);
  const title =
    part.kind === 'gap'
      ? t('track.gap', { span })
      : part.kind === 'trip'
        ? t(part.isWalk ? 'track.walk' : 'track.trip', { span })
        : name === null
          ? t('track.stay', { span })
          : t('track.stay_place', { place: name, span });
  return (
    <li data-chosen={isChosen ? '' : undefined} data-part={part.kind}>
      <span aria-hidden className="loc-part-mark">
        {place === undefined ? (
          part.kind === 'gap' ? (
            <CircleQuestionMark className="icon-small" />
          ) : (
            <Circle className="icon-small" />
          )
        ) : (
          <PlaceIconPicture icon={place.icon} />
        )}
      </span>
      <Link preventScrollReset replace to={toAddress(page, { at: toMinutes(part.from, page) })}>
        <b>{title}</b>
        <span className="hint block">
          {t('track.from_to', { from: clock.time(part.from), until: clock.time(part.until) })}
          {part.kind === 'trip' ? ` · ${distance(part.distance)}` : null}
          {part.kind === 'gap' ? ` · ${t('track.gap_text')}` : null}
          {part.address === '' ? null : ` · ${part.address}`}
        </span>
      </Link>
    </li>
  );
}
