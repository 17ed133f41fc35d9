/** How many of all errors go to an error service: every one while developing, else a quarter (9.4.1). */
export const ERROR_SAMPLING = { dev: 1, otherwise: 0.25 } as const;

/** The same for the times that pages took (9.4.2). */
export const TRACE_SAMPLING = { dev: 1, otherwise: 0.05 } as const;

/** True when one of them belongs to the sample. `random` gives numbers in [0, 1). */
export function isSampled(rates: { dev: number; otherwise: number }, isDev: boolean, random: () => number = Math.random): boolean {
  return random() < (isDev ? rates.dev : rates.otherwise);
}
