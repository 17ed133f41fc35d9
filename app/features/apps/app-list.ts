import type { AppAccess, BundleId, Directive } from '~/domain/app-rules';
import type { Instant } from '~/domain/time';
import type { Behind } from './restrictions.server';

/** The orders of the list (A67): by title; what is forbidden before what has a schedule before what is free (N, S, A); the newest first. */
export const SORT_TYPES = ['alphabetical', 'rule', 'recent'] as const;
export type SortType = (typeof SORT_TYPES)[number];

/** `appRulesSortType` where nobody chose (3.15.3). */
export const DEFAULT_SORT_TYPE: SortType = 'alphabetical';

/** What the list shows of one app. Spans in seconds. */
export type AppRow = {
  bundleId: BundleId;
  /** In the reader's language where the app-info service knows it, else as the device has it. */
  title: string;
  logo: string | null;
  directive: Directive;
  /** What the rules say of it now, with the name of its own schedule where that is why. */
  access: Pick<AppAccess, 'isUsable' | 'why' | 'until'> & { schedule: string | null };
  /** Today, all devices of the child together; null where no device tells. */
  usedSeconds: number | null;
  /** As far as the plan has it, like the names of its own schedules. */
  limitSeconds: number | null;
  schedules: Array<string>;
  firstSeenAt: Instant;
  isNew: boolean;
  /** Devices that have the app and know no rules for apps (DEV-079), or have not said that they keep these (A118). */
  behind: Array<Behind>;
  /** Some device that has it has said that it keeps its rules: else what they say holds nowhere that we know of. */
  isObeyed: boolean;
};

const NEW_FOR_MS = 7 * 24 * 60 * 60 * 1000;

const RANK: Record<Directive, number> = { N: 0, S: 1, A: 2 };

export function toSortType(text: string | null): SortType | null {
  return SORT_TYPES.find((type) => type === text) ?? null;
}

/** A new list in that order; equal ones by title in the reader's language, then by id, so that the order never wavers. */
export function sortApps(rows: ReadonlyArray<AppRow>, type: SortType, language: string): Array<AppRow> {
  const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  const byTitle = (a: AppRow, b: AppRow) => collator.compare(a.title, b.title) || (a.bundleId < b.bundleId ? -1 : 1);
  const byRule = (a: AppRow, b: AppRow) => RANK[a.directive] - RANK[b.directive];
  const byAge = (a: AppRow, b: AppRow) => b.firstSeenAt - a.firstSeenAt;
  const first = type === 'rule' ? byRule : type === 'recent' ? byAge : () => 0;
  return [...rows].sort((a, b) => first(a, b) || byTitle(a, b));
}

/** Those whose title or id has every word of the search, whatever its case and accents. */
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

/** Was it installed this week, and not just found on a device that had been paired? */
export function isNewApp({ firstSeenAt, cameWithDevice }: { firstSeenAt: Instant; cameWithDevice: boolean }, now: Instant): boolean {
  return !cameWithDevice && now - firstSeenAt < NEW_FOR_MS;
}
