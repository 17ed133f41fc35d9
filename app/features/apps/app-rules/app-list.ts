import type { AppAccess, BundleId, Directive } from '#app/domain/app-rules';
import type { Instant } from '#app/domain/time';
import type { DeviceProblem } from '../restrictions/restrictions.server';

/** Sort orders of the list (A67): by title; by rule, never allowed first (N, S, A); newest first. */
export const SORT_TYPES = ['alphabetical', 'rule', 'recent'] as const;
export type SortType = (typeof SORT_TYPES)[number];

/** Default of `appRulesSortType` (3.15.3). */
export const DEFAULT_SORT_TYPE: SortType = 'alphabetical';

/** One row of the list. Durations are in seconds. */
export type AppRow = {
  bundleId: BundleId;
  /** The title from the app-info service in the user's language if known, otherwise as the device reported it. */
  title: string;
  logo: string | null;
  directive: Directive;
  /** The app's current access and the reason. `schedule`: the name of the app schedule that is the reason. */
  access: Pick<AppAccess, 'isUsable' | 'why' | 'until'> & { schedule: string | null };
  /** Today's use on all devices of the child together; null if no device reports it. */
  usedSeconds: number | null;
  /** Null if the plan does not include app limits. `schedules` has only names that the plan includes. */
  limitSeconds: number | null;
  schedules: Array<string>;
  firstSeenAt: Instant;
  isNew: boolean;
  /** Devices that have the app but do not support app rules (DEV-079), or have not confirmed them (A118). */
  behind: Array<DeviceProblem>;
  /** True if a device that has the app confirmed its rules. If false, `access` might not apply on any device. */
  isConfirmed: boolean;
};

const NEW_FOR_MS = 7 * 24 * 60 * 60 * 1000;

const RANK: Record<Directive, number> = { N: 0, S: 1, A: 2 };

export function toSortType(text: string | null): SortType | null {
  return SORT_TYPES.find((type) => type === text) ?? null;
}

/** Returns a sorted copy. Equal rows are sorted by title in the user's language, then by ID, so the order is stable. */
export function sortApps(rows: ReadonlyArray<AppRow>, type: SortType, language: string): Array<AppRow> {
  const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  const byTitle = (a: AppRow, b: AppRow) => collator.compare(a.title, b.title) || (a.bundleId < b.bundleId ? -1 : 1);
  const byRule = (a: AppRow, b: AppRow) => RANK[a.directive] - RANK[b.directive];
  const byAge = (a: AppRow, b: AppRow) => b.firstSeenAt - a.firstSeenAt;
  const first = type === 'rule' ? byRule : type === 'recent' ? byAge : () => 0;
  return [...rows].sort((a, b) => first(a, b) || byTitle(a, b));
}

/** Returns the apps whose title or ID contains every word of the search, ignoring case and accents. */
export function searchApps(rows: ReadonlyArray<AppRow>, search: string): Array<AppRow> {
  const words = fold(search).split(/\s+/);
  return rows.filter(({ title, bundleId }) => {
    const text = `${fold(title)} ${bundleId.toLowerCase()}`;
    return words.every((word) => text.includes(word));
  });
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** True if the app was first seen within the last week and did not come with its device. */
export function isNewApp({ firstSeenAt, cameWithDevice }: { firstSeenAt: Instant; cameWithDevice: boolean }, now: Instant): boolean {
  return !cameWithDevice && now - firstSeenAt < NEW_FOR_MS;
}
