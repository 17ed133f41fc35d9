import { useTranslation } from 'react-i18next';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { ChildStatus } from './child-status';
import { toStatusSentence } from './sentence';
import { listNames, toOwnClock } from './sentence-text';

/** One-line status for cards: what devices confirmed, otherwise what was requested. */
export function StatusSummary({ status, clock }: { status: ChildStatus; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { headline, requested, waitingFor, offline, onOwnClock, failed, unmanaged } = toStatusSentence(status, clock.now);
  const waiting = [...waitingFor, ...offline];
  const list = (names: Array<string>) => listNames(i18n.language, names);
  const gap = sentenceSeparator(i18n.language);
  const could = failed.length > 0 ? t('sentence.failed', { count: failed.length, devices: list(failed) }) : null;
  const end = headline.kind === 'is' || headline.kind === 'partly' ? headline.until : null;
  const until = end === null ? null : clock.until(end);
  if (headline.kind === 'no-device') return <p>{t('family.no_device')}</p>;
  if (headline.kind === 'unmanaged') return <p>{t('family.unmanaged', { count: status.devices.length })}</p>;
  if (requested !== null) return <p>{[t(`sentence.asked_${requested.state}`), could].filter((part) => part !== null).join(gap)}</p>;
  // «Until …» refers to the state in the badge, so it is shown only if the badge shows the requested state.
  if (until !== null && status.view === status.state) return <p>{t('family.until', { when: until })}</p>;
  if (could !== null) return <p>{could}</p>;
  if (onOwnClock.length > 0) return <p>{toOwnClock(t, i18n.language, onOwnClock, clock).join(gap)}</p>;
  if (waiting.length > 0) return <p>{t('sentence.waiting', { count: waiting.length, devices: list(waiting) })}</p>;
  if (unmanaged.length > 0) return <p>{t('sentence.unmanaged_devices', { count: unmanaged.length, devices: list(unmanaged) })}</p>;
  if (until !== null) return <p>{t(`sentence.asked_${status.state}_until`, { until })}</p>;
  return <p>{t('family.no_change')}</p>;
}
