import { useTranslation } from 'react-i18next';
import { Dialog } from '#app/components/ui/dialog';
import { isolateName } from '#app/domain/isolate-name';
import type { Instant } from '#app/domain/time';
import { ConfirmRemoval } from '#app/features/children/profile/confirm-removal';
import { type DeviceStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { DeviceDetails } from './device-details';
import type { PickedDevice } from './picked-device.server';

/**
 * One of three dialogs over a page of devices: details, confirmation of a removal, or the note about the child app's installation. `back`:
 * the path of the page below, without a query.
 */
export function DevicePages({
  picked,
  statuses,
  now,
  token,
  reply,
  back,
}: {
  picked: PickedDevice;
  /** Statuses of the page's devices, including this one. */
  statuses: Array<DeviceStatus>;
  now: Instant;
  token: string;
  reply: FormReply | undefined;
  back: string;
}) {
  const { t } = useTranslation();
  const clock = useClock(picked.zone, now);
  const { device, page, children } = picked;
  // A device of several children has one status per child. The status of the child who is using it takes precedence.
  const own = statuses.filter(({ id }) => id === device.id);
  const status = own.find((one) => !followsOtherChild(one)) ?? own[0] ?? null;
  const details = `${back}?device=${device.id}`;
  if (page === 'installed') {
    return (
      <Dialog kind="info" title={t('device.installed_title')} wayOut={{ label: t('actions.close'), to: details }}>
        <p>{t('device.installed', { name: isolateName(device.name) })}</p>
      </Dialog>
    );
  }
  if (page === 'details')
    return (
      <DeviceDetails
        back={back}
        clock={clock}
        device={device}
        family={children}
        isOtherZone={picked.isOtherZone}
        key={device.id}
        reply={reply}
        status={status}
        token={token}
      />
    );
  return (
    <ConfirmRemoval
      back={details}
      confirm={t('device.remove_sure')}
      field={{ name: 'device_id', value: device.id }}
      intent="remove-device"
      reply={reply}
      stays={t('device.remove_stays')}
      title={t('device.remove_question', { name: isolateName(device.name) })}
      token={token}
    >
      <p>{t('actions.delete_confirmation')}</p>
    </ConfirmRemoval>
  );
}
