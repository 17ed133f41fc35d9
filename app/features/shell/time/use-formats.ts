import { createContext, useContext } from 'react';
import { type Formats, PLAIN_FORMATS } from '#app/domain/formats';

/** The formats chosen by the server for this request. The default is for parts rendered without a document, as in tests. */
export const FormatsContext = createContext<Formats>(PLAIN_FORMATS);

export function useFormats(): Formats {
  return useContext(FormatsContext);
}
