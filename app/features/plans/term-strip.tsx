import { RefreshCw } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Instant } from '#app/domain/time';
import type { PlanFacts } from './plan-facts';
import type { PlanWords } from './use-plan-words';

const DAY_MS = 24 * 60 * 60_000;
/** Part of the strip that shows what follows. */
const TAIL = 0.14;
/** A narrower bar has no room for its words; the key below names it. */
const LABEL_MIN = 0.25;

type Bar = { kind: 'trial' | 'paid' | 'due' | 'renews' | 'free'; from: number; to: number; label: string | null };

/** The strip: bars with positions from 0 to 1, the place of now, and of the next attempt to charge the card. */
export type Strip = { bars: Array<Bar>; now: number; attempt: number | null; startedAt: Instant; endsAt: Instant | null };

/**
 * Returns the paid or tried period as a strip, or null for other plans. An unpaid period is drawn up to the next attempt only: what follows depends
 * on it.
 */
export function toStrip({ period, term, nextAttemptAt, now }: Pick<PlanFacts, 'period' | 'term' | 'nextAttemptAt' | 'now'>): Strip | null {
  if (period === null) return null;
  const { startedAt, unpaidSince, endsAt } = period;
  const end = unpaidSince === null ? 1 - TAIL : 1;
  const at = (instant: Instant) => Math.min(1, Math.max(0, ((instant - startedAt) / (endsAt - startedAt)) * end));
  if (unpaidSince !== null) {
    const attempt = nextAttemptAt === null ? null : at(nextAttemptAt);
    const [from, to] = [at(unpaidSince), Math.max(at(now), attempt ?? 0)];
    const paid: Array<Bar> = from === 0 ? [] : [{ kind: 'paid', from: 0, to: from, label: 'paid' }];
    const label = to - from < LABEL_MIN ? null : 'due';
    return { bars: [...paid, { kind: 'due', from, to, label }], now: at(now), attempt, startedAt, endsAt: null };
  }
  const kind = term.kind === 'trial' ? 'trial' : 'paid';
  const next: Bar = { kind: term.isCanceled ? 'free' : 'renews', from: end, to: 1, label: term.isCanceled ? 'free' : null };
  return { bars: [{ kind, from: 0, to: end, label: kind }, next], now: at(now), attempt: null, startedAt, endsAt };
}

/** Shows the period like the day on /manage: one strip with the place of now. */
export function TermStrip({ plan, words }: { plan: PlanFacts; words: PlanWords }) {
  const { t, clock } = words;
  const strip = toStrip(plan);
  if (strip === null) return null;
  const { bars, now, attempt, startedAt, endsAt } = strip;
  const isTrial = plan.term.kind === 'trial';
  const title = isTrial ? 'plans.your_trial' : plan.cycle === 'annual' ? 'plans.your_year' : 'plans.your_month';
  const left = endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - plan.now) / DAY_MS));
  const kinds = [...new Set(bars.map(({ kind }) => kind)), ...(attempt === null ? [] : ['try'])];
  return (
    <section aria-labelledby="term" className="card">
      <h2 id="term">
        {t(title)}
        {endsAt === null ? null : <span className="h2-more">{t('plans.days_left', { count: left })}</span>}
      </h2>
      <ol className="strip term-strip">
        {bars.map(({ kind, from, to, label }) => (
          <Part className={`term-${kind}`} from={from} key={kind} to={to}>
            {kind === 'renews' ? <RefreshCw aria-hidden className="icon-small" /> : null}
            <span className={label === null ? 'sr-only' : undefined}>{t(`plans.bar_${kind}`, { plan: words.plan(plan.tier) })}</span>
          </Part>
        ))}
        {attempt === null || plan.nextAttemptAt === null ? null : (
          <Part className="term-try" from={attempt} to={attempt}>
            <span className="sr-only">{t('plans.try_on', { date: clock.date(plan.nextAttemptAt) })}</span>
          </Part>
        )}
        <Part className={`strip-now${now > 0.85 ? ' now-end' : now < 0.1 ? ' now-start' : ''}`} from={now} to={now}>
          <span>{clock.date(plan.now)}</span>
        </Part>
      </ol>
      <div aria-hidden className="term-ends">
        <span>{clock.date(startedAt)}</span>
        {endsAt === null ? null : <span style={{ '--from': 24 * (1 - TAIL) } as CSSProperties}>{clock.date(endsAt)}</span>}
      </div>
      <p aria-hidden className="strip-key">
        {kinds.map((kind) => (
          <span key={kind}>
            <i className={`key-${kind}`} />
            {t(`plans.key_${kind}`)}
          </span>
        ))}
      </p>
    </section>
  );
}

function Part({ className, from, to, children }: { className: string; from: number; to: number; children: ReactNode }) {
  return (
    <li className={className} style={{ '--from': 24 * from, '--to': 24 * to } as CSSProperties}>
      {children}
    </li>
  );
}
