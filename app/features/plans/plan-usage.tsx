import { CalendarDays, Camera, Images, Lock, MapPin, Smartphone, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LimitValue } from '#app/domain/plan';
import { SAMPLE_LIFE_MS } from '#app/domain/sample-config';
import type { PlanFacts } from './plan-facts';
import type { PlanWords } from './use-plan-words';

/** Days for which a screenshot is kept. */
const SAMPLE_DAYS = SAMPLE_LIFE_MS / (24 * 60 * 60_000);
/** More units than this are drawn as one bar. */
const PIPS_MAX = 12;

/** How much of the free plan’s limits is used, with one mark per unit. */
export function UsageMeters({ plan, words: { t, clock } }: { plan: PlanFacts; words: PlanWords }) {
  const { used, limits, resetsAt } = plan;
  return (
    <div className="plan-side">
      <div className="receipts-head">
        <h2>{t('plans.used')}</h2>
        <strong>{t('plans.resets', { date: clock.date(resetsAt) })}</strong>
      </div>
      <ul className="meters">
        <Meter
          icon={<Smartphone aria-hidden className="icon" />}
          limit={limits.devicesPerAccount}
          name={t('plans.devices')}
          used={used.devices}
          words={{ t }}
        />
        <Meter
          icon={<Lock aria-hidden className="icon" />}
          limit={limits.blocksPerMonth}
          name={t('plans.blocks')}
          used={used.blocks}
          words={{ t }}
        />
        <Meter
          icon={<CalendarDays aria-hidden className="icon" />}
          limit={limits.schedulesPerChild}
          name={t('plans.schedules')}
          perChild
          used={used.schedules}
          words={{ t }}
        />
      </ul>
    </div>
  );
}

function Meter({
  icon,
  name,
  used,
  limit,
  perChild = false,
  words: { t },
}: {
  icon: ReactNode;
  name: string;
  used: number;
  limit: LimitValue;
  /** True if `limit` is for each child, so that `used` is no part of it. */
  perChild?: boolean;
  words: Pick<PlanWords, 't'>;
}) {
  const total = limit === 'unlimited' || perChild ? null : limit;
  const count =
    limit === 'unlimited'
      ? t('plans.used_no_limit', { used })
      : perChild
        ? t('plans.used_each_child', { used, count: limit })
        : t('plans.used_of', { used, total: limit });
  return (
    <li>
      <span className="device-pic">{icon}</span>
      <div>
        <p className="meter-top">
          <strong>{name}</strong>
          <span>{count}</span>
        </p>
        {total === null ? null : <Pips total={total} used={used} />}
      </div>
    </li>
  );
}

function Pips({ used, total }: { used: number; total: number }) {
  if (total > PIPS_MAX) return <progress className="bar" max={total} value={Math.min(used, total)} />;
  return (
    <span aria-hidden className="pips">
      {Array.from({ length: total }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks have no other identity
        <i className={at < used ? 'on' : undefined} key={at} />
      ))}
    </span>
  );
}

/** What a paid plan includes and how much of it is used. */
export function UsageCard({ plan, words: { t } }: { plan: PlanFacts; words: PlanWords }) {
  const { used, limits } = plan;
  const of = (limit: LimitValue) => (limit === 'unlimited' ? t('plans.no_limit') : t('plans.of_total', { total: limit }));
  const perChild = limits.schedulesPerChild;
  return (
    <section aria-labelledby="usage" className="card">
      <h2 id="usage">{t('plans.what_you_use')}</h2>
      <dl className="uses">
        <Use icon={<Smartphone aria-hidden className="icon" />} more={of(limits.devicesPerAccount)} name={t('plans.devices')}>
          {used.devices}
        </Use>
        <Use icon={<Users aria-hidden className="icon" />} more={of(limits.childrenPerAccount)} name={t('plans.children')}>
          {used.children}
        </Use>
        <Use icon={<Lock aria-hidden className="icon" />} more={of(limits.blocksPerMonth)} name={t('plans.blocks')}>
          {used.blocks}
        </Use>
        <Use
          icon={<CalendarDays aria-hidden className="icon" />}
          more={perChild === 'unlimited' ? t('plans.no_limit') : t('plans.each_child', { count: perChild })}
          name={t('plans.schedules')}
        >
          {used.schedules}
        </Use>
        {limits.sampling === 'off' ? null : (
          <>
            <Use
              icon={<Camera aria-hidden className="icon" />}
              more={of(limits.samplesOnDemandPerMonth)}
              name={t('plans.screenshots_month')}
            >
              {used.screenshots}
            </Use>
            <Use
              icon={<Images aria-hidden className="icon" />}
              more={t('plans.stored_days', { count: SAMPLE_DAYS })}
              name={t('plans.stored')}
            >
              {used.stored}
            </Use>
          </>
        )}
        <Use icon={<MapPin aria-hidden className="icon" />} more="" name={t('plans.history')}>
          {t('plans.days', { count: limits.geolocationDays })}
        </Use>
      </dl>
    </section>
  );
}

function Use({ icon, name, more, children }: { icon: ReactNode; name: string; more: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon}
        {name}
      </dt>
      <dd>
        {children} <span className="text-muted">{more}</span>
      </dd>
    </div>
  );
}
