import { Form } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { AutoSave } from './use-auto-save';

/** A switch that is a form of its own. With script, it is saved together with other changes (GAL-054). */
export function SettingSwitch({
  name,
  isOn,
  labelId,
  disabled = false,
  save,
  token,
}: {
  name: string;
  isOn: boolean;
  labelId: string;
  disabled?: boolean;
  save: AutoSave;
  token: string;
}) {
  const wanted = isOn ? 'off' : 'on';
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    save.change([[name, wanted]]);
  };
  return (
    <Form method="post" preventScrollReset>
      <FormToken token={token} />
      <input name="intent" type="hidden" value="settings" />
      <button
        aria-checked={isOn}
        aria-labelledby={labelId}
        className="switch"
        disabled={disabled}
        name={name}
        onClick={onClick}
        role="switch"
        type="submit"
        value={wanted}
      />
    </Form>
  );
}
