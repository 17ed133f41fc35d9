import type { TFunction } from 'i18next';
import type { Clock } from '#app/features/shell/time/use-clock';
import { shortenName } from '../short-name';
import type { StatusSentence } from './sentence';

/** Joins shortened names to one list in the given language. */
export function listNames(language: string, names: Array<string>): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names.map(shortenName));
}

/**
 * Returns a sentence saying that offline devices apply the rules by themselves. For a single device, a second sentence states its last
 * report. Several devices have their last reports in their own lines.
 */
export function toOwnClock(t: TFunction, language: string, devices: StatusSentence['onOwnClock'], clock: Clock): Array<string> {
  const names = listNames(
    language,
    devices.map(({ name }) => name),
  );
  const sentence = t('sentence.own_clock', { count: devices.length, devices: names });
  const applied = devices.length === 1 ? (devices[0]?.applied ?? null) : null;
  if (applied === null) return [sentence];
  return [sentence, t('sentence.last_word', { state: t(`state_word.${applied.state}`), time: clock.moment(applied.at) })];
}
