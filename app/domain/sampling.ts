/** Fraction of errors that is sent to an error service: all in development, else a quarter (9.4.1). */
export const ERROR_SAMPLING = { dev: 1, otherwise: 0.25 } as const;

/** Fraction of page timings that is sent: all in development, else 5% (9.4.2). */
export const TRACE_SAMPLING = { dev: 1, otherwise: 0.05 } as const;

/** True if an event is sampled. `random`: returns numbers in [0, 1). */
export function isSampled(rates: { dev: number; otherwise: number }, isDev: boolean, random: () => number = Math.random): boolean {
  return random() < (isDev ? rates.dev : rates.otherwise);
}
