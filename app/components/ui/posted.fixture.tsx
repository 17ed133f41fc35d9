import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Shows fields in a form. The answer says what the form would send now, in its order. */
export function renderForm(fields: ReactNode): () => Array<[string, string]> {
  const { container } = render(<form>{fields}</form>);
  const form = container.querySelector('form');
  return () => (form === null ? [] : [...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
