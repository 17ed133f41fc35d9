import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceOs } from '#app/domain/device';

/**
 * Sources of the child app. `apps`: a URL per device type, or null if none is set. `isDemonstration`: runs on a developer's machine, where
 * a program simulates the device.
 */
export type AppSource = { apps: Record<DeviceOs, string | null>; isDemonstration: boolean };

/** Shows where to get the child app for a device type: a link, or a text if there is none. `withOthers`: adds links for the other types. */
export function ChildAppSource({ os, source, withOthers = false }: { os: DeviceOs; source: AppSource; withOthers?: boolean }) {
  const { t } = useTranslation();
  const { apps, isDemonstration } = source;
  const kinds = [os, ...(withOthers ? (['iOS', 'android', 'other'] as const).filter((other) => other !== os) : [])];
  const found = kinds.flatMap((kind) => (apps[kind] === null ? [] : [{ kind, address: apps[kind] }]));
  // If the demonstration has no app for any listed type, the text names the simulator. Otherwise it says whom to ask for the app.
  const missing = isDemonstration && found.length === 0 ? 'pair.app_demo' : 'pair.app_ask';
  return (
    <>
      {apps[os] === null ? <p>{t(missing)}</p> : null}
      {found.map(({ kind, address }) => (
        <p key={kind}>
          <a className="app-link" href={address} rel="noopener" target="_blank">
            {t('pair.app_get', { os: t(`os.${kind}`) })}
            <ExternalLink aria-hidden className="icon-small" />
          </a>
        </p>
      ))}
    </>
  );
}
