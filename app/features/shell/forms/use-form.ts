import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';

type Errors = Readonly<Record<string, Array<string> | null>>;
type Check = (fields: FormData) => { status: string | undefined; error?: Errors | null };
type LastResult = SubmissionResult<Array<string>> | null;

/**
 * Validates a form before it is submitted. Errors first show on submit, then update on every input. Server errors (`lastResult`) show in
 * the same places, and the first invalid field gets the focus. `load` imports the check on first focus; until then, only the server
 * validates.
 * @returns props for the form element; `validate` for forms with derived passwords (`use-derived-submit.ts`); `field`, which returns ID,
 * name, initial value and error codes
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
  // Keeps the last answer, because `lastResult` is null while the form is being submitted again.
  if (lastResult !== null && lastResult !== answer) {
    setAnswer(lastResult);
    setErrors(lastResult.error ?? null);
  }
  useEffect(() => {
    // An answer that came with the page does not move the focus, so that reading starts at the top.
    if (answer !== atFirst) focusFirst(element.current, answer?.error ?? {});
  }, [answer, atFirst]);

  const faultsOf = (form: HTMLFormElement): Errors => check?.(new FormData(form)).error ?? {};
  const fetchCheck = async (): Promise<Check> => {
    // Must run first, because the schema checks on import whether it can compile itself.
    const { disableZodJit } = await import('../frame/disable-jit');
    disableZodJit();
    const loaded = await load();
    setCheck(() => loaded);
    return loaded;
  };
  const onFocus = () => {
    // If loading fails, only the server validates; the next focus tries again.
    if (check === null) fetchCheck().catch(() => {});
  };
  /** Validates a form that sends derived values, and shows its errors. Rejects if the check cannot be loaded. */
  const validate = async (form: HTMLFormElement): Promise<boolean> => {
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
    validate,
    field: (name: Name) => {
      // The answer lists the name of a field submitted empty, but omits its value. The default must not reappear.
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
