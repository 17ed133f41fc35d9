import { useTranslation } from 'react-i18next';
import { DeviceRow } from '#app/components/ui/device-row';
import { isolateName } from '#app/domain/isolate-name';
import type { CaptureDevice } from './gallery.server';

/** Which devices can make screenshots, and why others can't (GAL-058, GAL-059). */
export function DeviceStatus({ devices, childName }: { devices: ReadonlyArray<CaptureDevice>; childName: string }) {
  const { t } = useTranslation();
  if (devices.length === 0) return null;
  return (
    <section aria-labelledby="device-status" className="card g-devices">
      <h2 id="device-status">{t('gallery.devices')}</h2>
      <ul>
        {devices.map(({ id, name, why, version }) => (
          <li data-vew={why === null ? 'active' : 'inactive'} data-why={why ?? undefined} key={id}>
            <DeviceRow kind="other" name={name}>
              {t(`gallery.why_${why ?? 'none'}`, { version, name: isolateName(childName) })}
            </DeviceRow>
          </li>
        ))}
      </ul>
    </section>
  );
}
