import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '#app/components/ui/facts';
import type { Limits, LimitValue, Sku, Tier } from '#app/domain/plan';
import type { Instant } from '#app/domain/time';
import type { Clock } from '#app/features/shell/time/use-clock';

export type PlanFacts = {
  tier: Tier;
  limits: Limits;
  sku: Sku | null;
  used: { blocks: number; devices: number; children: number };
  resetsAt: Instant;
};

/** Shows the plan, its limits, how much of them is used, and when the monthly limits reset. Read only. */
export function PlanPage({ plan, clock }: { plan: PlanFacts; clock: Clock }) {
  const { t } = useTranslation();
  const { tier, limits, sku, used, resetsAt } = plan;
  const date = clock.date(resetsAt);
  return (
    <div className="narrow stack">
      <section className="card stack">
        <div>
          <p className="text-muted">{t('plan.yours')}</p>
          <h1 className="plan-name">{t(`plan.tier_${tier}`)}</h1>
          {sku?.source === 'operator' ? <p className="text-muted">{t('plan.granted')}</p> : null}
          {sku?.expiresAt === null || sku === null ? null : (
            <p className="text-muted">{t('plan.expires', { date: clock.date(sku.expiresAt) })}</p>
          )}
        </div>
        <Facts>
          <Row label={t('plan.devices')} limit={limits.devicesPerAccount} used={used.devices} />
          <Row label={t('plan.children')} limit={limits.childrenPerAccount} used={used.children} />
          <Row hint={t('plan.resets', { date })} label={t('plan.blocks')} limit={limits.blocksPerMonth} used={used.blocks} />
          <Row label={t('plan.schedules')} limit={limits.schedulesPerChild} used={null} />
        </Facts>
      </section>
    </div>
  );
}

function Row({ label, limit, used, hint }: { label: string; limit: LimitValue; used: number | null; hint?: string }) {
  const { t } = useTranslation();
  const total = limit === 'unlimited' ? null : limit;
  const words =
    total === null
      ? used === null
        ? t('plan.unlimited')
        : t('plan.used_unlimited', { used })
      : used === null
        ? String(total)
        : t('plan.used_of', { used, total });
  return (
    <Fact name={label}>
      {words}
      {used === null || total === null ? null : <progress className="bar" max={Math.max(total, 1)} value={Math.min(used, total)} />}
      {hint === undefined || total === null ? null : <span className="hint block">{hint}</span>}
    </Fact>
  );
}
