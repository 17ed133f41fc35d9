import { Link } from '@remix-run/react';
import { CircleDashed, CircleHelp, CircleOff, LocateOff, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Battery } from '#app/components/ui/battery';
import { DeviceRow } from '#app/components/ui/device-row';
import { Note } from '#app/components/ui/note';
import { isOffline, toBatteryPercent } from '#app/domain/device';
import { isolateName } from '#app/domain/isolate-name';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { type DeviceFault, faultOf } from './device-fault';
import type { LocatedDevice } from './located-device';
import { lookOf } from './position-sentence';
import { type NamedPlace, usePositionWords } from './position-words';

/** Problems that a setting on the device solves. */
const LOOKS: Partial<Record<DeviceFault['key'], { Icon: LucideIcon; state: string }>> = {
  rough: { Icon: CircleDashed, state: 'paused' },
  location_disabled: { Icon: LocateOff, state: 'paused' },
};

// Whole words only: «tab» in «Tabea’s phone» does not mean a tablet.
const TABLET = /\b(?:ipad|tab|tablet)\b/i;

/**
 * One device of a child: name, battery, where it is, how long it has been offline, and why it has no current position, with what to do. `to`: the
 * page that shows this device.
 */
export function DeviceBlock({
  device,
  places,
  clock,
  users,
  to,
  isShown = false,
}: {
  device: LocatedDevice;
  places: ReadonlyArray<NamedPlace>;
  clock: Clock;
  /** Names of the other children who use the device. */
  users: ReadonlyArray<string>;
  to: string;
  /** True if the page shows this device. */
  isShown?: boolean;
}) {
  const { t, i18n } = useTranslation();
  const words = usePositionWords(clock, places);
  const { batteryLevel: level, lastSeenAt, position } = device;
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(users);
  return (
    <div className="loc-device" data-device={device.id} data-problem={device.problem ?? undefined}>
      <Link aria-current={isShown ? 'true' : undefined} className="loc-device-link" to={to}>
        <DeviceRow
          battery={
            level === null ? null : (
              <Battery level={level}>
                <span className="sr-only">{t('battery.label')} </span>
                {t('battery.percent', { value: toBatteryPercent(level) })}
              </Battery>
            )
          }
          kind={TABLET.test(device.name) ? 'tablet' : 'phone'}
          name={device.name}
        >
          <span className="device-said">
            {words.short(device)}
            {isShown && position !== null && lookOf(position, clock.now) !== null ? ` · ${t('locator.shown_on_map')}` : null}
          </span>
          {position === null || position.address === '' ? null : <span className="device-said">{position.address}</span>}
          {lastSeenAt !== null && isOffline(lastSeenAt, clock.now) ? (
            <span className="device-said">{t('receipt.offline', { time: clock.moment(lastSeenAt) })}</span>
          ) : null}
          {users.length === 0 ? null : <span className="device-said">{t('locator.shared_with', { names })}</span>}
        </DeviceRow>
      </Link>
      {isShown ? null : <UnconfirmedNote clock={clock} device={device} />}
      <Problem clock={clock} device={device} />
    </div>
  );
}

/** Says that the device reported a position that it cannot have reached so fast, when and where (A205). */
export function UnconfirmedNote({ device: { name, position }, clock }: { device: LocatedDevice; clock: Clock }) {
  const { t } = useTranslation();
  if (position === null || position.unconfirmed === null) return null;
  const params = { device: isolateName(name), time: clock.moment(position.unconfirmed.at), address: position.farAddress };
  return (
    <Note icon={<CircleHelp aria-hidden className="icon" />} state="paused">
      <p data-unconfirmed={name} suppressHydrationWarning>
        {t(position.farAddress === '' ? 'locator.unconfirmed' : 'locator.unconfirmed_at', params)}
      </p>
    </Note>
  );
}

/** Why the device has no current or no exact position, and what to do. */
function Problem({ device, clock }: { device: LocatedDevice; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const fault = faultOf(device, clock.now);
  if (fault === null) return null;
  const { Icon, state } = LOOKS[fault.key] ?? { Icon: CircleOff, state: 'unmanaged' };
  return (
    <Note icon={<Icon aria-hidden className="icon" />} state={state}>
      <p data-fault={fault.key}>
        <b>{t(`locator.problem_${fault.key}`)}</b>
        {sentenceSeparator(i18n.language)}
        {t(`locator.fix_${fault.key}`, { version: fault.version })}
      </p>
    </Note>
  );
}

/** Says that the device in the address is not a device of this child (2.13.3). */
export function GoneDevice() {
  const { t, i18n } = useTranslation();
  return (
    <Note icon={<CircleOff aria-hidden className="icon" />} role="status" state="unmanaged">
      <p data-fault="no_longer_connected">
        <b>{t('locator.problem_no_longer_connected')}</b>
        {sentenceSeparator(i18n.language)}
        {t('locator.fix_no_longer_connected')}
      </p>
    </Note>
  );
}

/** Returns the names of children, for a sentence. */
export function namesOf(ids: ReadonlyArray<string>, children: ReadonlyArray<{ id: string; name: string }>): Array<string> {
  return children.filter(({ id }) => ids.includes(id)).map(({ name }) => isolateName(name));
}
