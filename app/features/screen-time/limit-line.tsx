import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { LimitValue } from '#app/domain/plan';
import type { Instant } from '#app/domain/time';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';

/** Shows the blocks left, for example «3 of 5 blocks left this month.» Renders nothing without a limit (A45). */
export function BlocksLeft({ limit, used, resetsAt, clock }: { limit: LimitValue; used: number; resetsAt: Instant; clock: Clock }) {
  const { t, i18n } = useTranslation();
  if (limit === 'unlimited') return null;
  const left = Math.max(0, limit - used);
  return (
    <p className="hint" data-blocks-left={left}>
      {t('limits.blocks_left', { left, total: limit, date: clock.date(resetsAt) })}
      {sentenceSeparator(i18n.language)}
      {left > 0 ? null : <Link to="/subscription">{t('limits.see_plan')}</Link>}
    </p>
  );
}
