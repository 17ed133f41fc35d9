import { useSubmit } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { deriveFields, type HashedSecrets, type SecretSource } from './derive-fields';
import type { DerivesMark } from './hold-passwords';

/** How it stands with a form that derives. `offline` and `failed`: nothing was sent. */
export type DerivedState = 'idle' | 'deriving' | 'offline' | 'failed';

/**
 * Sends a form with its passwords derived, so that no typed one leaves the browser (A80). What is wrong with the fields is said before
 * (`isRight`): a derived value does not show its length. Where the browser cannot derive at all, the form is sent as it is, as without
 * script.
 * @param sources what salts each typed field, by its name
 * @param beside work that goes on at the same time and may add fields; it gets the secrets when they are hashed, null where they never are
 * @param replace where it leads to takes the form's place in the history, as on a `Form`
 * @param wantsTyped the answer asks for the typed password: the account is a legacy one, and the same form goes out once more (AUTH-005)
 * @returns `form`: what the form element takes; the mark in it ends the hold of `hold-passwords.ts`
 */
export function useDerivedSubmit({
  isRight,
  sources,
  beside,
  replace = false,
  wantsTyped = false,
}: {
  isRight: (form: HTMLFormElement) => Promise<boolean>;
  sources: (fields: FormData) => Record<string, SecretSource>;
  beside?: (fields: FormData, hashing: Promise<HashedSecrets | null>) => Promise<void>;
  replace?: boolean;
  wantsTyped?: boolean;
}) {
  const submit = useSubmit();
  const [state, setState] = useState<DerivedState>('idle');
  const [mark, setMark] = useState<DerivesMark>('loading');
  const isBusy = useRef(false);
  const typed = useRef<{ fields: FormData; action: string } | null>(null);

  // As a state: by then the other fields that a script fills have their values too.
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
    if (!(await isRight(form))) return;
    setState('deriving');
    typed.current = { fields: copyOf(fields), action };
    const hashing = deriveFields(fields, sources(fields));
    await Promise.all([hashing, beside?.(fields, hashing)]);
    // Who went on to another page meanwhile does not want it any more.
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

/** The fields and the button, as the browser itself would send them. */
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
