import { Form } from '@remix-run/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { Group } from '#app/components/ui/group';
import type { Device } from '#app/domain/device';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useDraftBase } from '#app/features/shell/forms/use-draft-base';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { FormReply } from '#app/server/form.server';
import { OpenDetails } from './open-details';
import type { PickedDevice } from './picked-device.server';
import { toUsersText } from './users-text';

/** Sets which children use a device. Renders nothing if the family has only one child. */
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
  const form = useRef<HTMLFormElement>(null);
  const answer = reply?.intent === 'device-users' ? reply.lastResult : null;
  const opened = useDraftBase(form, device, 'device-users', answer !== null);
  if (family.length < 2) return null;
  // One checked box is submitted as a string, several as an array, none as undefined.
  const ticked = answer === null ? opened.childIds : [answer.initialValue?.users ?? []].flat();
  return (
    <Form className="stack stack-tight" method="post" preventScrollReset ref={form} replace>
      <FormToken token={token} />
      <input name="device_id" type="hidden" value={device.id} />
      <OpenDetails sent={answer?.initialValue} text={toUsersText(opened.childIds)} updatedAt={opened.updatedAt} />
      <Group
        errors={toErrorTexts(t, answer?.error?.users ?? undefined)}
        hint={t('device.users_hint')}
        id="device-users"
        label={t('device.choose_users')}
      >
        {family.map(({ id, name }) => (
          <Checkbox defaultChecked={ticked.includes(id)} id={`user-${id}`} key={id} label={<bdi>{name}</bdi>} name="users" value={id} />
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
