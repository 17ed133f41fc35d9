import { type Limits, sizeOf } from '#app/domain/plan';
import { devicesOverLimit, schedulesOverLimit } from '#app/domain/plan-limits';
import { deviceSchedules } from '#app/domain/rule';
import type { Instant } from '#app/domain/time';
import type { Parent } from '#app/server/guards.server';
import { type ChangePartsWire, type ChangePreviewWire, previewPlanChange } from '#app/wire/billing';
import { fromWireDevice, listDevices } from '#app/wire/family';
import { fromWireRule, listRules } from '#app/wire/rule';
import type { LostSchedules, PlanDialog, PlanLosses, Quote, QuoteParts } from './plan-dialogs';
import type { PlanFacts } from './plan-facts';

/** More children are not read one by one. */
const CHILDREN_READ_MAX = 20;

export async function loadCancelDialog(parent: Parent, plan: PlanFacts): Promise<PlanDialog> {
  return { kind: 'cancel', losses: await loadLosses(parent, plan, plan.freeLimits, plan.term.at) };
}

/** `sku`: the chosen plan. For an unknown one or none, an upgrade with the account’s own cycle
 * (SUBS-106); without one, the plan that the account has, which has no quote. */
export async function loadChangeDialog(parent: Parent, plan: PlanFacts, sku: string | null): Promise<PlanDialog> {
  const cycleOf = (wanted: string) => plan.offers.find((known) => known.sku === wanted)?.cycle;
  const upgrades = plan.changes.filter(({ direction }) => direction === 'upgrade');
  const chosen =
    plan.changes.find((change) => change.sku === sku) ?? upgrades.find((change) => cycleOf(change.sku) === plan.cycle) ?? upgrades[0];
  const offer = plan.offers.find((known) => known.sku === chosen?.sku);
  if (chosen === undefined || offer === undefined) return { kind: 'change', sku: plan.sku, quote: null, losses: null };
  const quote = await readQuote(parent, chosen.sku);
  // Another cycle of the same tier loses nothing.
  const isLower = chosen.direction === 'downgrade' && offer.tier !== plan.tier;
  const losses = isLower ? await loadLosses(parent, plan, offer.limits, quote?.nextAt ?? plan.term.at) : null;
  return { kind: 'change', sku: chosen.sku, quote, losses };
}

async function readQuote({ api }: Parent, sku: string): Promise<Quote | null> {
  try {
    return toQuote(await api.call(previewPlanChange, { query: { sku }, body: undefined }));
  } catch (error) {
    // A refusal, or no answer of the provider. The dialog then shows no price and no button.
    if (error instanceof Response && (error.status === 503 || error.status === 400 || error.status === 403)) return null;
    throw error;
  }
}

function toQuote(wire: ChangePreviewWire): Quote {
  return {
    direction: wire.direction,
    prorationAt: wire.proration_ts,
    dueNow: wire.amount_due_uscent,
    parts: wire.parts === null || wire.parts.charge_uscent === 0 ? null : toParts(wire.parts),
    nextAmount: wire.next_amount_uscent,
    nextFull: wire.next_full_uscent,
    nextAt: wire.next_ts,
    percentOff: wire.percent_off,
    endedPercentOff: wire.ended_percent_off,
  };
}

function toParts(wire: ChangePartsWire): QuoteParts {
  return {
    charge: wire.charge_uscent,
    discount: wire.discount_uscent,
    credit: wire.credit_uscent,
    tax: wire.tax_uscent,
    includedTax: wire.included_tax_uscent,
    balance: wire.balance_uscent,
    credited: wire.credited_uscent,
  };
}

/** Returns what becomes inactive with lower limits (A167), by name. */
async function loadLosses({ account, api }: Parent, plan: PlanFacts, limits: Limits, at: Instant | null): Promise<PlanLosses> {
  const hasTooMany = account.deviceCount > sizeOf(limits.devicesPerAccount);
  const children = limits.schedulesPerChild === 'unlimited' ? [] : account.children.slice(0, CHILDREN_READ_MAX);
  const [devices, ...rules] = await Promise.all([
    hasTooMany ? api.call(listDevices, { query: {}, body: undefined }) : [],
    ...children.map(({ id }) => api.call(listRules, { query: { user_id: id }, body: undefined })),
  ]);
  const oldestFirst = devices.map(fromWireDevice).sort((a, b) => a.pairedAt - b.pairedAt || (a.id < b.id ? -1 : 1));
  const over = devicesOverLimit(
    oldestFirst.map(({ id }) => id),
    limits.devicesPerAccount,
  );
  return {
    limits,
    at,
    devices: oldestFirst.filter(({ id }) => over.has(id)).map(({ name }) => name),
    schedules: children.flatMap(({ name }, index): Array<LostSchedules> => {
      const own = (rules[index] ?? []).map(fromWireRule).filter((rule) => rule !== null);
      const lost = schedulesOverLimit(own, limits.schedulesPerChild);
      const schedules = deviceSchedules(own).filter(({ id }) => lost.has(id));
      if (schedules.length === 0) return [];
      return [{ child: name, schedules: schedules.map((schedule) => ({ kind: schedule.kind, name: schedule.name })) }];
    }),
    keptDays: limits.geolocationDays < plan.limits.geolocationDays ? limits.geolocationDays : null,
    screenshots: limits.sampling === 'off' && plan.limits.sampling === 'on' ? plan.used.stored : 0,
  };
}
