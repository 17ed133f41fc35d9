import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, type ButtonKind } from '#app/components/ui/button';
import type { ChildId, DeviceId } from '#app/domain/ids';
import { FormToken } from '#app/features/shell/forms/form-token';

/** A device to locate, for one of its children. */
export type LocateTarget = { childId: ChildId; deviceId: DeviceId };

/** Returns the value of a target's field. */
export function toTargetValue({ childId, deviceId }: LocateTarget): string {
  return `${childId} ${deviceId}`;
}

/** «Locate now», or its end, for one device; the answer is the child's page. For several devices, the answer is the page of everyone. */
export function LocateForm({
  targets,
  token,
  kind,
  wide = false,
  isOwnPage = false,
  intent = 'locate',
  children,
}: {
  targets: ReadonlyArray<LocateTarget>;
  token: string;
  kind: ButtonKind;
  wide?: boolean;
  /** True on the page that the answer shows. */
  isOwnPage?: boolean;
  /** `locate-stop`: ends a running request of the only target. */
  intent?: 'locate' | 'locate-stop';
  children: ReactNode;
}) {
  const sending = useNavigation().formData;
  const values = targets.map(toTargetValue);
  const isSending = sending?.get('intent') === intent && sending.getAll('target').join() === values.join();
  const [only] = targets;
  const action = only !== undefined && targets.length === 1 ? `/locator/${only.childId}` : '/locator?index';
  return (
    <Form action={action} method="post" preventScrollReset={isOwnPage} replace={isOwnPage}>
      <FormToken token={token} />
      {values.map((value) => (
        <input key={value} name="target" type="hidden" value={value} />
      ))}
      <Button isBusy={isSending} kind={kind} name="intent" value={intent} wide={wide}>
        {children}
      </Button>
    </Form>
  );
}
