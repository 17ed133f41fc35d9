import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLongName, shortenName } from '#app/features/children/short-name';
import type { StatusSentence } from '#app/features/children/status/sentence';
import { listNames, toOwnClock } from '#app/features/children/status/sentence-text';
import { sentenceSeparator, splitAtTag } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';

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
export function toGovernedTexts(t: TFunction, governed: StatusSentence['governedByOther']): Array<string> {
  const texts = governed.map(({ by, device: name }) => {
    const device = shortenName(name);
    return by === null ? t('sentence.held_unnamed', { device }) : t('sentence.held', { name: shortenName(by), device });
  });
  return [...new Set(texts)];
}

export function Headline({ name, sentence, clock }: { name: string; sentence: StatusSentence; clock: Clock }) {
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
export function SentenceRest({ sentence, clock }: { sentence: StatusSentence; clock: Clock }) {
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
