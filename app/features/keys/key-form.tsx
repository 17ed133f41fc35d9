import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { LoadingMessage } from '#app/components/ui/loading';
import { TextField } from '#app/components/ui/text-field';
import { AccountPassword } from '#app/features/shell/forms/account-password';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { FormMessage } from '#app/server/form.server';
import type { KeyOutcome } from './key-work';

/** A secret to enter. `words`: the twelve words of a recovery code. `isNew`: must follow the rules for new passwords. */
export type SecretField = { name: string; label: string; hint?: string; kind: 'password' | 'words'; isNew?: boolean };

/**
 * A form whose secrets stay in this browser: they are passed to `work`, and nothing is posted. A wrong secret is reported under the field
 * named in `wrong`, other failures above the form. The fields are cleared on success.
 */
export function KeyForm({
  fields,
  email,
  button,
  buttonKind = 'main',
  waiting,
  wrong,
  work,
  onDone,
  onCancel,
  children,
}: {
  fields: Array<SecretField>;
  /** The account's address, which a new secret must not equal. */
  email: string;
  button: string;
  buttonKind?: 'main' | 'plain' | 'remove-sure';
  /** Text shown while `work` runs. */
  waiting: string;
  /** The field and text to use for a wrong secret. */
  wrong: { field: string; text: string };
  work: (secrets: Record<string, string>) => Promise<KeyOutcome>;
  onDone: () => void;
  /** Adds a Cancel button. */
  onCancel?: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<FormMessage | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const refuse = (found: Record<string, string>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const send = async (element: HTMLFormElement) => {
    const secrets = Object.fromEntries(fields.map(({ name }) => [name, String(new FormData(element).get(name) ?? '')]));
    const faults = await findFaults(fields, secrets, email, (code) => toErrorTexts(t, [code])[0] ?? '');
    refuse(faults);
    if (Object.keys(faults).length > 0) return;
    const outcome = await work(secrets);
    if (outcome.kind === 'wrong') refuse({ [wrong.field]: wrong.text });
    if (outcome.kind === 'failed') setNotice({ key: outcome.notice, params: {}, link: null });
    if (outcome.kind !== 'done') return;
    element.reset();
    onDone();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNotice(null);
    const failed = () => setNotice({ key: 'key.not_here', params: {}, link: null });
    void send(event.currentTarget)
      .catch(failed)
      .finally(() => setBusy(false));
  };
  return (
    <form className="stack" noValidate onSubmit={onSubmit} ref={form}>
      <FormMessageBox notice={notice} />
      {children}
      {fields.map((field) => (
        <OneField field={field} id={`${id}-${field.name}`} key={field.name} problem={errors[field.name]} />
      ))}
      {isBusy ? <LoadingMessage label={waiting} /> : null}
      <div className="button-row">
        {onCancel === undefined ? null : (
          <Button onClick={onCancel} type="button">
            {t('actions.cancel')}
          </Button>
        )}
        <Button isBusy={isBusy} kind={buttonKind}>
          {button}
        </Button>
      </div>
    </form>
  );
}

function OneField({ field, id, problem }: { field: SecretField; id: string; problem: string | undefined }) {
  const { name, label, hint, kind, isNew = false } = field;
  const common = { id, name, label, hint, errors: problem === undefined ? [] : [problem], required: true };
  if (kind === 'words') return <TextField {...common} autoCapitalize="none" autoComplete="off" rows={3} spellCheck={false} />;
  const autoComplete = isNew ? 'new-password' : 'current-password';
  return <AccountPassword {...common} autoComplete={autoComplete} />;
}

async function findFaults(fields: Array<SecretField>, secrets: Record<string, string>, email: string, say: (code: string) => string) {
  const { faultOfNewSecret } = await import('./new-secret');
  const faults: Record<string, string> = {};
  for (const { name, kind, isNew } of fields) {
    const text = secrets[name] ?? '';
    const fault = isNew ? faultOfNewSecret(text, email) : text.trim() === '' ? (kind === 'words' ? 'empty_words' : 'empty_password') : null;
    if (fault !== null) faults[name] = say(fault);
  }
  return faults;
}
