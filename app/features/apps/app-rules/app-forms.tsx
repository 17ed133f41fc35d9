import { Form } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { Field } from '#app/components/ui/field';
import { Group } from '#app/components/ui/group';
import type { ChildId } from '#app/domain/ids';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { LockedHint } from '../locked-note';
import { LIMIT_CHOICES } from './app-rule-request';
import type { AppDetails } from './app-rules.server';
import { toSpan } from './app-words';
import { DirectiveButtons, type DirectiveTap } from './directive-choice';

export type AppDialogProps = {
  details: AppDetails;
  view: 'details' | 'limit';
  childId: ChildId;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
  isLocked: boolean;
  isScheduleLocked: boolean;
};

/** Shows the three rule buttons of the app's row in the dialog as well. */
export function Rule({ details, token, isLocked, tap }: AppDialogProps & { tap: DirectiveTap | null }) {
  const { t } = useTranslation();
  const { bundleId, directive } = details.row;
  return (
    <Form method="post" preventScrollReset replace>
      <FormToken token={token} />
      <Group disabled={isLocked} id="app-rule" label={t('apps.rule')}>
        <div className="choice">
          <DirectiveButtons
            pendingDirective={tap?.directive ?? null}
            bundleId={bundleId}
            directive={directive}
            isLocked={isLocked}
            read={tap?.read ?? directive}
            words={{ A: t('apps.rule_A'), S: t('apps.rule_S'), N: t('apps.rule_N') }}
          />
        </div>
      </Group>
    </Form>
  );
}

/**
 * Daily limit of one app: buttons for common values, a field for others. Once typing begins, the form keeps the loaded value. If another
 * parent changed the value, a submit is answered as stale. Only a second submit overwrites it.
 */
export function Limit({ details, clock, token, reply, isLocked }: AppDialogProps) {
  const { t } = useTranslation();
  const { limitSeconds } = details;
  const { bundleId } = details.row;
  const answer = reply?.intent === 'limit-minutes' ? reply.lastResult : null;
  const typed = answer?.initialValue?.minutes;
  const [begun, setBegun] = useState<{ read: number | null } | null>(null);
  const wasToldStale = reply?.notice?.key === 'error_strings.stale';
  const read = begun === null || wasToldStale ? limitSeconds : begun.read;
  const isChoice = limitSeconds === null || LIMIT_CHOICES.some((choice) => choice === limitSeconds);
  return (
    <Form className="stack" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="bundle_id" type="hidden" value={bundleId} />
      <input name="read" type="hidden" value={read ?? ''} />
      <Group disabled={isLocked} hint={t('apps.limit_hint')} id="app-limit" label={t('apps.limit_label')}>
        <div className="choice">
          {[0, ...LIMIT_CHOICES].map((seconds) => (
            <button aria-pressed={seconds === (limitSeconds ?? 0)} key={seconds} name="intent" type="submit" value={`limit-${seconds}`}>
              {seconds === 0 ? t('apps.no_limit') : toSpan(t, seconds, clock)}
            </button>
          ))}
        </div>
      </Group>
      <div className="app-minutes">
        <Field
          defaultValue={typeof typed === 'string' ? typed : isChoice ? '' : String(Math.round((limitSeconds ?? 0) / 60))}
          disabled={isLocked}
          errors={toErrorTexts(t, answer?.error?.minutes ?? undefined)}
          id="app-minutes"
          inputMode="numeric"
          label={t('apps.other_limit')}
          name="minutes"
          onInput={() => setBegun((known) => known ?? { read: limitSeconds })}
          unit={t('apps.minutes')}
        />
        <Button aria-describedby={isLocked ? 'limit-locked' : undefined} disabled={isLocked} name="intent" value="limit-minutes">
          {t('actions.save')}
        </Button>
      </div>
      {isLocked ? <LockedHint id="limit-locked" /> : null}
    </Form>
  );
}

/** Lets the parent choose the app schedules that include this app (APPS-035). App schedules are created in the schedule panel. */
export function OwnSchedules({ details, childId, token, isLocked, isScheduleLocked }: AppDialogProps) {
  const { t } = useTranslation();
  const { row, schedules } = details;
  const isOff = isLocked || isScheduleLocked;
  return (
    <Form className="stack" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="bundle_id" type="hidden" value={row.bundleId} />
      <input
        name="read"
        type="hidden"
        value={schedules
          .filter(({ isOwn }) => isOwn)
          .map(({ id }) => id)
          .join(' ')}
      />
      <Group
        disabled={isOff}
        hint={t(isOff ? 'apps.schedules_locked' : schedules.length === 0 ? 'apps.schedules_none' : 'apps.schedules_hint')}
        id="app-schedules"
        label={t('apps.schedules')}
      >
        {schedules.map(({ id, name, isOwn }) => (
          <Checkbox
            defaultChecked={isOwn}
            id={`schedule-${id}`}
            key={`${id} ${isOwn}`}
            label={<bdi>{name}</bdi>}
            name="schedule"
            value={id}
          />
        ))}
      </Group>
      <div className="button-row">
        {schedules.length === 0 || isOff ? null : (
          <Button name="intent" value="app-schedules">
            {t('actions.save')}
          </Button>
        )}
        <ButtonLink kind="quiet" to={isOff ? '/subscription' : `/manage/${childId}/schedule`}>
          {t(isOff ? 'limits.see_plan' : 'apps.to_schedules')}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** Sets whether the app's use counts as screen time. Learning apps need not count (A122). */
export function Counted({ details, token, isLocked }: AppDialogProps) {
  const { t } = useTranslation();
  return (
    <Form className="toggle" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="bundle_id" type="hidden" value={details.row.bundleId} />
      <label htmlFor="app-counted">{t('apps.counted')}</label>
      <button
        aria-checked={details.isCounted}
        aria-describedby="app-counted-hint"
        className="switch"
        disabled={isLocked}
        id="app-counted"
        name="intent"
        role="switch"
        type="submit"
        value={details.isCounted ? 'app-uncounted' : 'app-counted'}
      />
      <p className="hint" id="app-counted-hint">
        {t('apps.counted_hint')}
      </p>
    </Form>
  );
}
