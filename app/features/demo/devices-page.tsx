import { MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#app/components/ui/avatar';
import { Battery } from '#app/components/ui/battery';
import { Button, ButtonLink } from '#app/components/ui/button';
import { type DeviceKind, DeviceRow } from '#app/components/ui/device-row';
import { EmptyState } from '#app/components/ui/empty-state';
import { Fact, Facts } from '#app/components/ui/facts';
import type { Receipt } from '#app/features/children/status/receipt';
import { ReceiptLine } from '#app/features/children/status/receipt-line';
import { StateBadge } from '#app/features/children/status/state-badge';
import { useClock } from '#app/features/shell/time/use-clock';
import { EVENING, NAMES, PHOTOS } from './samples';
import { Specimen, Specimens } from './specimen';

const VIEWS = ['allowed', 'blocked', 'paused', 'pending', 'unmanaged'] as const;
const { now } = EVENING;
const TAPPED = now - 40_000;
const EARLIER = now - 400 * 60_000;

const RECEIPTS: ReadonlyArray<Receipt> = [
  { kind: 'saved', at: TAPPED },
  { kind: 'sent', askedAt: TAPPED, sentAt: TAPPED + 300 },
  { kind: 'confirmed', askedAt: TAPPED, at: TAPPED + 800 },
  { kind: 'failed', at: now - 30_000, error: 'EPERM' },
  { kind: 'offline', since: EARLIER, waits: true, ownClock: false, askedAt: TAPPED },
  { kind: 'unmanaged', since: EARLIER },
];

const ROWS: ReadonlyArray<{ kind: DeviceKind; name: string; battery: number | null; receipt: Receipt }> = [
  { kind: 'phone', name: 'iPhone 15', battery: 0.84, receipt: { kind: 'confirmed', askedAt: TAPPED, at: TAPPED + 800 } },
  { kind: 'tablet', name: NAMES.chinese, battery: 0.2, receipt: { kind: 'sent', askedAt: TAPPED, sentAt: TAPPED + 300 } },
  {
    kind: 'tablet',
    name: NAMES.rightToLeft,
    battery: 0.03,
    receipt: { kind: 'offline', since: EARLIER, waits: true, ownClock: false, askedAt: TAPPED },
  },
  { kind: 'other', name: NAMES.german, battery: null, receipt: { kind: 'unmanaged', since: EARLIER } },
  { kind: 'phone', name: NAMES.sixtyFour, battery: 1, receipt: { kind: 'failed', at: now - 30_000, error: null } },
];

/** Showcase page for devices, states, profile pictures, facts and empty states. */
export function DevicesPage() {
  const { t } = useTranslation('showcase');
  return (
    <Specimens>
      <Rows />

      <States />
      <Receipts />

      <FaceForms />

      <DeviceFacts />
      <Specimen title={t('devices.empty')}>
        <Empty />
      </Specimen>
    </Specimens>
  );
}

function Rows() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const clock = useClock(EVENING.zone, now);
  return (
    <Specimen title={t('devices.rows')}>
      <ul className="receipts">
        {ROWS.map(({ kind, name, battery, receipt }, index) => (
          <li key={name}>
            <DeviceRow
              action={index === 4 ? <Button type="button">{common('error.try_again')}</Button> : undefined}
              battery={battery === null ? null : <Battery level={battery}>{common('battery.percent', { value: battery * 100 })}</Battery>}
              kind={kind}
              name={name}
            >
              <ReceiptLine clock={clock} receipt={receipt} />
              <span className="device-said">{t('devices.seen', { time: clock.moment(EARLIER) })}</span>
            </DeviceRow>
          </li>
        ))}
      </ul>
    </Specimen>
  );
}

function States() {
  const { t } = useTranslation('showcase');
  return (
    <Specimen title={t('devices.states')}>
      <ul className="flex flex-wrap gap-3">
        {VIEWS.map((view) => (
          <li key={view}>
            <StateBadge view={view} />
          </li>
        ))}
      </ul>
      {(['small', 'normal', 'big'] as const).map((size) => (
        <div className="flex flex-wrap gap-4" key={size}>
          {VIEWS.map((view, index) => (
            <Avatar
              colorSlot={index * 4}
              key={view}
              name={NAMES.latin}
              pictureIndex={size === 'normal' ? index : null}
              size={size}
              view={view}
            />
          ))}
        </div>
      ))}
    </Specimen>
  );
}

function Receipts() {
  const { t } = useTranslation('showcase');
  const clock = useClock(EVENING.zone, now);
  return (
    <Specimen title={t('devices.receipts')}>
      <ul className="stack stack-tight">
        {RECEIPTS.map((receipt) => (
          <li key={receipt.kind}>
            <ReceiptLine clock={clock} receipt={receipt} />
          </li>
        ))}
      </ul>
    </Specimen>
  );
}

function FaceForms() {
  const { t } = useTranslation('showcase');
  const faces = [
    { label: t('pictures.initial'), name: NAMES.latin, photo: null, picture: null },
    { label: NAMES.chinese, name: NAMES.chinese, photo: null, picture: null },
    { label: t('pictures.owl'), name: NAMES.latin, photo: null, picture: 3 },
    { label: t('devices.photo'), name: NAMES.latin, photo: PHOTOS.good, picture: null },
    { label: t('devices.photo_broken'), name: 'Ben', photo: PHOTOS.broken, picture: null },
  ];
  return (
    <Specimen title={t('devices.faces')}>
      <ul className="plain-list">
        {faces.map(({ label, name, photo, picture }, index) => (
          <li key={label}>
            <Avatar colorSlot={index} name={name} photo={photo} pictureIndex={picture} size="small" />
            <Avatar colorSlot={index} name={name} photo={photo} pictureIndex={picture} />
            <Avatar colorSlot={index} name={name} photo={photo} pictureIndex={picture} size="big" view="allowed" />
            <span className="grow">{label}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{t('devices.faces_text')}</p>
    </Specimen>
  );
}

function DeviceFacts() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const clock = useClock(EVENING.zone, now);
  return (
    <Specimen title={t('devices.facts')}>
      <Facts>
        <Fact name={common('device.status')}>
          <StateBadge view="blocked" />
        </Fact>
        <Fact name={common('device.name')}>
          <bdi>{NAMES.rightToLeft}</bdi>
        </Fact>
        <Fact name={common('device.model')}>{NAMES.sixtyFour}</Fact>
        <Fact name={common('battery.label')}>
          <Battery level={0.12}>
            {common('device.battery_at', { percent: common('battery.percent', { value: 12 }), time: clock.moment(EARLIER) })}
          </Battery>
        </Fact>
        <Fact name={common('device.paired')}>{clock.date(EARLIER)}</Fact>
      </Facts>
    </Specimen>
  );
}

function Empty() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  return (
    <EmptyState
      action={
        <ButtonLink kind="main" to="/connect">
          {common('manage.connect_device')}
        </ButtonLink>
      }
      icon={<MonitorSmartphone aria-hidden />}
      title={t('devices.empty_title')}
    >
      {t('devices.empty_text')}
    </EmptyState>
  );
}
