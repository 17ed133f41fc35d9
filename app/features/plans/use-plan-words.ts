import { useTranslation } from 'react-i18next';
import type { BillingCycle } from '#app/domain/billing';
import type { Tier } from '#app/domain/plan';
import { trialLength } from '#app/domain/price';
import type { Clock } from '#app/features/shell/time/use-clock';
import { formatMoney } from './money';

/** Returns functions that name plans, prices and trials in the user’s language. */
export function usePlanWords(clock: Clock) {
  const { formats } = clock;
  const { t } = useTranslation();
  const money = (cents: number) => formatMoney(t, cents, formats);
  return {
    t,
    clock,
    formats,
    money,
    plan: (tier: Tier) => t(`plans.tier_${tier}`),
    /** «Premium, annual»; only the name for a plan without a cycle. */
    planAndCycle: (tier: Tier, cycle: BillingCycle | null) =>
      cycle === null ? t(`plans.tier_${tier}`) : t(`plans.named_${cycle}`, { plan: t(`plans.tier_${tier}`) }),
    /** «$99.99 a year». */
    perCycle: (cents: number, cycle: BillingCycle) => t(`plans.per_${cycle}`, { price: money(cents) }),
    /** «14 days» or «3 months» (SUBS-057, SUBS-058). */
    trial: (days: number) => {
      const { unit, amount } = trialLength(days);
      return t(`plans.trial_${unit}`, { count: amount });
    },
  };
}

export type PlanWords = ReturnType<typeof usePlanWords>;
