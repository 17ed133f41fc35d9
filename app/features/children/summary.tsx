import { useTranslation } from 'react-i18next';
import type { Clock } from '~/features/shell/use-clock';
import type { ChildStatus } from './child-status';
import { toSentence } from './sentence';
import { shortenName } from './short-name';

/** The state in one short line, for cards: what devices confirmed, else what is asked for. */
export function StatusSummary({ status, clock }: { status: ChildStatus; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { headline, asked, waitingFor, offline, unmanaged } = toSentence(status, clock.now);
  const waiting = [...waitingFor, ...offline];
  const list = (names: Array<string>) => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names.map(shortenName));
  const end = headline.kind === 'is' || headline.kind === 'partly' ? headline.until : null;
  const until = end === null ? null : clock.until(end);
  if (headline.kind === 'no-device') return <p>{t('family.no_device')}</p>;
  if (headline.kind === 'unmanaged') return <p>{t('family.unmanaged', { count: status.devices.length })}</p>;
  if (asked !== null) return <p>{t(`sentence.asked_${asked.state}`)}</p>;
  // «Until» alone is read as the end of the pill's word, so it is said only where the pill says the state that ends then.
  if (until !== null && status.view === status.state) return <p>{t('family.until', { when: until })}</p>;
  if (waiting.length > 0) return <p>{t('sentence.waiting', { count: waiting.length, devices: list(waiting) })}</p>;
  if (status.view === 'unmanaged') return <p>{t('sentence.unmanaged_devices', { count: unmanaged.length, devices: list(unmanaged) })}</p>;
  if (until !== null) return <p>{t(`sentence.asked_${status.state}_until`, { until })}</p>;
  return <p>{t('family.no_change')}</p>;
}
