import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/checkbox';
import { Group } from '~/components/ui/group';
import type { Device } from '~/domain/device';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import type { FormReply } from '~/server/form.server';
import type { PickedDevice } from './picked-device.server';

/** Which children use a device: nobody is asked where there is one child only. */
export function DeviceUsers({
  device,
  family,
  token,
  reply,
}: {
  device: Device;
  family: PickedDevice['children'];
  token: string;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  if (family.length < 2) return null;
  const errors = reply?.intent === 'device-users' ? reply.lastResult?.error?.users : null;
  return (
    <Form className="stack stack-tight" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="device_id" type="hidden" value={device.id} />
      <input name="updated_at" type="hidden" value={device.updatedAt} />
      <Group errors={toErrorTexts(t, errors ?? undefined)} hint={t('device.users_hint')} id="device-users" label={t('device.choose_users')}>
        {family.map(({ id, name }) => (
          <Checkbox
            defaultChecked={device.childIds.includes(id)}
            id={`user-${id}`}
            key={id}
            label={<bdi>{name}</bdi>}
            name="users"
            value={id}
          />
        ))}
      </Group>
      <div className="button-row">
        <Button name="intent" value="device-users">
          {t('device.save_users')}
        </Button>
      </div>
    </Form>
  );
}
