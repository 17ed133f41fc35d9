import { Form } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { ChevronDown, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Child } from '#app/domain/child';
import { isOffline } from '#app/domain/device';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { isLongName, shortenName } from '#app/features/children/short-name';
import { type ChildStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { DeviceLine } from '#app/features/children/status/device-line';
import { toReasonText, toRuleLine, toRuleName } from '#app/features/children/status/reason-text';
import { hasFailed } from '#app/features/children/status/receipt';
import { type StatusSentence, toStatusSentence } from '#app/features/children/status/sentence';
import { listNames, toOwnClock } from '#app/features/children/status/sentence-text';
import { FormToken } from '#app/features/shell/forms/form-token';
import { sentenceSeparator, splitAtTag } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
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

// Placeholder for the name while the sentence is split, because a name may look like markup.
const NAME_PLACEHOLDER = '\uE000';

/**
 * Splits the sentence at its `<said>` mark and shows the marked part in the color of the state. Isolates the name, which may have another
 * text direction.
 */
function highlightState(text: string, name: string): ReactNode {
  const { before, marked, after } = splitAtTag(text);
  const named = (part: string) => {
    const [start, end] = part.split(NAME_PLACEHOLDER);
    if (end === undefined) return start;
    return (
      <>
        {start}
        <bdi className={isLongName(name) ? 'long-name' : undefined}>{name}</bdi>
        {end}
      </>
    );
  };
  return (
    <>
      {named(before)}
      {marked === '' ? null : <span className="said">{named(marked)}</span>}
      {named(after)}
    </>
  );
}

/** Maximum number of devices that a headline names. For more devices, the headline shows only their number. */
const NAMED_MOST = 2;

/**
 * Returns a sentence for each device under another child's rules. Example: «Family tablet hasn’t reported who is using it, so Ben’s rules
 * apply there.»
 */
function toGovernedTexts(t: TFunction, governed: StatusSentence['governedByOther']): Array<string> {
  const texts = governed.map(({ by, device: name }) => {
    const device = shortenName(name);
    return by === null ? t('sentence.held_unnamed', { device }) : t('sentence.held', { name: shortenName(by), device });
  });
  return [...new Set(texts)];
}

function Headline({ name, sentence, clock }: { name: string; sentence: StatusSentence; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { headline } = sentence;
  switch (headline.kind) {
    case 'is': {
      const until = headline.until === null ? null : clock.until(headline.until);
      const key = until === null ? `sentence.is_${headline.state}` : `sentence.is_${headline.state}_until`;
      return highlightState(t(key, { name: NAME_PLACEHOLDER, until }), name);
    }
    case 'partly': {
      const { state, devices, total } = headline;
      const until = headline.until === null ? null : clock.until(headline.until);
      const names =
        devices.length > NAMED_MOST ? t('sentence.devices_of', { some: devices.length, total }) : listNames(i18n.language, devices);
      return highlightState(
        t(until === null ? `sentence.partly_${state}` : `sentence.partly_${state}_until`, {
          name: NAME_PLACEHOLDER,
          until,
          devices: names,
        }),
        name,
      );
    }
    case 'unchanged':
      return highlightState(t(`sentence.still_${headline.state}`, { name: NAME_PLACEHOLDER }), name);
    case 'mixed':
      return highlightState(t('sentence.mixed', { name: NAME_PLACEHOLDER }), name);
    case 'no-report':
      return highlightState(t('sentence.silent', { name: NAME_PLACEHOLDER, count: headline.devices }), name);
    case 'own-clock':
      return highlightState(
        t('sentence.unheard', { name: NAME_PLACEHOLDER, count: headline.devices, time: clock.moment(headline.since) }),
        name,
      );
    case 'unmanaged':
      return highlightState(t('sentence.unmanaged', { name: NAME_PLACEHOLDER }), name);
    case 'governed-by-others':
      return toGovernedTexts(t, sentence.governedByOther).join(sentenceSeparator(i18n.language));
    case 'used-by-others':
      return highlightState(t('sentence.elsewhere', { name: NAME_PLACEHOLDER }), name);
    default:
      return highlightState(t('sentence.no_device', { name: NAME_PLACEHOLDER }), name);
  }
}

/** Shows the sentences after the headline: the request, and the devices that have not confirmed or have failed. */
function SentenceRest({ sentence, clock }: { sentence: StatusSentence; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const list = (names: Array<string>) => listNames(i18n.language, names);
  const { requested, headline, waitingFor, offline, onOwnClock, failed, unmanaged } = sentence;
  const parts: Array<string> = [];
  if (requested !== null) {
    parts.push(
      requested.until === null
        ? t(`sentence.asked_${requested.state}`)
        : t(`sentence.asked_${requested.state}_until`, { until: clock.until(requested.until) }),
    );
  }
  if (headline.kind === 'own-clock') {
    const state = t(`state_word.${headline.state}`);
    parts.push(
      headline.until === null
        ? t('sentence.rules_say', { state })
        : t('sentence.rules_say_until', { state, until: clock.until(headline.until) }),
    );
  }
  if (failed.length > 0) parts.push(t('sentence.failed', { count: failed.length, devices: list(failed) }));
  if (waitingFor.length > 0) parts.push(t('sentence.waiting', { count: waitingFor.length, devices: list(waitingFor) }));
  if (offline.length > 0) parts.push(t('sentence.offline', { count: offline.length, devices: list(offline) }));
  if (onOwnClock.length > 0) parts.push(...toOwnClock(t, i18n.language, onOwnClock, clock));
  if (unmanaged.length > 0 && headline.kind !== 'unmanaged')
    parts.push(t('sentence.unmanaged_devices', { count: unmanaged.length, devices: list(unmanaged) }));
  if (headline.kind !== 'governed-by-others') parts.push(...toGovernedTexts(t, sentence.governedByOther));
  if (parts.length === 0) return null;
  const gap = sentenceSeparator(i18n.language);
  // The sentences are on a separate line. Screen readers read the heading as one text and need the separator.
  return (
    <>
      {gap}
      <span className="later">{parts.join(gap)}</span>
    </>
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
