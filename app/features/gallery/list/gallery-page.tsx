import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnlockGate } from '#app/features/keys/unlock-gate';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { useAccountId } from '../pictures/use-picture';
import { CaptureActions } from './capture-actions';
import { CaptureProof } from './capture-proof';
import { DeleteDialog, SelectionBar } from './delete-dialog';
import { DeviceStatus } from './device-status';
import { GalleryDays } from './gallery-days';
import { GalleryFilters } from './gallery-filters';
import { GalleryNow, KeyLine } from './gallery-now';
import type { LoadedGallery, loadGalleryPage } from './gallery-page.server';
import { FirstInstructions, HowItWorks } from './good-to-know';
import { LockedGallery } from './locked-gallery';
import { SelectionProvider } from './selection';

export type GalleryPageData = Awaited<ReturnType<typeof loadGalleryPage>>;

/** The screenshots of one child by day. Without script, everything but the pictures works (A68). */
export function GalleryPage({ page, reply }: { page: GalleryPageData; reply: FormReply | undefined }) {
  if (page.gallery === null) return <LockedGallery childName={page.child.name} />;
  return (
    <SelectionProvider>
      <OpenGallery gallery={page.gallery} page={page} reply={reply} />
    </SelectionProvider>
  );
}

function OpenGallery({ page, gallery, reply }: { page: GalleryPageData; gallery: LoadedGallery; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const clock = useClock(page.zone, page.now);
  const parentClock = useClock(page.parentZone, page.now);
  const accountId = useAccountId();
  // The next load reports the instructions as shown, so this state keeps them open until the parent closes them.
  const [isFirstTime, setFirstTime] = useState(gallery.isFirstTime);
  const { child } = page;
  const path = `/gallery/${child.id}`;
  const token = reply?.token ?? page.formToken;
  const back = gallery.kept.length === 0 ? path : `${path}?${new URLSearchParams(gallery.kept)}`;
  const proofs = gallery.requests.map((one) => (
    <CaptureProof {...one} childName={child.name} clock={clock} key={one.request.id} token={token} />
  ));
  // One dialog at a time, and none while there is nothing to unlock.
  const mayAskForKey = gallery.total > 0 && !isFirstTime && gallery.deleting.length === 0;
  return (
    <div className="g">
      {mayAskForKey ? <UnlockGate accountId={accountId} /> : null}
      <FormMessageBox notice={reply?.notice} />
      <div className="g-top">
        <GalleryNow
          actions={<CaptureActions capture={gallery.capture} clock={parentClock} path={path} token={token} />}
          clock={clock}
          gallery={gallery}
          page={page}
          proof={proofs.length === 0 ? null : proofs}
        />
      </div>
      <div className="only-narrow">
        <KeyLine />
      </div>
      {isFirstTime ? <FirstInstructions name={child.name} onClose={() => setFirstTime(false)} /> : null}
      {gallery.total === 0 ? (
        <section aria-labelledby="good-to-know" className="card g-first">
          <h2 id="good-to-know">{t('gallery.good_to_know')}</h2>
          <HowItWorks name={child.name} />
        </section>
      ) : (
        <>
          <noscript>
            <p className="note g-noscript">{t('gallery.needs_script')}</p>
          </noscript>
          <GalleryFilters gallery={gallery} path={path} />
        </>
      )}
      {gallery.total === 0 && proofs.length === 0 ? null : <GalleryDays clock={clock} gallery={gallery} page={page} />}
      {gallery.total === 0 ? null : <SelectionBar asks={gallery.state.askOnDelete} kept={gallery.kept} path={path} token={token} />}
      <DeviceStatus childName={child.name} devices={gallery.capture.devices} />
      {gallery.capture.hasMonitoring ? null : (
        <p className="note g-noscript" data-testid="no-monitoring">
          <span>
            {t('gallery.no_monitoring')} <Link to="/subscription">{t('limits.see_plan')}</Link>
          </span>
        </p>
      )}
      {gallery.deleting.length === 0 ? null : <DeleteDialog back={back} ids={gallery.deleting} token={token} />}
    </div>
  );
}
