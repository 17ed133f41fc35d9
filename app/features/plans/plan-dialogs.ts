import type { Limits } from '#app/domain/plan';
import type { Schedule } from '#app/domain/rule';
import type { PickerTier } from '#app/domain/subscription-view';
import type { Instant } from '#app/domain/time';
import type { PlanFacts } from './plan-facts';

/** The parts of `dueNow` (A193), in US cents. What is below zero is `credited`; `includedTax` is part of the amounts. */
export type QuoteParts = {
  charge: number;
  discount: number;
  credit: number;
  tax: number;
  includedTax: number;
  balance: number;
  credited: number;
};

/**
 * What a change to another plan costs, in US cents. `parts`: null if nothing is charged or credited now. `nextAmount`: per cycle from `nextAt`;
 * `nextFull`: the same before the discount of `percentOff`. `endedPercentOff`: a higher discount that ends with the change, 0 for none.
 */
export type Quote = {
  direction: 'upgrade' | 'downgrade';
  prorationAt: Instant;
  dueNow: number;
  parts: QuoteParts | null;
  nextAmount: number;
  nextFull: number;
  nextAt: Instant;
  percentOff: number;
  endedPercentOff: number;
};

/** Schedules of one child that will be off. */
export type LostSchedules = { child: string; schedules: Array<Pick<Schedule, 'kind' | 'name'>> };

/**
 * What a lower plan turns off, and what it deletes: positions older than `keptDays`; null if none are deleted. `screenshots`: stored ones that
 * cannot be opened anymore.
 */
export type PlanLosses = {
  limits: Limits;
  at: Instant | null;
  devices: Array<string>;
  schedules: Array<LostSchedules>;
  keptDays: number | null;
  screenshots: number;
};

/** The open dialog (4.11.1). `buy`: a plan is chosen, its cycle is asked for. `sku`: the chosen plan, or the account’s own. `quote`: null for the own plan, and if the
 * price could not be read. */
export type PlanDialog =
  | { kind: 'external' }
  | { kind: 'buy'; tier: PickerTier; isTrial: boolean }
  | { kind: 'cancel'; losses: PlanLosses }
  | { kind: 'change'; sku: string; quote: Quote | null; losses: PlanLosses | null };

/** The data of `/subscription`. `opened`: the dialog that a link asked for with `chooseSubType`; shown once, by its `id`. */
export type SubscriptionPageData = {
  plan: PlanFacts;
  dialog: PlanDialog | null;
  opened: { id: string; dialog: PlanDialog } | null;
  /** The page to return to, if the link asked for that. */
  back: string | null;
};
