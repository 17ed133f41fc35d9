import { createContext, useContext } from 'react';
import { type Formats, PLAIN_FORMATS } from '#app/domain/formats';

/** The formats that the server chose for this request. The default applies to parts rendered without a document, as in tests. */
export const FormatsContext = createContext<Formats>(PLAIN_FORMATS);

export function useFormats(): Formats {
  return useContext(FormatsContext);
}
