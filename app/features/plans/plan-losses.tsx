import { ArrowRight, CircleAlert } from 'lucide-react';
import { Note } from '#app/components/ui/note';
import type { Limits } from '#app/domain/plan';
import { toScheduleName } from '#app/features/children/status/reason-text';
import { listLimitChanges } from './limit-changes';
import type { PlanLosses } from './plan-dialogs';
import type { PlanWords } from './use-plan-words';

/** The limits that differ between two plans, the old value first. */
export function LimitChanges({ from, to, words: { t } }: { from: Limits; to: Limits; words: PlanWords }) {
  const say = (value: number | string) => (typeof value === 'number' ? String(value) : t(`plans.value_${value}`));
  return (
    <ul className="changes">
      {listLimitChanges(from, to).map((change) => (
        <li key={change.key}>
          <span>{t(`plans.limit_${change.key}`)}</span>
          <span className="text-muted">{say(change.from)}</span>
          <ArrowRight aria-label={t('plans.becomes')} className="icon-small" />
          <b>{say(change.to)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Announces what a lower plan turns off, by name, and what it deletes (A167). */
export function Losses({ limits, losses, words }: { limits: Limits; losses: PlanLosses; words: PlanWords }) {
  const { t } = words;
  const { devices, schedules, keptDays, screenshots } = losses;
  return (
    <section aria-labelledby="losses" className="plan-losses stack stack-tight">
      <h3 id="losses">{t('plans.what_changes')}</h3>
      <LimitChanges from={limits} to={losses.limits} words={words} />
      {devices.length === 0 && schedules.length === 0 ? null : (
        <Note icon={<CircleAlert aria-hidden className="icon" />} state="paused">
          {devices.length === 0 ? null : (
            <p data-testid="lost-devices">{t('plans.lose_devices', { count: devices.length, names: devices.join(', ') })}</p>
          )}
          {schedules.map(({ child, schedules: lost }) => (
            <p data-testid="lost-schedules" key={child}>
              {t('plans.lose_schedules', { child, names: lost.map(({ kind, name }) => toScheduleName(t, kind, name)).join(', ') })}
            </p>
          ))}
        </Note>
      )}
      {screenshots === 0 ? null : (
        <Note icon={<CircleAlert aria-hidden className="icon" />} state="blocked">
          <p data-testid="lost-screenshots">{t('plans.lose_screenshots', { count: screenshots })}</p>
        </Note>
      )}
      {keptDays === null ? null : (
        <Note icon={<CircleAlert aria-hidden className="icon" />} state="blocked">
          <p data-testid="lost-positions">
            {keptDays === 0 ? t('plans.lose_positions') : t('plans.lose_old_positions', { count: keptDays })}
          </p>
        </Note>
      )}
      <p className="text-muted">{t('plans.rest_stays')}</p>
    </section>
  );
}
