import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Clock } from '#app/features/shell/time/use-clock';
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
  const { days, older, olderThan, state, isFirstPage } = gallery;
  return (
    <LiveDays clock={clock} gallery={gallery} page={page}>
      {days.map((day) => (
        <Day clock={clock} day={day} key={day.date} page={page} search={toFilterSearch(state)} />
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
function Day({ day, clock, page, search }: { day: ListedDay; clock: Clock; page: GalleryPageData; search: string }) {
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
      </div>
      <ul className="g-grid">
        {day.samples.map((sample) => (
          <li className="g-tile" data-new={sample.isNew ? '' : undefined} data-tile={sample.id} key={sample.id}>
            <SampleTile clock={clock} sample={sample} to={`/gallery/${page.child.id}/${sample.id}${search}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
