import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localDay, minuteIn } from '#app/features/shell/time/times';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { StoredSample } from '../pictures/sample-rows';
import { useKnownSamples } from '../pictures/use-known-samples';
import { type GridDay, VirtualGrid } from '../pictures/virtual-grid';
import { countDays } from '../pictures/virtual-layout';
import { AwaitedTiles } from './awaited-tiles';
import { CATEGORIES, listHits } from './categories';
import { DayLine } from './day-line';
import { toMarks } from './day-marks';
import type { CaptureDevice } from './gallery.server';
import type { GalleryPageData } from './gallery-page';
import type { LoadedGallery } from './gallery-page.server';
import { isFiltered, toFilterSearch } from './gallery-state';
import { SampleTile } from './sample-tile';
import { useChosenFilters } from './use-chosen-filters';
import { useGalleryWords } from './use-gallery-words';

/**
 * Replaces the first page of the list by all screenshots as soon as the browser has them, so that scrolling needs no further pages.
 * `children`: the list as the server renders it, which stays without script.
 */
export function LiveDays({
  page,
  gallery,
  clock,
  awaited,
  children,
}: {
  page: GalleryPageData;
  gallery: LoadedGallery;
  clock: Clock;
  /** Devices whose requested screenshot is not here yet. */
  awaited: ReadonlyArray<CaptureDevice>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const words = useGalleryWords(clock);
  const { lookedAt, devices, isFirstPage } = gallery;
  const filters = useChosenFilters(gallery, `/gallery/${page.child.id}`);
  const known = useKnownSamples(page.child.id, `${gallery.total} ${gallery.days[0]?.samples[0]?.id ?? ''}`);
  const { deviceIds, ocrFilters } = filters;
  const matching = useMemo(
    () =>
      (known ?? []).filter(
        ({ deviceId, hits }) =>
          (deviceIds.length === 0 || deviceIds.includes(deviceId)) &&
          (ocrFilters.length === 0 || ocrFilters.some((category) => hits[category] > 0)),
      ),
    [known, deviceIds, ocrFilters],
  );
  const totals = useMemo(
    () => new Map(countDays(known ?? [], (at) => localDay(at, page.zone)).map(({ day, count }) => [day, count])),
    [known, page.zone],
  );
  if (known === null || !isFirstPage) return children;
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const search = toFilterSearch(filters);
  const heading = ({ day, count, at }: GridDay) => {
    const total = totals.get(day) ?? count;
    const number = count === total ? String(total) : t('gallery.of_total', { count, total });
    const daysAgo = localDay(page.now, page.zone) - day;
    // January 1, 1970 was a Thursday.
    const name = words.day({ weekday: (day + 4) % 7, start: at });
    return (
      <>
        {daysAgo > 1 ? name : t(daysAgo === 1 ? 'gallery.yesterday' : 'day.today')}{' '}
        <span className="g-date">{daysAgo > 1 ? number : `${name} · ${number}`}</span>
      </>
    );
  };
  const tile = ({ id, at, updatedAt, deviceId, hits, isMissing }: StoredSample) => {
    const isNew = lookedAt !== null && updatedAt > lookedAt;
    const sample = { id, at, deviceId, deviceName: names.get(deviceId) ?? '', hits: listHits(hits), isNew, isMissing };
    return (
      <li className="g-tile" data-new={isNew ? '' : undefined} data-tile={id}>
        <SampleTile clock={clock} sample={sample} to={`/gallery/${page.child.id}/${id}${search}`} />
      </li>
    );
  };
  const line = (samples: ReadonlyArray<StoredSample>) => {
    const looks = samples.map(({ at, updatedAt, hits }) => ({
      at,
      isNew: lookedAt !== null && updatedAt > lookedAt,
      hasHits: CATEGORIES.some((category) => hits[category] > 0),
    }));
    const day = {
      count: looks.length,
      newCount: looks.filter(({ isNew }) => isNew).length,
      hitCount: looks.filter(({ hasHits }) => hasHits).length,
      first: looks.at(-1)?.at ?? 0,
      last: looks[0]?.at ?? 0,
      marks: toMarks(
        looks,
        (at) => minuteIn(at, page.zone) / 60,
        ({ isNew, hasHits }) => ({ isNew, hasHits }),
      ),
    };
    return <DayLine clock={clock} day={day} quiet={gallery.quiet} quietHours={gallery.quietHours} />;
  };
  return (
    <>
      {awaited.length === 0 ? null : (
        <ul className="g-grid g-awaited">
          <AwaitedTiles devices={awaited} />
        </ul>
      )}
      {matching.length === 0 && isFiltered(filters) ? <p className="g-nothing">{t('gallery.nothing_matches')}</p> : null}
      <VirtualGrid heading={heading} line={line} samples={matching} tile={tile} zone={page.zone} />
      <div className="g-end">
        <p className="hint">{t('gallery.kept_for', { days: page.lifeDays })}</p>
      </div>
    </>
  );
}
