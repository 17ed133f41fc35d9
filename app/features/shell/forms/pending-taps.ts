import { createContext } from 'react';

/** What was tapped and waits for the answer to what was tapped before it, in its order. A panel shows it as asked for, and asks on from there. */
export const PendingTaps = createContext<ReadonlyArray<FormData>>([]);
