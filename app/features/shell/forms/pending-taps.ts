import { createContext } from 'react';

/** Submitted forms that are queued behind another one, in order. A panel shows them as pending and bases further requests on them. */
export const PendingTaps = createContext<ReadonlyArray<FormData>>([]);
