import { useSubmit } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type DerivedSecrets, deriveFields, type SecretSource } from './derive-fields';
import type { DerivesMark } from './hold-passwords';

/** The state of a form with derived passwords. With `offline` and `failed`, nothing was sent. */
export type DerivedState = 'idle' | 'deriving' | 'offline' | 'failed';

/**
 * Submits a form with derived passwords, so that no typed password leaves the browser (A80). Without WebCrypto, sends the form as it is.
 * Calls `validate` first, because the server cannot check the length of a derived password.
 * @param sources how to salt each typed field, by its name
 * @param parallelWork runs while the passwords are derived and may add fields; gets the derived secrets, or null without WebCrypto
 * @param replace whether the next page replaces the form in the history, as on a `Form`
 * @param wantsTyped whether the reply asks for the typed password of a legacy account; the form is then sent once more (AUTH-005)
 * @returns the props of the form element as `form`; their `data-derives` ends the hold of `hold-passwords.ts`
 */
export function useDerivedSubmit({
  validate,
  sources,
  parallelWork,
  replace = false,
  wantsTyped = false,
}: {
  validate: (form: HTMLFormElement) => Promise<boolean>;
  sources: (fields: FormData) => Record<string, SecretSource>;
  parallelWork?: (fields: FormData, hashing: Promise<DerivedSecrets | null>) => Promise<void>;
  replace?: boolean;
  wantsTyped?: boolean;
}) {
  const submit = useSubmit();
  const [state, setState] = useState<DerivedState>('idle');
  const [mark, setMark] = useState<DerivesMark>('loading');
  const isBusy = useRef(false);
  const typed = useRef<{ fields: FormData; action: string } | null>(null);

  // Set in an effect: by then, fields that scripts fill have their values.
  useEffect(() => setMark('ready'), []);
  useEffect(() => {
    const last = typed.current;
    if (!wantsTyped || last === null) return;
    typed.current = null;
    last.fields.set('password_scheme', 'legacy');
    submit(last.fields, { method: 'post', action: last.action, preventScrollReset: true });
  }, [wantsTyped, submit]);

  const send = async (form: HTMLFormElement, fields: FormData) => {
    const action = form.getAttribute('action') ?? `${location.pathname}${location.search}`;
    if (!(await validate(form))) return;
    setState('deriving');
    typed.current = { fields: copyOf(fields), action };
    const hashing = deriveFields(fields, sources(fields));
    await Promise.all([hashing, parallelWork?.(fields, hashing)]);
    // The user may have left the page while the password was derived.
    if (form.isConnected) submit(fields, { method: 'post', action, replace: replace || undefined, preventScrollReset: true });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    send(event.currentTarget, readFields(event))
      .then(
        () => setState('idle'),
        () => setState(navigator.onLine ? 'failed' : 'offline'),
      )
      .finally(() => {
        isBusy.current = false;
      });
  };
  return { form: { onSubmit, 'data-derives': mark }, state };
}

/** Returns the fields and the submit button's value, as the browser would send them. */
function readFields({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): FormData {
  const fields = new FormData(currentTarget);
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  const name = button?.getAttribute('name') ?? '';
  if (name !== '') fields.append(name, button?.getAttribute('value') ?? '');
  return fields;
}

function copyOf(fields: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of fields) copy.append(name, value);
  return copy;
}
