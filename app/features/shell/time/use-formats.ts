import { createContext, useContext } from 'react';
import { type Formats, PLAIN_FORMATS } from '~/domain/formats';

/** The formats that the server chose for this request; plain ones where a part is drawn without a document, as tests do. */
export const FormatsContext = createContext<Formats>(PLAIN_FORMATS);

export function useFormats(): Formats {
  return useContext(FormatsContext);
}
