import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceOs } from '~/domain/device';

/** Where the child app is found. `apps`: an address, or null where none is set. `isDemonstration`: on a developer's machine, where a program plays the device. */
export type AppSource = { apps: Record<DeviceOs, string | null>; isDemonstration: boolean };

/** Where the child app for this kind of device comes from: a link, else words. `withOthers`: links for the other kinds stand below it. */
export function ChildAppSource({ os, source, withOthers = false }: { os: DeviceOs; source: AppSource; withOthers?: boolean }) {
  const { t } = useTranslation();
  const { apps, isDemonstration } = source;
  const others = withOthers ? (['iOS', 'android', 'other'] as const).filter((other) => other !== os) : [];
  return (
    <>
      {apps[os] === null ? <p>{t(isDemonstration ? 'pair.app_demo' : 'pair.app_ask')}</p> : null}
      {[os, ...others].map((kind) => {
        const address = apps[kind];
        return address === null ? null : (
          <p key={kind}>
            <a className="app-link" href={address} rel="noopener" target="_blank">
              {t('pair.app_get', { os: t(`os.${kind}`) })}
              <ExternalLink aria-hidden className="icon-small" />
            </a>
          </p>
        );
      })}
    </>
  );
}
