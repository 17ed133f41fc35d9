import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '#app/components/ui/note';
import type { Device } from '#app/domain/device';
import { type Support, supportOf, type VersionedFeature } from '#app/domain/feature-versions';
import { RESTRICTIONS, restrictionSupport } from '#app/domain/restrictions';

// In display order.
const FEATURES: ReadonlyArray<VersionedFeature> = [
  'allowance',
  'app_rules',
  'restrictions',
  'network_lock',
  'airplane',
  'ad_tracking',
  'geolocation',
  'vew',
];

type Lack = { kind: Exclude<Support['kind'], 'ok' | 'unavailable'>; version: string; features: Array<VersionedFeature> };

/**
 * Groups the features that a device is too old for by the version they need. Features that its type does not support are omitted (5.6,
 * A25).
 */
export function listLacks(device: Pick<Device, 'os' | 'osVersion' | 'appVersion'>): Array<Lack> {
  const lacks: Array<Lack> = [];
  for (const feature of FEATURES) {
    const support = supportIn(feature, device);
    if (support.kind === 'ok' || support.kind === 'unavailable') continue;
    const known = lacks.find(({ kind, version }) => kind === support.kind && version === support.version);
    if (known === undefined) lacks.push({ kind: support.kind, version: support.version, features: [feature] });
    else known.features.push(feature);
  }
  return lacks;
}

/** Returns the support of a feature. A feature that is also a restriction needs the restriction's version as well. */
function supportIn(feature: VersionedFeature, device: Pick<Device, 'os' | 'osVersion' | 'appVersion'>): Support {
  const own = supportOf(feature, device);
  const lock = RESTRICTIONS.find((restriction) => restriction.os === device.os && restriction.feature === feature);
  return own.kind === 'ok' || lock === undefined ? own : restrictionSupport(lock, device);
}

/** Lists the features that need a newer system or app on the device, with the required version. */
export function DeviceSupport({ device }: { device: Pick<Device, 'os' | 'osVersion' | 'appVersion'> }) {
  const { t, i18n } = useTranslation();
  if (device.os === 'other') return <p className="hint">{t('device.only_basics')}</p>;
  const lacks = listLacks(device);
  if (lacks.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <Note icon={<Info aria-hidden className="icon" />}>
      <p>
        <strong>{t('device.too_old')}</strong>
      </p>
      <ul className="lacks">
        {lacks.map(({ kind, version, features }) => (
          <li data-lack={kind} key={`${kind}-${version}`}>
            {t(`device.${kind}`, {
              features: toSentenceStart(list.format(features.map((feature) => t(`device.feature_${feature}`))), i18n.language),
              version,
              system: t(`system.${device.os}`, { version }),
            })}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Capitalizes the first letter. */
function toSentenceStart(text: string, language: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(language) + rest.join('');
}
