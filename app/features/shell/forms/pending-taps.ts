import { createContext } from 'react';

/** Taps waiting for the answer to an earlier one, in order. A panel shows them as pending and bases further requests on them. */
export const PendingTaps = createContext<ReadonlyArray<FormData>>([]);
