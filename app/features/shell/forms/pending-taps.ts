import { createContext } from 'react';

/**
 * Submitted forms that wait in the queue behind another form, in order. A panel shows them as pending and bases further requests on them.
 */
export const PendingTaps = createContext<ReadonlyArray<FormData>>([]);
