import type { Limits } from '#app/domain/plan';

/** A limit that differs between two plans. Values: a number, `unlimited`, `on` or `off`. */
export type LimitChange = { key: LimitKey; from: number | string; to: number | string };

const KEYS = {
  devices: 'devicesPerAccount',
  blocks: 'blocksPerMonth',
  schedules: 'schedulesPerChild',
  allowance: 'allowance',
  apps: 'granularity',
  app_schedules: 'scheduleGranularity',
  location: 'geolocation',
  history: 'geolocationDays',
  screenshots: 'sampling',
  on_demand: 'samplesOnDemandPerMonth',
} as const satisfies Record<string, keyof Limits>;
export type LimitKey = keyof typeof KEYS;

const ALL = Object.keys(KEYS).filter((key): key is LimitKey => key in KEYS);

/** Returns the limits that differ, in the order of the list. */
export function listLimitChanges(from: Limits, to: Limits): Array<LimitChange> {
  return ALL.map((key) => ({ key, from: from[KEYS[key]], to: to[KEYS[key]] })).filter((change) => change.from !== change.to);
}
