import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Battery } from '#app/components/ui/battery';
import { DeviceRow } from '#app/components/ui/device-row';
import { toBatteryPercent } from '#app/domain/device';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { shortenName } from '../short-name';
import { type DeviceStatus, findGoverningSibling, followsOtherChild } from './child-status';
import { type Receipt, toReceipt } from './receipt';
import { ReceiptLine } from './receipt-line';

// Whole words only: «tab» in «Tabea’s phone» does not mean a tablet.
const TABLET = /\b(?:ipad|tab|tablet)\b/i;

/**
 * Row for one device with name, battery, receipt and last report. The data attributes contain exact times in epoch ms. `details` is the
 * path where the parent sets who uses the device. Omit it if the row is a link itself.
 */
export function DeviceLine({ device, clock, details = null }: { device: DeviceStatus; clock: Clock; details?: string | null }) {
  const { t } = useTranslation();
  const { command, applied, batteryLevel: level } = device;
  return (
    <DeviceRow
      battery={
        level === null ? null : (
          <Battery level={level}>
            <span className="sr-only">{t('battery.label')} </span>
            {t('battery.percent', { value: toBatteryPercent(level) })}
          </Battery>
        )
      }
      data-applied={applied?.state ?? 'unknown'}
      data-applied-at={applied?.at}
      data-command={command?.state}
      data-confirmed-at={command?.confirmedAt ?? undefined}
      data-device={device.id}
      data-held-by={findGoverningSibling(device)?.childId}
      data-requested={device.requested}
      data-saved-at={command?.savedAt}
      data-sent-at={command?.sentAt ?? undefined}
      data-testid="receipt"
      data-used-by={followsOtherChild(device) ? device.usedBy?.childId : undefined}
      data-view={device.view}
      kind={TABLET.test(device.name) ? 'tablet' : 'phone'}
      name={device.name}
    >
      <DeviceWords clock={clock} device={device} />
      {device.isOverLimit ? <span className="device-said">{t('limits.device_over')}</span> : null}
      {details === null || findGoverningSibling(device) === null ? null : (
        <span className="device-said">
          <Link preventScrollReset to={details}>
            {t('receipt.who_uses')}
          </Link>
        </span>
      )}
    </DeviceRow>
  );
}

/** Texts for the last change, the requested state and the last report of a device. */
export function DeviceWords({ device, clock }: { device: DeviceStatus; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const receipt = toReceipt(device, clock.now);
  const { applied } = device;
  const lastWord =
    applied === null
      ? t('receipt.no_word')
      : t('receipt.last_word', { state: t(`state_word.${applied.state}`), time: clock.moment(applied.at) });
  const holder = findGoverningSibling(device);
  if (holder !== null) {
    return (
      <>
        <Elsewhere clock={clock} kind="held" name={holder.name} receipt={receipt} />
        <span className="device-said">{lastWord}</span>
      </>
    );
  }
  if (followsOtherChild(device)) return <Elsewhere clock={clock} kind="elsewhere" name={device.usedBy?.name ?? null} receipt={receipt} />;
  const isOwnClock = receipt.kind === 'offline' && receipt.ownClock;
  const asked = isOwnClock
    ? t('sentence.rules_say', { state: t(`state_word.${device.requested}`) })
    : device.view === 'pending'
      ? t(`sentence.asked_${device.requested}`)
      : null;
  return (
    <>
      <ReceiptLine clock={clock} receipt={receipt} />
      <span className="device-said">
        {asked === null ? null : `${asked}${sentenceSeparator(i18n.language)}`}
        {lastWord}
      </span>
    </>
  );
}

/** Text for a device where another child's rules apply. The last change concerns that child, so it is not shown. */
function Elsewhere({ kind, name, receipt, clock }: { kind: 'elsewhere' | 'held'; name: string | null; receipt: Receipt; clock: Clock }) {
  const { t } = useTranslation();
  return (
    <>
      {receipt.kind === 'offline' ? <ReceiptLine clock={clock} receipt={{ ...receipt, waits: false, ownClock: false }} /> : null}
      <span className="device-said">
        {name === null ? t(`receipt.${kind}_unnamed`) : t(`receipt.${kind}`, { name: shortenName(name) })}
      </span>
    </>
  );
}
