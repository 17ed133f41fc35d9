import { Form, Link, useNavigation } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { CircleAlert, Hourglass, Lock, Pause, Play, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { Note } from '#app/components/ui/note';
import type { Child } from '#app/domain/child';
import { isolateName } from '#app/domain/isolate-name';
import type { TimeZone } from '#app/domain/time';
import type { ChildStatus, Usage } from '#app/features/children/status/child-status';
import { toReasonText, toRuleLine } from '#app/features/children/status/reason-text';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import type { AllowanceData, AllowanceToday, BehindDevice } from './allowance.server';
import { LearningApps } from './learning-apps';
import { WeekForm } from './week-form';
import { Welcome } from './welcome';

/** The part of the manage page's data that this panel uses. */
type Page = { child: Child; status: ChildStatus; now: number; formToken: string; parentZone: TimeZone };

/** Screen time of one child: daily limits, bonus time, learning apps, and what happens when time is used up. */
export function AllowancePanel({ page, data, reply }: { page: Page; data: AllowanceData; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { child, status, now } = page;
  const clock = useClock(child.timeZone, now);
  const token = reply?.token ?? page.formToken;
  if (data === null) return <Locked />;
  const zone = child.timeZone === page.parentZone ? null : clock.zoneName();
  return (
    <>
      <Welcome isFirstTime={data.isFirstTime} name={child.name} />
      <section aria-labelledby="allowance" className="card stack" data-on={child.allowance.isOn ? 'true' : 'false'} data-testid="allowance">
        <OnOff child={child} token={token} />
        {child.allowance.isOn && (status.usage !== null || data.today.extraSeconds > 0) ? (
          <div className="allowance-today stack" data-testid="allowance-today">
            {status.usage === null ? null : <Today clock={clock} reply={reply} status={status} token={token} usage={status.usage} />}
            {/* Also shown if bonus time leaves the day without a limit. */}
            <Extra clock={clock} today={data.today} token={token} />
          </div>
        ) : null}
        <WeekForm child={child} clock={clock} reply={reply} today={data.today.weekday} token={token} />
        <p className="hint" suppressHydrationWarning>
          {zone === null ? t('allowance.when_used_up') : t('allowance.when_used_up_zone', { zone })}
        </p>
        <Behind devices={data.behind} />
      </section>
      <LearningApps apps={data.apps} clock={clock} reply={reply} token={token} />
    </>
  );
}

/** Describes the panel and links to the plan that has it (ALLOW-022). */
function Locked() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="allowance" className="card stack" data-testid="allowance-locked">
      <h2 id="allowance">{t('allowance.heading')}</h2>
      <Note icon={<Lock aria-hidden className="icon" />}>
        <p>
          <strong>{t('allowance.locked')}</strong>
        </p>
        <p>{t('allowance.would')}</p>
        <ButtonLink className="mt-3" kind="soft" to="/subscription">
          {t('limits.see_plan')}
        </ButtonLink>
      </Note>
    </section>
  );
}

function OnOff({ child, token }: { child: Child; token: string }) {
  const { t } = useTranslation();
  const { formData } = useNavigation();
  const asked = formData?.get('intent');
  const { isOn: isStored } = child.allowance;
  const isOn = asked === 'allowance-on' ? true : asked === 'allowance-off' ? false : isStored;
  return (
    <div className="allowance-head">
      <div>
        <h2 id="allowance">{t('allowance.heading')}</h2>
        <p className="text-muted">{t(isOn ? 'allowance.is_on' : 'allowance.is_off')}</p>
      </div>
      <Form method="post" preventScrollReset>
        <FormToken token={token} />
        <input name="updated_at" type="hidden" value={child.updatedAt} />
        <button
          aria-checked={isOn}
          aria-label={t('allowance.heading')}
          className="switch"
          name="intent"
          role="switch"
          type="submit"
          value={isOn ? 'allowance-off' : 'allowance-on'}
        />
      </Form>
    </div>
  );
}

/** The used-up note, bonus time for today, and pause. */
function Today({
  usage,
  status,
  clock,
  token,
  reply,
}: {
  usage: Usage;
  status: ChildStatus;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const answer = reply?.intent === 'extra-span' ? reply.lastResult : undefined;
  const isUsedUp = usage.remainingSeconds <= 0;
  const isPaused = usage.requested === 'pause';
  return (
    <>
      {isUsedUp ? (
        <Note icon={<Hourglass aria-hidden className="icon" />} state={status.why?.kind === 'allowance' ? 'blocked' : 'paused'}>
          {toUsedUpText(t, status, usage, clock)}
        </Note>
      ) : null}
      <Form className="chips" method="post" preventScrollReset>
        <FormToken token={token} />
        {(['15m', '30m', '1h'] as const).map((span) => (
          <button className="chip" key={span} name="intent" type="submit" value={`extra-${span}`}>
            {t(`allowance.extra_${span}`)}
          </button>
        ))}
        <button className="chip" name="intent" type="submit" value={isPaused ? 'resume' : 'pause-open'}>
          {isPaused ? <Play aria-hidden className="icon-small" /> : <Pause aria-hidden className="icon-small" />}
          {t(isPaused ? 'actions.resume' : 'actions.pause_now')}
        </button>
      </Form>
      <Form className="own-extra" method="post" noValidate preventScrollReset>
        <FormToken token={token} />
        <Field
          autoComplete="off"
          defaultValue={String(answer?.initialValue?.minutes ?? '')}
          errors={toErrorTexts(t, answer?.error?.minutes ?? undefined)}
          id="own-extra"
          inputMode="numeric"
          label={t('allowance.own_extra')}
          name="minutes"
          unit={t('actions.minutes_unit')}
        />
        <Button kind="soft" name="intent" value="extra-span">
          {t('allowance.add')}
        </Button>
      </Form>
    </>
  );
}

/**
 * Returns the text for used-up time, with its end if there is one. A week without any screen time has no end. A day without screen time is
 * not «used up».
 */
function toUsedUpText(t: TFunction, { why, until, override }: ChildStatus, { limitSeconds }: Usage, clock: Clock): string {
  if (why?.kind !== 'allowance') return t(limitSeconds === 0 ? 'allowance.none_waits' : 'allowance.used_up_waits');
  if (limitSeconds > 0 && until !== null) return t('allowance.used_up', { until: clock.until(until) });
  if (why.until !== null) return toRuleLine(t, why, override, clock, limitSeconds);
  return toReasonText(t, why, override, clock, limitSeconds) ?? '';
}

/** Shows today's bonus time and a button that removes exactly this amount from this date. */
function Extra({ today: { date, extraSeconds }, clock, token }: { today: AllowanceToday; clock: Clock; token: string }) {
  const { t } = useTranslation();
  if (extraSeconds === 0) return null;
  return (
    <Form className="extra-line" method="post" preventScrollReset>
      <FormToken token={token} />
      <input name="date" type="hidden" value={date} />
      <input name="seconds" type="hidden" value={extraSeconds} />
      <span>{t('allowance.extra_today', { span: clock.span(extraSeconds * 1000) })}</span>
      <Button kind="quiet" name="intent" value="extra-back">
        <Undo2 aria-hidden className="icon-small" />
        {t('allowance.take_back')}
      </Button>
    </Form>
  );
}

/** Lists devices whose child app cannot count screen time, with the fix (ALLOW-025). */
function Behind({ devices }: { devices: Array<BehindDevice> }) {
  const { t, i18n } = useTranslation();
  if (devices.length === 0) return null;
  return (
    <ul className="stack" data-testid="allowance-behind">
      {devices.map(({ id, name, support }) => (
        <li data-support={support.kind} key={id}>
          <Note icon={<CircleAlert aria-hidden className="icon" />} state="paused">
            {t(support.kind === 'unavailable' ? 'allowance.behind_never' : 'allowance.behind_app', {
              device: isolateName(name),
              version: 'version' in support ? support.version : '',
            })}
            {sentenceSeparator(i18n.language)}
            {support.kind === 'unavailable' ? null : <Link to={`/my-family?device=${id}`}>{t('allowance.see_device')}</Link>}
          </Note>
        </li>
      ))}
    </ul>
  );
}
