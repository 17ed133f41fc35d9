import { Form } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { ChevronDown, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Child } from '#app/domain/child';
import { isOffline } from '#app/domain/device';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { isLongName } from '#app/features/children/short-name';
import { type ChildStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { DeviceLine } from '#app/features/children/status/device-line';
import { toReasonText, toRuleLine, toRuleName } from '#app/features/children/status/reason-text';
import { hasFailed } from '#app/features/children/status/receipt';
import { toStatusSentence } from '#app/features/children/status/sentence';
import { FormToken } from '#app/features/shell/forms/form-token';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { Headline, SentenceRest, toGovernedTexts } from './now-sentence';
import type { OverriddenRule } from './overridden-rule';
import { toUsageSpan } from './usage-card';
import { toUsageMinutes } from './usage-minutes';

/** Card with the current state, its reason and end, the actions, and the report of each device. */
export function NowCard({
  child,
  status,
  clock,
  actions,
  below,
  token,
  isSending,
  overriddenRule = null,
}: {
  child: Child;
  status: ChildStatus;
  clock: Clock;
  actions: ReactNode;
  below: ReactNode;
  token: string;
  /** True while `status` contains a submitted change that the server has not answered. */
  isSending: boolean;
  /** The rule that the current override or pause overrides, or null. */
  overriddenRule?: OverriddenRule | null;
}) {
  const { t } = useTranslation();
  const sentence = toStatusSentence(status, clock.now);
  const here = status.devices.filter((device) => !followsOtherChild(device));
  const confirmed = here.filter(
    // A device may already be in the requested state. If its command failed, it has not confirmed anything.
    (device) => !['pending', 'unmanaged'].includes(device.view) && device.applied?.state === device.requested && !hasFailed(device),
  );
  // Devices that confirmed the change but are offline now. The text shows both numbers (I4).
  const offline = confirmed.filter(({ lastSeenAt }) => isOffline(lastSeenAt, clock.now)).length;
  const canAnswer = status.devices.some(({ view }) => view !== 'unmanaged');
  return (
    <section
      aria-label={t('manage.now')}
      className="card now"
      data-asked={status.state}
      data-headline={sentence.headline.kind}
      data-sending={isSending ? 'true' : undefined}
      data-state={sentence.tone}
      data-testid="now"
      data-view={status.view}
    >
      <div className="now-left">
        <div className="now-head">
          <ChildAvatar child={child} size="big" view={status.view} />
          {/* Announces changes by other browsers or devices to screen readers. */}
          <h1 aria-atomic aria-live="polite" className="sentence">
            <span className="headline">
              <Headline clock={clock} name={child.name} sentence={sentence} />
            </span>
            <SentenceRest clock={clock} sentence={sentence} />
          </h1>
          {status.usage === null ? null : (
            <p className="time-left" data-testid="time-left">
              {t('usage.left_today', { left: toUsageSpan(t, clock, toUsageMinutes(status.usage).left) })}
            </p>
          )}
          <Why
            overriddenRule={overriddenRule}
            clock={clock}
            governed={toGovernedTexts(t, sentence.governedByOther)}
            showsRequested={sentence.requested !== null}
            isSending={isSending}
            name={child.name}
            status={status}
          />
        </div>
        <div className="now-do">
          {actions}
          {below}
        </div>
      </div>
      {status.devices.length === 0 ? null : (
        <div className="now-proof">
          <div className="receipts-head">
            <h2>{t('manage.devices_say')}</h2>
            {here.length === 0 ? null : (
              <strong>
                {t(offline === 0 ? 'manage.confirmed_of' : 'manage.confirmed_offline', {
                  confirmed: confirmed.length,
                  total: here.length,
                  offline,
                })}
              </strong>
            )}
          </div>
          <ul className="receipts">
            {status.devices.map((device) => (
              <li key={device.id}>
                <DeviceLine clock={clock} details={`/manage/${child.id}/devices?device=${device.id}`} device={device} />
              </li>
            ))}
          </ul>
          {canAnswer ? (
            <Form className="as-of" method="post" preventScrollReset>
              <FormToken token={token} />
              <span>{t('manage.as_of', { time: clock.seconds(clock.now) })}</span>
              <button className="check-again" name="intent" type="submit" value="check">
                <RefreshCw aria-hidden className="icon-small" />
                {t('manage.check_again')}
              </button>
            </Form>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Returns the text for the overridden rule: «Then: Bedtime, until 07:00.» or «On hold until then: Bedtime, 21:00.» */
function toBeneathText(t: TFunction, { kind, reason, from, limitSeconds }: OverriddenRule, clock: Clock): string {
  const rule = toRuleName(t, reason, limitSeconds);
  if (kind === 'waits' && from !== null) return t('manage.waits_from', { rule, when: clock.moment(from) });
  return reason.until === null ? t(`manage.${kind}`, { rule }) : t(`manage.${kind}_until`, { rule, until: clock.until(reason.until) });
}

function Why({
  name,
  status,
  clock,
  governed,
  showsRequested,
  isSending,
  overriddenRule,
}: {
  name: string;
  status: ChildStatus;
  overriddenRule: OverriddenRule | null;
  clock: Clock;
  /** The reasons for devices that follow another child's rules. */
  governed: Array<string>;
  /** True if no device has confirmed the requested state. The reason for that state is then not shown as a fact. */
  showsRequested: boolean;
  isSending: boolean;
}) {
  const { t, i18n } = useTranslation();
  const { why, override, nextChange } = status;
  // The end of an override or pause is no next change if the state stays. The reason then contains that end (A119).
  const saysEnd = (why?.kind === 'override' || why?.kind === 'pause') && why.until !== (nextChange?.at ?? null);
  const reason =
    why !== null && saysEnd ? toRuleLine(t, why, override, clock) : toReasonText(t, why, override, clock, status.usage?.limitSeconds);
  const change = nextChange && t('manage.next_change', { state: t(`state_word.${nextChange.state}`), when: clock.moment(nextChange.at) });
  // The text about the overridden rule contains its end, so a next change after its start is not shown.
  const ahead = overriddenRule?.kind === 'then' && nextChange !== null && nextChange.at > (overriddenRule.from ?? 0) ? null : change;
  const planned = [ahead, overriddenRule && toBeneathText(t, overriddenRule, clock)].filter((part) => part !== null);
  const none = t(saysEnd ? 'manage.stays' : 'manage.no_next_change', { state: t(`state_word.${status.state}`) });
  const next = isSending ? t('manage.sending') : planned.length > 0 ? planned.join(sentenceSeparator(i18n.language)) : none;
  return (
    <div className="why">
      <p>{reason === null || isSending || showsRequested ? next : `${reason}${sentenceSeparator(i18n.language)}${next}`}</p>
      <details>
        <summary>
          {t('manage.why')}
          <ChevronDown aria-hidden className="icon-small" />
        </summary>
        {isLongName(name) ? (
          <p className="hint">
            <bdi>{name}</bdi>
          </p>
        ) : null}
        <ol className="rules">
          {governed.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {status.why === null ? (
            governed.length === 0 && <li>{t('reason.nothing')}</li>
          ) : (
            <li>{t('reason.counts', { rule: toRuleLine(t, status.why, status.override, clock, status.usage?.limitSeconds) })}</li>
          )}
          {status.overridden.map((rule) => (
            <li key={`${rule.kind} ${rule.ruleId}`}>
              {t('reason.waits', { rule: toRuleLine(t, rule, null, clock, status.usage?.limitSeconds) })}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
