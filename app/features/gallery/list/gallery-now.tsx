import { Link } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { useKeyLocked } from '#app/features/keys/unlock-gate';
import { sentenceSeparator, splitAtTag } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { useAccountId } from '../pictures/use-picture';
import type { GalleryPageData } from './gallery-page';
import type { LoadedGallery } from './gallery-page.server';
import { useGalleryWords } from './use-gallery-words';

/** The answer first: what is new since the parent's last look, and how many screenshots there are. `proof`: beside it. */
export function GalleryNow({
  page,
  gallery,
  clock,
  actions,
  proof,
}: {
  page: GalleryPageData;
  gallery: LoadedGallery;
  clock: Clock;
  actions?: ReactNode;
  proof?: ReactNode;
}) {
  const view = page.entries.find(({ id }) => id === page.child.id)?.view ?? 'unmanaged';
  return (
    <section aria-labelledby="gallery-now" className="card now g-now">
      <div className="now-left">
        <div className="now-head">
          <ChildAvatar child={page.child} size="big" view={view} />
          <div>
            <h1 className="sentence" id="gallery-now">
              <Headline gallery={gallery} lifeDays={page.lifeDays} />
            </h1>
            <Summary clock={clock} gallery={gallery} page={page} />
          </div>
        </div>
        {actions}
      </div>
      {proof === null || proof === undefined ? null : <div className="now-proof">{proof}</div>}
    </section>
  );
}

function Headline({ gallery, lifeDays }: { gallery: LoadedGallery; lifeDays: number }) {
  const { total, count, newCount, lookedAt, isFiltered } = gallery;
  const { t } = useTranslation();
  const isLocked = useKeyLocked(useAccountId());
  if (total === 0) return t('gallery.none');
  if (isFiltered) return t('gallery.matching', { count, screenshots: t('gallery.count', { count: total }) });
  if (isLocked) return t('gallery.locked_count', { count: total });
  if (newCount > 0) {
    const { before, marked, after } = splitAtTag(t('gallery.new_since', { count: newCount }));
    return (
      <>
        {before}
        <span className="g-count">{marked}</span>
        {after}
      </>
    );
  }
  if (lookedAt !== null) return t('gallery.nothing_new');
  return t('gallery.in_days', { screenshots: t('gallery.count', { count: total }), days: lifeDays });
}

function Summary({ gallery, page, clock }: { gallery: LoadedGallery; page: GalleryPageData; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { total, withHits, lookedAt } = gallery;
  if (total === 0) return <p className="g-sub">{t('gallery.first_text')}</p>;
  if (gallery.isFiltered) return <FilterSummary clock={clock} gallery={gallery} path={`/gallery/${page.child.id}`} />;
  // The headline of the first look says how many there are.
  if (lookedAt === null) return withHits === 0 ? null : <p className="g-sub">{t('gallery.line_hits', { count: withHits })}</p>;
  const counts = { screenshots: t('gallery.count', { count: total }), days: page.lifeDays, hits: withHits };
  const parts = [
    t('gallery.last_look', { when: clock.moment(lookedAt) }),
    withHits === 0 ? t('gallery.in_days', counts) : t('gallery.in_days_hits', counts),
  ];
  return (
    <p className="g-sub" suppressHydrationWarning>
      {parts.join(sentenceSeparator(i18n.language))}
    </p>
  );
}

/** Says what the filters show. */
function FilterSummary({ gallery, path, clock }: { gallery: LoadedGallery; path: string; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const words = useGalleryWords(clock);
  const { deviceIds, ocrFilters } = gallery.state;
  const names = gallery.devices.filter(({ id }) => deviceIds.includes(id)).map(({ name }) => isolateName(name));
  const categories = ocrFilters.map((category) => t(`gallery.hit_${category}`));
  const parts = [
    ...(categories.length === 0 ? [] : [t('gallery.only_hits', { categories: words.listOf(categories, 'disjunction') })]),
    ...(names.length === 0 ? [] : [t('gallery.only_devices', { devices: words.listOf(names) })]),
  ];
  return (
    <p className="g-sub">
      {parts.join(sentenceSeparator(i18n.language))}{' '}
      <Link preventScrollReset to={path}>
        {t('gallery.show_all')}
      </Link>
    </p>
  );
}

/** Says who can open the screenshots, with the proof. */
export function KeyLine() {
  const { t } = useTranslation();
  return (
    <p className="g-keyline">
      <span className="g-keymark">
        <KeyRound aria-hidden className="icon-small" />
      </span>
      <span className="g-keytext">
        <span>{t('gallery.sealed')}</span> <Link to="/account/key/server">{t('gallery.server_holds')}</Link>
      </span>
    </p>
  );
}
