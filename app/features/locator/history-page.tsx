import { Link } from '@remix-run/react';
import { ChevronLeft, ChevronRight, CircleQuestionMark, Download, Lock, MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import type { Instant } from '#app/domain/time';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import type { HistoryDate, loadHistoryPage, ShownPart } from './history.server';
import { toHistoryAddress, toMinutes } from './history-address';
import { useHistoryWords } from './history-words';
import { LockedLocator } from './locked-locator';
import { listDayMarks } from './map/day-marks';
import { listDiscs } from './map/list-marks';
import { LocatorMap } from './map/locator-map';
import type { FaceMark } from './map/marks';
import { PlaceIconPicture } from './place-icons';
import { Scrubber } from './scrubber';
import { findPartAt, listPieces, positionAt } from './track';

export type HistoryPageData = Awaited<ReturnType<typeof loadHistoryPage>>;

/** One day of a child: where it was as sentences, its path, and a time that can be moved. */
export function HistoryPage({ page }: { page: HistoryPageData }) {
  const { t } = useTranslation();
  const clock = useClock(page.zone, page.now);
  // With script, the range moves the marker without loading. Links and the button work without.
  const [moved, setMoved] = useState<{ at: Instant; loadedAt: Instant | null } | null>(null);
  if (!page.isIncluded) return <LockedLocator />;
  // A time in the address that differs from the one before the move is newer.
  const at = moved !== null && moved.loadedAt === page.at ? moved.at : page.at;
  const chosen = at === null ? null : findPartAt(page.parts, at);
  return (
    <div className="loc loc-history">
      <div className="loc-stage">
        <DayMap at={at} clock={clock} page={page} />
      </div>
      {page.parts.length === 0 ? null : (
        <Scrubber at={at} clock={clock} onMove={(to) => setMoved({ at: to, loadedAt: page.at })} page={page} />
      )}
      <div className="loc-panel">
        <DayHead clock={clock} page={page} />
        <Days clock={clock} page={page} />
        <Devices page={page} />
        {page.parts.length === 0 ? <Empty clock={clock} page={page} /> : null}
        <ol className="loc-parts">
          {page.parts.map((part) => (
            <Part clock={clock} isChosen={part === chosen} key={part.from} page={page} part={part} />
          ))}
        </ol>
        {page.count === 0 ? null : (
          <div className="stack stack-tight">
            <a className="button button-plain w-full" download href={`/locator/${page.child.id}/history.gpx${toHistoryAddress(page)}`}>
              <Download aria-hidden className="icon" />
              {t('track.gpx')}
            </a>
            <p className="hint">{t('track.gpx_hint', { count: page.pathCount })}</p>
          </div>
        )}
        <p>
          <Link to={`/locator/${page.child.id}`}>{t('actions.back')}</Link>
        </p>
        {page.zone === page.parentZone ? null : (
          <p className="hint" suppressHydrationWarning>
            {t('manage.zone', { zone: clock.zoneName() })}
          </p>
        )}
      </div>
    </div>
  );
}

/** The path, the places, and one marker: at the chosen time, or where the path of today ends (LOC-033). */
function DayMap({ page, at, clock }: { page: HistoryPageData; at: Instant | null; clock: Clock }) {
  const { t } = useTranslation();
  const { child, track, parts, lone } = page;
  const places = listDiscs(page.places);
  const shownAt = at ?? (page.isToday ? (parts.at(-1)?.until ?? null) : null);
  const position = shownAt === null ? null : positionAt(track, parts, shownAt);
  const entry = page.entries.find(({ id }) => id === child.id);
  const faces: Array<FaceMark> =
    position === null || shownAt === null || entry === undefined
      ? []
      : [{ ...position, id: child.id, child: entry, look: 'exact', meters: 0, words: clock.time(shownAt) }];
  const points = track.flat();
  const icon = page.places.find(({ id }) => id === lone?.placeId)?.icon ?? 'pin';
  return (
    <LocatorMap
      credits={page.credits}
      dayMarks={
        lone === null
          ? listDayMarks(track, parts, page.places, ({ from, until }) => t('track.gap', { span: clock.span(until - from) }))
          : [{ id: 'lone', lat: lone.lat, lon: lone.lon, icon }].filter(() => !lone.isRough)
      }
      extent={points.length > 0 ? points : places}
      faces={faces}
      here={`/locator/${child.id}/history${toHistoryAddress(page, page.at === null ? {} : { at: toMinutes(page.at, page) })}`}
      livePath={listPieces(track, at)}
      now={page.now}
      path={listPieces(track, page.at)}
      places={places}
      sources={page.mapSources}
    />
  );
}

/** What is known of a day without a stay, a trip or a gap. */
function Empty({ page, clock }: { page: HistoryPageData; clock: Clock }) {
  const { t } = useTranslation();
  const { lone, count } = page;
  if (lone === null) return <p className="text-muted">{t(page.isToday ? 'track.empty_today' : 'track.empty')}</p>;
  const name = page.places.find(({ id }) => id === lone.placeId)?.name;
  const place = name === undefined ? lone.address : isolateName(name);
  const time = clock.time(lone.at);
  return <p suppressHydrationWarning>{place === '' ? t('track.few', { count, time }) : t('track.last_reported', { place, time })}</p>;
}

/** The day, between links to the days before and after it. */
function DayHead({ page, clock }: { page: HistoryPageData; clock: Clock }) {
  const { t } = useTranslation();
  const open = page.dates.filter(({ isLocked }) => !isLocked);
  const index = open.findIndex(({ date }) => date === page.date);
  const weekday = clock.formats.weekdays[open[index]?.weekday ?? 0] ?? '';
  const step = (day: HistoryDate | undefined, label: string, Icon: typeof ChevronLeft) =>
    day === undefined ? (
      <span />
    ) : (
      <Link aria-label={label} className="icon-button" to={`?date=${day.date}`}>
        <Icon aria-hidden className="icon" />
      </Link>
    );
  return (
    <div className="loc-day-head">
      {step(open[index + 1], t('track.day_before'), ChevronLeft)}
      <div>
        <h1>{page.isToday ? t('day.today') : weekday}</h1>
        <p className="hint">{page.isToday ? t('day.date', { weekday, date: clock.date(page.from) }) : clock.date(page.from)}</p>
      </div>
      {step(open[index - 1], t('track.day_after'), ChevronRight)}
    </div>
  );
}

/** The week that ends today, then earlier days. */
function Days({ page, clock }: { page: HistoryPageData; clock: Clock }) {
  const { t } = useTranslation();
  const week = page.dates.filter(({ isThisWeek }) => isThisWeek).toReversed();
  const earlier = page.dates.filter(({ isThisWeek }) => !isThisWeek).toReversed();
  const day = (one: HistoryDate) => <Day clock={clock} day={one} key={one.date} page={page} />;
  return (
    <nav aria-label={t('track.days')} className="stack stack-tight">
      <div className="loc-days">{week.map(day)}</div>
      {earlier.length === 0 ? null : (
        <details className="loc-earlier" open={earlier.some(({ date }) => date === page.date)}>
          <summary>{t('track.earlier')}</summary>
          <div className="loc-days">{earlier.map(day)}</div>
        </details>
      )}
      {page.dates.some(({ isLocked }) => isLocked) ? (
        <p className="hint">
          {t('track.keeps', { count: page.days })} <Link to="/subscription">{t('limits.see_plan')}</Link>
        </p>
      ) : null}
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
        <Link aria-current={id === page.device ? 'true' : undefined} key={id} to={toHistoryAddress(page, { device: id })}>
          <bdi>{name}</bdi>
        </Link>
      ))}
    </nav>
  );
}

function Part({ part, page, clock, isChosen }: { part: ShownPart; page: HistoryPageData; clock: Clock; isChosen: boolean }) {
  const words = useHistoryWords(clock, page);
  const detail = words.detail(part);
  return (
    <li data-chosen={isChosen ? '' : undefined} data-part={part.kind}>
      <span aria-hidden className="loc-part-mark">
        <PartIcon page={page} part={part} />
      </span>
      <Link
        aria-current={isChosen ? 'true' : undefined}
        preventScrollReset
        replace
        to={toHistoryAddress(page, { at: toMinutes(part.from, page) })}
      >
        <b suppressHydrationWarning>{words.title(part)}</b>
        {detail === '' ? null : (
          <span className="hint block" suppressHydrationWarning>
            {detail}
          </span>
        )}
      </Link>
    </li>
  );
}

function PartIcon({ part, page }: { part: ShownPart; page: HistoryPageData }) {
  if (part.kind === 'trip') return null;
  if (part.kind === 'gap') return <CircleQuestionMark className="icon-small" />;
  const place = page.places.find(({ id }) => id === part.placeId);
  return place === undefined ? <MapPin className="icon-small" /> : <PlaceIconPicture icon={place.icon} />;
}
