import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';

type Errors = Readonly<Record<string, Array<string> | null>>;
type Check = (fields: FormData) => { status: string | undefined; error?: Errors | null };
type LastResult = SubmissionResult<Array<string>> | null;

/**
 * A form that is checked before it is sent: nothing is said before the first try, then with every key. Errors of the server's answer
 * (`lastResult`) are shown the same way, and the first field with one gets the focus. `load` fetches the check when the form is first
 * touched, so that no page carries the checking code before somebody types; a form that is sent earlier is checked by the server alone.
 * @returns what the form element takes, its check for a form that derives (`use-derived-submit.ts`), and for each field its id, name, value at the beginning and codes of what is wrong with it
 */
export function useForm<Name extends string>({
  id,
  defaultValue = {},
  lastResult,
  load,
}: {
  id: string;
  defaultValue?: Partial<Record<Name, string>>;
  lastResult: LastResult;
  load: () => Promise<Check>;
}) {
  const element = useRef<HTMLFormElement>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [errors, setErrors] = useState<Errors | null>(lastResult?.error ?? null);
  const [atFirst] = useState(lastResult);
  const [answer, setAnswer] = useState(lastResult);
  // An answer stays until the next one: while a form is sent again there is none.
  if (lastResult !== null && lastResult !== answer) {
    setAnswer(lastResult);
    setErrors(lastResult.error ?? null);
  }
  useEffect(() => {
    // What was there when the page came is read from its beginning.
    if (answer !== atFirst) focusFirst(element.current, answer?.error ?? {});
  }, [answer, atFirst]);

  const faultsOf = (form: HTMLFormElement): Errors => check?.(new FormData(form)).error ?? {};
  const fetchCheck = async (): Promise<Check> => {
    // In this order: a check tries whether it may compile itself as soon as it is there.
    const { checkWithoutEval } = await import('../frame/without-eval');
    checkWithoutEval();
    const loaded = await load();
    setCheck(() => loaded);
    return loaded;
  };
  const onFocus = () => {
    // Where it cannot be had the server checks alone, and the next touch asks for it again.
    if (check === null) fetchCheck().catch(() => {});
  };
  /** For a form that sends something else than what is in it: checks what is, and says what is wrong. Rejects where no check can be had. */
  const isRight = async (form: HTMLFormElement): Promise<boolean> => {
    const faults = (check ?? (await fetchCheck()))(new FormData(form)).error ?? {};
    setErrors(faults);
    if (!hasFault(faults)) return true;
    focusFirst(form, faults);
    return false;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (check === null) return;
    const faults = faultsOf(event.currentTarget);
    setErrors(faults);
    if (!hasFault(faults)) return;
    event.preventDefault();
    focusFirst(event.currentTarget, faults);
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (check !== null && errors !== null) setErrors(faultsOf(event.currentTarget));
  };
  return {
    form: { ref: element, id, noValidate: true, onFocus, onInput, onSubmit },
    isRight,
    field: (name: Name) => {
      // An answer leaves out what was sent empty, and names it: what stood there before does not come back.
      const isEmptied = answer?.fields?.includes(name) === true && answer.initialValue?.[name] === undefined;
      const sent = isEmptied ? '' : answer?.initialValue?.[name];
      return {
        id: `${id}-${name}`,
        name,
        initialValue: typeof sent === 'string' ? sent : defaultValue[name],
        errors: errors?.[name] ?? undefined,
      };
    },
  };
}

function hasFault(errors: Errors): boolean {
  return Object.values(errors).some((codes) => codes !== null && codes.length > 0);
}

function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement);
  fields.find((field) => (errors[field.getAttribute('name') ?? '']?.length ?? 0) > 0)?.focus();
}
