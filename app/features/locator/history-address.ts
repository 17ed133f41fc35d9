import type { Instant } from '#app/domain/time';

/** Returns the query of a shown day, with changes. */
export function toHistoryAddress({ date, device }: { date: string; device: string | null }, change: Record<string, string> = {}): string {
  return `?${new URLSearchParams({ date, ...(device === null ? {} : { device }), ...change })}`;
}

/** Returns a time as minutes since the day began, as in `?at=`. */
export function toMinutes(at: Instant, { from }: { from: Instant }): string {
  return String(Math.round((at - from) / 60_000));
}
