import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/**
 * Renders fields in a form.
 * @returns a function that returns the names and values that the form would post, in order
 */
export function renderForm(fields: ReactNode): () => Array<[string, string]> {
  const { container } = render(<form>{fields}</form>);
  const form = container.querySelector('form');
  return () => (form === null ? [] : [...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
