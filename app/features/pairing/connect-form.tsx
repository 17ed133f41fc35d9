import { Form, useNavigation } from '@remix-run/react';
import { Smartphone, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Choice, type Option } from '#app/components/ui/choice';
import { useEarlyInput } from '#app/components/ui/early-input';
import { Field } from '#app/components/ui/field';
import { useHydrated } from '#app/components/ui/use-hydrated';
import type { Child } from '#app/domain/child';
import type { DeviceOs } from '#app/domain/device';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { toNewNameErrors } from '#app/features/children/profile/new-child-name';
import { type ShownZone, TimeZoneField } from '#app/features/children/profile/time-zone-field';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import type { FormReply } from '#app/server/form.server';
import { NEW_CHILD } from './new-child';

/** Asks whose device it is and which type. Without script, the fields for a new child are always visible but used only for a new child. */
export function ConnectForm({
  family,
  chosenId,
  os,
  zone: ownZone,
  isZoneGuess,
  token,
  reply,
}: {
  family: Array<Child>;
  chosenId: string | null;
  /** The preselected device type. */
  os: DeviceOs;
  zone: ShownZone;
  isZoneGuess: boolean;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const isBusy = useNavigation().state === 'submitting';
  const withoutDevice = family.find(({ deviceIds }) => deviceIds.length === 0);
  const first = chosenId === NEW_CHILD ? NEW_CHILD : ((family.find(({ id }) => id === chosenId) ?? withoutDevice)?.id ?? NEW_CHILD);
  const { form, field } = useForm<'child' | 'name' | 'time_zone' | 'os'>({
    id: 'connect',
    defaultValue: { child: first, name: '', time_zone: ownZone.label, os },
    lastResult: reply?.intent === 'connect' ? reply.lastResult : null,
    load: async () => (await import('./connect.schemas')).validateConnect,
  });
  const [whose, name, zone, kind] = [field('child'), field('name'), field('time_zone'), field('os')];
  const [child, setChild] = useState(whose.initialValue ?? first);
  // Null until the input from before hydration has been read. All fields stay visible until then.
  const [isEarlyBeside, setEarlyBeside] = useState(isHydrated ? false : null);
  useEarlyInput(() => {
    const fields = new FormData(form.ref.current ?? undefined);
    const early = String(fields.get('child') ?? child);
    setChild(early);
    setEarlyBeside(early !== NEW_CHILD && String(fields.get('name') ?? '') !== (name.initialValue ?? ''));
  });
  // The name field stays visible if a name was typed for an existing child, because the parent may mean either.
  const isTypedBeside = reply?.lastResult?.error?.child?.includes('name_beside_child') === true || isEarlyBeside !== false;
  const isNew = child === NEW_CHILD || family.length === 0 || isTypedBeside;
  const isGone = family.length > 0 && child !== NEW_CHILD && !family.some(({ id }) => id === child);
  const who: Array<Option> = [
    ...family.map((one) => ({
      value: one.id,
      label: one.name,
      start: <ChildAvatar child={one} size="small" />,
    })),
    { value: NEW_CHILD, label: t('connect.new_child'), start: <UserPlus aria-hidden className="icon" /> },
  ];
  const kinds: Array<Option> = (['android', 'iOS', 'other'] as const).map((value) => ({
    value,
    label: t(`os.${value}`),
    start: <Smartphone aria-hidden className="icon" />,
  }));
  return (
    <Form className="card stack connect-form" data-keeps-typed {...form} method="post">
      <FormMessageBox notice={reply?.intent === 'connect' ? reply.notice : null} />
      <FormToken token={reply?.token ?? token} />
      {family.length === 0 ? (
        <input name="child" type="hidden" value={NEW_CHILD} />
      ) : (
        <Choice
          // The family may get its first child while the page is open. The earlier choice is kept.
          defaultValue={child}
          errors={(isGone ? ['child_gone'] : (whose.errors ?? [])).map((code) => t(`connect.${code}`))}
          id="connect-child"
          label={t('connect.whose')}
          name="child"
          onChange={setChild}
          options={who}
        />
      )}
      {isNew ? (
        <>
          <Field
            autoComplete="off"
            defaultValue={name.initialValue}
            errors={name.errors?.[0] === 'name_taken' ? [t('connect.name_taken')] : toNewNameErrors(t, name.errors)}
            hint={family.length > 0 && !isHydrated ? t('connect.new_child_only') : undefined}
            id={name.id}
            label={t('child.name')}
            name="name"
          />
          <TimeZoneField
            defaultValue={zone.initialValue}
            errors={zone.errors}
            hint={t('child.time_zone_hint')}
            id={zone.id}
            isGuess={isZoneGuess && reply === undefined}
            name="time_zone"
            own={ownZone}
          />
        </>
      ) : null}
      <Choice defaultValue={kind.initialValue ?? os} id="connect-os" label={t('connect.which')} name="os" options={kinds} />
      <Button aria-disabled={isBusy} kind="main" name="intent" value="connect">
        {t('connect.go_on')}
      </Button>
    </Form>
  );
}
