import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceOs } from '~/domain/device';

/** Where the child app is found. `apps`: an address, or null where none is set. `isDemonstration`: on a developer's machine, where a program plays the device. */
export type AppSource = { apps: Record<DeviceOs, string | null>; isDemonstration: boolean };

/** Where the child app for this kind of device comes from: a link, else words. `withOthers`: links for the other kinds stand below it. */
export function ChildAppSource({ os, source, withOthers = false }: { os: DeviceOs; source: AppSource; withOthers?: boolean }) {
  const { t } = useTranslation();
  const { apps, isDemonstration } = source;
  const kinds = [os, ...(withOthers ? (['iOS', 'android', 'other'] as const).filter((other) => other !== os) : [])];
  const found = kinds.flatMap((kind) => (apps[kind] === null ? [] : [{ kind, address: apps[kind] }]));
  // The demonstration has no app at all; where others have one, this kind's is to be asked for.
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
