import { useTranslation } from 'react-i18next';
import { useClock } from '#app/features/shell/time/use-clock';
import { GalleryDays } from './gallery-days';
import { GalleryNow, KeyLine } from './gallery-now';
import type { loadGalleryPage } from './gallery-page.server';
import { LockedGallery } from './locked-gallery';

export type GalleryPageData = Awaited<ReturnType<typeof loadGalleryPage>>;

/** The screenshots of one child by day. Without script, everything but the pictures works (A68). */
export function GalleryPage({ page }: { page: GalleryPageData }) {
  const { t } = useTranslation();
  const clock = useClock(page.zone, page.now);
  const { gallery } = page;
  if (gallery === null) return <LockedGallery />;
  return (
    <div className="g">
      <div className="g-top">
        <GalleryNow clock={clock} gallery={gallery} page={page} />
      </div>
      <div className="only-narrow">
        <KeyLine />
      </div>
      {gallery.total === 0 ? null : (
        <>
          <noscript>
            <p className="note g-noscript">{t('gallery.needs_script')}</p>
          </noscript>
          <GalleryDays clock={clock} gallery={gallery} page={page} />
        </>
      )}
    </div>
  );
}
