import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { isOpen } from '#app/domain/command';
import type { Clock } from '#app/features/shell/time/use-clock';
import { AwaitedTiles } from './awaited-tiles';
import { DayLine } from './day-line';
import type { CaptureDevice } from './gallery.server';
import type { GalleryPageData } from './gallery-page';
import type { LoadedGallery } from './gallery-page.server';
import { toFilterSearch } from './gallery-state';
import type { ListedDay } from './listed-sample';
import { LiveDays } from './live-days';
import { SampleTile } from './sample-tile';
import { useGalleryWords } from './use-gallery-words';

/** The screenshots of one page by day, newest first, with links to the other pages. */
export function GalleryDays({ page, gallery, clock }: { page: GalleryPageData; gallery: LoadedGallery; clock: Clock }) {
  const { t } = useTranslation();
  const words = useGalleryWords(clock);
  const { days, older, olderThan, state, isFirstPage, isFiltered } = gallery;
  const open = gallery.requests.filter(({ request }) => isOpen(request.state)).map(({ device }) => device);
  const awaited = isFirstPage && !isFiltered ? open : [];
  const hasToday = days[0]?.daysAgo === 0;
  return (
    <LiveDays awaited={awaited} clock={clock} gallery={gallery} page={page}>
      {awaited.length > 0 && !hasToday ? (
        <section aria-labelledby="day-today" className="g-day">
          <div className="g-dayhead">
            <h2 id="day-today">{t('day.today')}</h2>
          </div>
          <ul className="g-grid">
            <AwaitedTiles devices={awaited} />
          </ul>
        </section>
      ) : null}
      {days.length === 0 && isFiltered ? <p className="g-nothing">{t('gallery.nothing_matches')}</p> : null}
      {days.length === 0 && !isFiltered && !isFirstPage ? <p className="g-nothing">{t('gallery.none_earlier')}</p> : null}
      {days.map((day) => (
        <Day
          awaited={day.daysAgo === 0 ? awaited : []}
          clock={clock}
          day={day}
          gallery={gallery}
          key={day.date}
          path={`/gallery/${page.child.id}`}
          search={toFilterSearch(state)}
        />
      ))}
      <div className="g-end">
        {older === null ? null : (
          <Link className="button button-plain" to={toFilterSearch(state, [['before', String(olderThan)]])}>
            {t('gallery.older', { day: words.day(older) })}
          </Link>
        )}
        {isFirstPage ? null : <Link to={`/gallery/${page.child.id}${toFilterSearch(state)}`}>{t('gallery.newest')}</Link>}
        <p className="hint">{t('gallery.kept_for', { days: page.lifeDays })}</p>
      </div>
    </LiveDays>
  );
}

/** One day: its name, the number of its screenshots, and their tiles. `search`: the filters, which the pages of its screenshots keep. */
function Day({
  day,
  awaited,
  gallery,
  clock,
  path,
  search,
}: {
  day: ListedDay;
  awaited: ReadonlyArray<CaptureDevice>;
  gallery: LoadedGallery;
  clock: Clock;
  path: string;
  search: string;
}) {
  const { t } = useTranslation();
  const words = useGalleryWords(clock);
  const heading = `day-${day.date}`;
  const number = day.count === day.total ? String(day.total) : t('gallery.of_total', { count: day.count, total: day.total });
  const name = words.day(day);
  return (
    <section aria-labelledby={heading} className="g-day" data-day={day.date}>
      <div className="g-dayhead">
        <h2 id={heading}>
          {day.daysAgo > 1 ? name : t(day.daysAgo === 1 ? 'gallery.yesterday' : 'day.today')}{' '}
          <span className="g-date">{day.daysAgo > 1 ? number : `${name} · ${number}`}</span>
        </h2>
        <DayLine clock={clock} day={day} quiet={gallery.quiet} quietHours={gallery.quietHours} />
      </div>
      <ul className="g-grid">
        <AwaitedTiles devices={awaited} />
        {day.samples.map((sample) => (
          <li className="g-tile" data-new={sample.isNew ? '' : undefined} data-tile={sample.id} key={sample.id}>
            <SampleTile clock={clock} sample={sample} to={`${path}/${sample.id}${search}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
