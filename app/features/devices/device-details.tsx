import { useForm } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { CircleAlert, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Sheet } from '~/components/ui/sheet';
import { type Device, isBatteryLow } from '~/domain/device';
import type { DeviceStatus } from '~/features/children/child-status';
import { StateBadge } from '~/features/children/state-badge';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import type { Clock } from '~/features/shell/use-clock';
import { useValidation } from '~/features/shell/use-validation';
import type { FormReply } from '~/server/form.server';

type Details = { device: Device; status: DeviceStatus | null; clock: Clock; token: string; reply: FormReply | undefined };

/** All that is known of one device (2.15): status, name, model, paired date, battery with last seen, and what can be done. */
export function DeviceDetails({ device, status, clock, token, reply }: Details) {
  const { t } = useTranslation();
  const view = device.managementRemoved ? 'unmanaged' : (status?.view ?? 'pending');
  const helpKey =
    view === 'unmanaged'
      ? device.os === 'iOS'
        ? 'device.help_unmanaged_apple'
        : 'device.help_unmanaged_android'
      : view === 'pending'
        ? 'device.help_pending'
        : null;
  return (
    <Sheet foot={<ButtonLink to="/my-family">{t('actions.back')}</ButtonLink>} title={device.name}>
      <NoticeBox notice={reply?.notice} />
      {helpKey === null ? null : (
        <Note icon={<CircleAlert aria-hidden className="icon" />} state={view}>
          <p data-help={helpKey}>{t(helpKey)}</p>
        </Note>
      )}
      <dl className="facts">
        <div>
          <dt>{t('device.status')}</dt>
          <dd>
            <StateBadge view={view} />
          </dd>
        </div>
        {device.name === device.model ? null : <Fact name={t('device.name')} value={device.name} />}
        <Fact
          name={t('device.model')}
          value={device.model === '' ? t('device.unknown') : [device.make, device.model].filter((part) => part !== '').join(' ')}
        />
        <Fact name={t('device.system')} value={t(`system.${device.os}`, { version: device.osVersion }).trim()} />
        <div>
          <dt>{t('device.battery')}</dt>
          <dd>
            <BatteryWords clock={clock} device={device} />
          </dd>
        </div>
        <Fact name={t('device.last_seen')} value={device.lastSeenAt === null ? t('device.never') : clock.moment(device.lastSeenAt)} />
        <Fact name={t('device.paired')} value={clock.date(device.pairedAt)} />
      </dl>
      <Rename device={device} reply={reply} token={token} />
      <Link className="remove-link" to={`/my-family?device=${device.id}&confirm=remove`}>
        <Trash2 aria-hidden className="icon" />
        {t('device.remove')}
      </Link>
    </Sheet>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function BatteryWords({ device, clock }: { device: Device; clock: Clock }) {
  const { t } = useTranslation();
  if (device.batteryLevel === null) return <span className="text-muted">{t('device.no_battery')}</span>;
  const percent = t('device.percent', { value: Math.round(device.batteryLevel * 100) });
  return (
    <span className="battery-words" data-low={isBatteryLow(device.batteryLevel) ? 'true' : undefined}>
      {device.lastSeenAt === null ? percent : t('device.battery_at', { percent, time: clock.moment(device.lastSeenAt) })}
    </span>
  );
}

function Rename({ device, token, reply }: Pick<Details, 'device' | 'token' | 'reply'>) {
  const { t } = useTranslation();
  const { onFocus, onValidate } = useValidation(async () => (await import('./device.schemas')).validateDeviceName);
  const [form, fields] = useForm<{ name: string }>({
    id: 'rename-device',
    defaultValue: { name: device.name },
    lastResult: reply?.intent === 'rename-device' ? reply.lastResult : null,
    onValidate,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
  });
  return (
    <Form className="rename" id={form.id} method="post" noValidate={form.noValidate} onFocus={onFocus} onSubmit={form.onSubmit}>
      <FormToken token={reply?.token ?? token} />
      <input name="device_id" type="hidden" value={device.id} />
      <input name="updated_at" type="hidden" value={device.updatedAt} />
      <Field
        autoComplete="off"
        defaultValue={fields.name.initialValue}
        errors={toErrorTexts(t, fields.name.errors)}
        id={fields.name.id}
        key={fields.name.key}
        label={t('device.new_name')}
        name={fields.name.name}
        required
      />
      <Button name="intent" value="rename-device">
        {t('actions.save')}
      </Button>
    </Form>
  );
}
