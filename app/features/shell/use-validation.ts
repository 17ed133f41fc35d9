import type { Submission } from '@conform-to/react';
import { useState } from 'react';

type Validate<Value extends Record<string, unknown>> = (fields: FormData) => Submission<Value, Array<string>, Value>;

/**
 * A form's own check before it is sent. Fetched when the form is first touched, so that no page carries the checking code before somebody
 * types; a form that is sent earlier is checked by the server alone.
 */
export function useValidation<Value extends Record<string, unknown>>(load: () => Promise<Validate<Value>>) {
  const [validate, setValidate] = useState<Validate<Value> | null>(null);
  const onFocus = () => {
    if (validate !== null) return;
    void Promise.all([load(), import('./without-eval')]).then(([check, { checkWithoutEval }]) => {
      checkWithoutEval();
      setValidate(() => check);
    });
  };
  return { onFocus, onValidate: validate === null ? undefined : ({ formData }: { formData: FormData }) => validate(formData) };
}
