import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import type { CaptureDevice } from './gallery.server';

/** A tile for each screenshot that was requested and is not here yet. */
export function AwaitedTiles({ devices }: { devices: ReadonlyArray<CaptureDevice> }) {
  const { t } = useTranslation();
  return devices.map(({ id, name }) => (
    <li className="g-tile" data-awaited={id} key={id}>
      <div className="g-pic g-waiting" data-state="pending">
        <span aria-hidden className="ring" />
        <p>
          <strong>{t('gallery.capturing', { device: isolateName(name) })}</strong>
          {t('gallery.opens_here', { device: isolateName(name) })}
        </p>
      </div>
      <div className="g-caption">
        <b>{t('gallery.now')}</b>
        <span>{t('gallery.requested_by_you')}</span>
        <bdi className="g-dev">{name}</bdi>
      </div>
    </li>
  ));
}
