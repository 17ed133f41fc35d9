import type { TFunction } from 'i18next';
import type { ChildReceipt } from '../children.server';

/** Returns what was deleted with a child and what was kept, as text lists; null for an empty list. */
export function listLosses(t: TFunction, language: string, receipt: ChildReceipt): { gone: string | null; kept: string | null } {
  const { devices, devicesKept, rules, usageDays, photo } = receipt;
  const counted: Array<[string, number]> = [
    ['family.devices', devices],
    ['child.rules', rules],
    ['child.usage_days', usageDays],
  ];
  const gone = counted.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }));
  if (photo) gone.push(t('child.the_photo'));
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return {
    gone: gone.length === 0 ? null : list.format(gone),
    kept: devicesKept === 0 ? null : t('family.devices', { count: devicesKept }),
  };
}
