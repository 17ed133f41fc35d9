import { Form, Link } from '@remix-run/react';
import { CircleAlert, Clock4, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Battery } from '#app/components/ui/battery';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { Fact, Facts } from '#app/components/ui/facts';
import { Field } from '#app/components/ui/field';
import { Note } from '#app/components/ui/note';
import { type Device, isOffline, toBatteryPercent } from '#app/domain/device';
import { isolateName } from '#app/domain/isolate-name';
import type { Instant } from '#app/domain/time';
import type { DeviceStatus } from '#app/features/children/status/child-status';
import { DeviceWords } from '#app/features/children/status/device-line';
import { isOnOwnClock } from '#app/features/children/status/receipt';
import { StateBadge } from '#app/features/children/status/state-badge';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useDraftBase } from '#app/features/shell/forms/use-draft-base';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { DeviceSupport } from './device-support';
import { DeviceUsers } from './device-users';
import { InstallApp } from './install-app';
import { OpenDetails } from './open-details';
import type { PickedDevice } from './picked-device.server';

type Details = {
  device: Device;
  family: PickedDevice['children'];
  status: DeviceStatus | null;
  clock: Clock;
  isOtherZone: boolean;
  token: string;
  reply: FormReply | undefined;
  back: string;
};

/** Dialog with all details of one device (2.15): status, model, versions, battery, last seen and actions. */
export function DeviceDetails({ device, family, status, clock, isOtherZone, token, reply, back }: Details) {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const users = family.filter(({ id }) => device.childIds.includes(id)).map(({ name }) => isolateName(name));
  const view = device.managementRemoved ? 'unmanaged' : (status?.view ?? 'pending');
  const helpKey = toHelp(device, view, status, clock.now);
  const form = { device, token: reply?.token ?? token, reply };
  const isNamed = hasOwnName(device);
  return (
    <Dialog
      backLabel={t('actions.back')}
      kind="hybrid"
      title={<bdi>{isNamed ? device.name : device.model}</bdi>}
      wayOut={{ label: t('actions.close'), to: back }}
    >
      <FormMessageBox notice={reply?.notice} />
      {helpKey === null ? null : (
        <Note icon={view === 'pending' ? <span className="ring ring-still" /> : <CircleAlert aria-hidden className="icon" />} state={view}>
          <p data-help={helpKey}>{t(helpKey)}</p>
          {/* Without a `udid`, the API cannot recognize the device when it is paired again (D09). */}
          {view === 'unmanaged' && device.udid === '' ? <p>{t('device.help_unmanaged_unknown')}</p> : null}
        </Note>
      )}
      {device.isClockWrong && !device.managementRemoved ? (
        <Note icon={<Clock4 aria-hidden className="icon" />}>
          <p data-help="device.clock_wrong">{t('device.clock_wrong')}</p>
        </Note>
      ) : null}
      <Facts>
        <Fact name={t('device.status')}>
          <StateBadge isOffline={helpKey === 'device.help_own_clock'} view={view} />
          {/* An unmanaged device shows only the badge, because its earlier reports no longer apply. */}
          {status === null || view === 'unmanaged' ? null : (
            <span className="fact-words">
              <DeviceWords clock={clock} device={status} />
            </span>
          )}
        </Fact>
        {users.length === 0 ? null : <Fact name={t('device.users')}>{list.format(users)}</Fact>}
        {isNamed ? <Fact name={t('device.model')}>{device.model === '' ? t('device.unknown') : device.model}</Fact> : null}
        {device.make === '' ? null : <Fact name={t('device.make')}>{device.make}</Fact>}
        <Fact name={t('device.system')}>{t(`system.${device.os}`, { version: device.osVersion }).trim()}</Fact>
        <Fact name={t('device.app')}>{device.appVersion === '' ? t('device.unknown') : device.appVersion}</Fact>
        <Fact name={t('battery.label')}>
          <BatteryWords clock={clock} device={device} />
        </Fact>
        <Fact name={t('device.last_seen')}>{device.lastSeenAt === null ? t('device.never') : clock.moment(device.lastSeenAt)}</Fact>
        <Fact name={t('device.paired')}>{clock.date(device.pairedAt)}</Fact>
      </Facts>
      {isOtherZone ? (
        <p className="hint" suppressHydrationWarning>
          {t('device.zone', { zone: clock.zoneName() })}
        </p>
      ) : null}
      <DeviceSupport device={device} />
      {device.os === 'iOS' && !device.managementRemoved ? <InstallApp clock={clock} device={device} token={form.token} /> : null}
      <Rename {...form} />
      <DeviceUsers {...form} family={family} />
      <Link className="remove-link" preventScrollReset replace to={`${back}?device=${device.id}&confirm=remove`}>
        <Trash2 aria-hidden className="icon" />
        {t('device.remove')}
      </Link>
    </Dialog>
  );
}

/** True if the name differs from the model. Otherwise only the title shows the model (DEV-056). */
function hasOwnName({ name, model }: Device): boolean {
  return name.trim().toLowerCase() !== model.trim().toLowerCase();
}

/**
 * Returns the key of the help text for a pending or unmanaged device, otherwise null (2.15.2). A newly paired device has its own text,
 * because no change is pending.
 */
function toHelp({ os, lastSeenAt }: Device, view: DeviceStatus['view'], status: DeviceStatus | null, now: Instant): string | null {
  if (view === 'pending') {
    if (status !== null && status.applied === null && status.command === null) return 'device.help_new';
    if (status !== null && isOnOwnClock(status, now)) return 'device.help_own_clock';
    return isOffline(status?.lastSeenAt ?? lastSeenAt, now) ? 'device.help_pending' : 'device.help_pending_online';
  }
  if (view !== 'unmanaged') return null;
  return os === 'iOS' ? 'device.help_unmanaged_apple' : 'device.help_unmanaged_android';
}

function BatteryWords({ device, clock }: { device: Device; clock: Clock }) {
  const { t } = useTranslation();
  if (device.batteryLevel === null) return <span className="text-muted">{t('device.no_battery')}</span>;
  const percent = t('battery.percent', { value: toBatteryPercent(device.batteryLevel) });
  const readAt = device.batteryAt ?? device.lastSeenAt;
  return (
    <Battery level={device.batteryLevel}>
      {readAt === null ? percent : t('device.battery_at', { percent, time: clock.moment(readAt) })}
    </Battery>
  );
}

function Rename({ device, token, reply }: Pick<Details, 'device' | 'token' | 'reply'>) {
  const { t } = useTranslation();
  const answer = reply?.intent === 'rename-device' ? reply.lastResult : null;
  const { form, field } = useForm<'name'>({
    id: 'rename-device',
    lastResult: answer,
    load: async () => (await import('./device.schemas')).validateDeviceName,
  });
  const opened = useDraftBase(form.ref, device, 'rename-device', answer !== null);
  const name = field('name');
  return (
    <Form className="rename" {...form} method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="device_id" type="hidden" value={device.id} />
      <OpenDetails sent={answer?.initialValue} text={opened.name} updatedAt={opened.updatedAt} />
      <Field
        autoComplete="off"
        defaultValue={answer === null ? opened.name : name.initialValue}
        errors={toErrorTexts(t, name.errors)}
        id={name.id}
        label={t('device.new_name')}
        name={name.name}
        required
      />
      <Button name="intent" value="rename-device">
        {t('actions.save')}
      </Button>
    </Form>
  );
}
