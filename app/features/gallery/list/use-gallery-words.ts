import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { HitCount } from './categories';
import type { ListedDay } from './listed-sample';

/** Returns the texts of the list in the user's language. */
export function useGalleryWords(clock: Clock) {
  const { t, i18n } = useTranslation();
  const listOf = (parts: Array<string>, type: 'conjunction' | 'disjunction' = 'conjunction') =>
    new Intl.ListFormat(i18n.language, { type }).format(parts);
  return {
    listOf,
    /** «Possible: violence (2)». */
    possible: (hits: ReadonlyArray<HitCount>) =>
      t('gallery.possible', {
        categories: listOf(
          hits.map(({ category, count }) => {
            const name = t(`gallery.hit_${category}`);
            return count === 1 ? name : t('gallery.hit_count', { category: name, count });
          }),
        ),
      }),
    /** «Screenshot at 20:31, Pixel 7a». */
    open: ({ at, deviceName }: { at: number; deviceName: string }) =>
      t('gallery.open', { time: clock.time(at), device: isolateName(deviceName) }),
    /** «Thursday, May 14». */
    day: ({ weekday, start }: Pick<ListedDay, 'weekday' | 'start'>) =>
      t('day.date', { weekday: clock.formats.weekdays[weekday] ?? '', date: clock.date(start) }),
  };
}
