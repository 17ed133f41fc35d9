import { Link } from '@remix-run/react';
import { Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Battery } from '#app/components/ui/battery';
import { ButtonLink } from '#app/components/ui/button';
import { DeviceRow } from '#app/components/ui/device-row';
import { toBatteryPercent } from '#app/domain/device';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { SettingsPageData } from './settings.server';

const TABLET = /\b(?:ipad|tab|tablet)\b/i;

type Device = SettingsPageData['devices'][number];

/** Whether each device makes screenshots, why not, and what it needs (GAL-052, GAL-058, GAL-059, DEV-036). */
export function DeviceStatusCard({ page, clock }: { page: SettingsPageData; clock: Clock }) {
  const { t } = useTranslation();
  const { devices } = page;
  const active = devices.filter(({ isActive }) => isActive).length;
  return (
    <section aria-labelledby="mon-devices" className="card stack" data-testid="device-status">
      <div className="mon-devices-head">
        <h2 id="mon-devices">{t('gallery_settings.devices')}</h2>
        {devices.length === 0 ? null : <strong>{t('gallery_settings.active_of', { active, total: devices.length })}</strong>}
      </div>
      {devices.length === 0 ? (
        <>
          <p className="text-muted">{t('gallery_settings.no_device')}</p>
          <ButtonLink kind="soft" to={`/connect?child=${page.child.id}`}>
            {t('manage.connect_device')}
          </ButtonLink>
        </>
      ) : (
        <ul className="mon-devices">
          {devices.map((device) => (
            <li key={device.id}>
              <DeviceRow
                battery={
                  device.batteryLevel === null ? null : (
                    <Battery level={device.batteryLevel}>
                      <span className="sr-only">{t('battery.label')} </span>
                      {t('battery.percent', { value: toBatteryPercent(device.batteryLevel) })}
                    </Battery>
                  )
                }
                data-testid="vew-status"
                data-vew={device.isActive ? 'active' : 'inactive'}
                data-why={device.why ?? undefined}
                kind={TABLET.test(device.name) ? 'tablet' : 'phone'}
                name={device.name}
              >
                <Status clock={clock} device={device} />
              </DeviceRow>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Status({ device, clock }: { device: Device; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { isActive, why, version, lastSampleAt, lastSeenAt, waitsSince } = device;
  const last = lastSampleAt === null ? t('gallery_settings.last_none') : t('gallery_settings.last', { time: clock.moment(lastSampleAt) });
  return (
    <>
      <span className="receipt" data-state={isActive ? 'allowed' : why === 'off' ? undefined : 'paused'}>
        {isActive ? <Check aria-hidden className="icon-small" /> : <CircleAlert aria-hidden className="icon-small" />}
        <span suppressHydrationWarning>
          {t(isActive ? 'gallery_settings.active' : 'gallery_settings.inactive')}
          {sentenceSeparator(i18n.language)}
          <em>{why === null ? last : t(`gallery_settings.why_${why}`, { version })}</em>
        </span>
      </span>
      {why === 'key' || why === 'needs_app' || why === 'needs_os' || why === 'unmanaged' ? (
        <span className="device-said">
          <Link to={`/my-family?device=${device.id}`}>{t('gallery_settings.see_device')}</Link>
        </span>
      ) : null}
      {waitsSince === null || why === 'unmanaged' ? null : (
        <span className="device-said" data-testid="waits" suppressHydrationWarning>
          {t('gallery_settings.waits', { time: clock.moment(waitsSince) })}
          {lastSeenAt === null
            ? null
            : `${sentenceSeparator(i18n.language)}${t('gallery_settings.last_seen', { time: clock.moment(lastSeenAt) })}`}
        </span>
      )}
    </>
  );
}
