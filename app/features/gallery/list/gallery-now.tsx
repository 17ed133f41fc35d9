import { Link } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { sentenceSeparator, splitAtTag } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { GalleryPageData } from './gallery-page';
import type { LoadedGallery } from './gallery-page.server';

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
              <Headline gallery={gallery} />
            </h1>
            <Summary clock={clock} gallery={gallery} page={page} />
          </div>
        </div>
        {actions}
        <div className="only-wide">
          <KeyLine />
        </div>
      </div>
      {proof}
    </section>
  );
}

function Headline({ gallery: { total, newCount, lookedAt } }: { gallery: LoadedGallery }) {
  const { t } = useTranslation();
  if (total === 0) return t('gallery.none');
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
  return lookedAt === null ? t('gallery.count', { count: total }) : t('gallery.nothing_new');
}

function Summary({ gallery, page, clock }: { gallery: LoadedGallery; page: GalleryPageData; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { total, withHits, lookedAt } = gallery;
  if (total === 0) return null;
  const counts = { screenshots: t('gallery.count', { count: total }), days: page.lifeDays, hits: withHits };
  const parts = [
    ...(lookedAt === null ? [] : [t('gallery.last_look', { when: clock.moment(lookedAt) })]),
    withHits === 0 ? t('gallery.in_days', counts) : t('gallery.in_days_hits', counts),
  ];
  return (
    <p className="g-sub" suppressHydrationWarning>
      {parts.join(sentenceSeparator(i18n.language))}
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
