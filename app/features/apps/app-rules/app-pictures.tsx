import { useTranslation } from 'react-i18next';
import type { BundleId } from '#app/domain/app-rules';
import type { AppInfo } from '#app/server/app-info.server';
import { AppShot } from './app-icon';

/** Description, screenshots and videos of an app (APPS-019 to APPS-021). */
export function AppPictures({ info, bundleId, title }: { info: AppInfo; bundleId: BundleId; title: string }) {
  const { t } = useTranslation();
  const { description, screenshots, videos } = info;
  return (
    <>
      {description === '' ? null : <p className="app-description">{description}</p>}
      {screenshots.length === 0 ? null : (
        <div className="app-shots">
          {screenshots.map((src, index) => (
            <AppShot
              bundleId={bundleId}
              key={src}
              label={t('apps.screenshot', { app: title, number: index + 1 })}
              src={src}
              title={title}
            />
          ))}
        </div>
      )}
      {videos.map((src) => (
        // biome-ignore lint/a11y/useMediaCaption: app stores provide no captions for trailers
        <video className="app-video" controls key={src} preload="none" src={src} />
      ))}
    </>
  );
}
