import { createContext, useContext } from 'react';
import type { Formats } from '~/domain/formats';

/** The formats that the server chose for this request; null where a part is drawn without a document, as tests do. */
export const FormatsContext = createContext<Formats | null>(null);

export function useFormats(): Formats | null {
  return useContext(FormatsContext);
}
