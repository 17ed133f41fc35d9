import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { ageClassOf, isFromFuture } from '#app/domain/position';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { LocatedDevice, ShownPosition } from './located-device';
import type { Place } from './locator.server';
import { toPositionSentence } from './position-sentence';
import { useDistance } from './use-distance';

/** A place whose name is shown for the children whom it concerns. */
export type NamedPlace = Pick<Place, 'id' | 'name' | 'childIds'>;

/** Returns functions that describe a position in the user's language. `clock`: in the child's time zone. */
export function usePositionWords(clock: Clock, places: ReadonlyArray<NamedPlace>) {
  const { t } = useTranslation();
  const { accuracy: radiusOf } = useDistance();
  const { now } = clock;
  const ago = (at: number) => t('locator.ago', { span: clock.span(Math.max(60_000, now - at)) });
  const age = (at: number) => (ageClassOf(at, now) === 'now' ? t('locator.just_now') : ago(at));
  // Other children may not know the place by this name.
  const placeOf = (position: ShownPosition | null) =>
    places.find(({ id, childIds }) => position !== null && id === position.placeId && childIds.includes(position.childId))?.name ?? null;
  const accuracyOf = ({ accuracy }: ShownPosition) =>
    accuracy === null ? t('locator.accuracy_unknown') : t('locator.within', { radius: radiusOf(accuracy) });

  /** Says where a child is: one sentence. */
  const sentence = (name: string, position: ShownPosition | null): string => {
    const place = placeOf(position);
    const said = toPositionSentence(position, place === null ? null : isolateName(place), now);
    switch (said.kind) {
      case 'none':
        return t('locator.no_position', { name });
      case 'clock':
        return t('locator.clock_ahead', { name });
      case 'inactive':
        return t('locator.inactive', { name, when: clock.moment(said.at) });
      case 'place':
        return said.isPast
          ? t('locator.was_at_place', { name, place: said.place, ago: ago(said.at) })
          : t('locator.at_place', { name, place: said.place });
      case 'spot':
        return said.isNow ? t('locator.located_now', { name }) : t('locator.located', { name, ago: ago(said.at) });
      case 'near':
        return said.isPast
          ? t('locator.was_near', { name, address: said.address, ago: ago(said.at) })
          : t('locator.near', { name, address: said.address });
      case 'circle':
        return said.isPast
          ? t('locator.was_in_circle', { name, radius: radiusOf(said.meters), ago: ago(said.at) })
          : t('locator.in_circle', { name, radius: radiusOf(said.meters) });
    }
  };

  /** Says how old and how precise a position is: «12 min ago, within 40 ft». '' without a time. */
  const detail = (position: ShownPosition | null): string => {
    if (position === null || isFromFuture(position, now)) return '';
    return t('locator.age_accuracy', { age: age(position.at), accuracy: accuracyOf(position) });
  };

  /** Says what the sentence about a position leaves out: its accuracy, and its age unless the sentence names it. */
  const remainder = (position: ShownPosition | null): string => {
    const said = toPositionSentence(position, placeOf(position), now);
    const hasAge = said.kind === 'spot' || said.kind === 'inactive' || ('isPast' in said && said.isPast);
    return position !== null && hasAge ? accuracyOf(position) : detail(position);
  };

  /** Says in a few words where a device is: «School, 12 min ago». */
  const short = ({ position, problem, support }: Pick<LocatedDevice, 'position' | 'problem' | 'support'>): string => {
    // With a problem, the note below says why there is none.
    if (position === null) return t(problem === null && support.kind === 'ok' ? 'locator.awaited_located' : 'locator.device_nowhere');
    const said = toPositionSentence(position, placeOf(position), now);
    if (said.kind === 'place') return t('locator.age_accuracy', { age: isolateName(said.place), accuracy: age(position.at) });
    return detail(position);
  };

  /** Returns the name of the place that a position proves, or null. */
  const namedPlace = (position: ShownPosition): string | null => {
    const said = toPositionSentence(position, placeOf(position), now);
    return said.kind === 'place' ? said.place : null;
  };

  /** Says how old a position is: «now», «4 min ago», or its day if it is older than two days. '' without a known time. */
  const ageOf = (position: ShownPosition): string => {
    if (isFromFuture(position, now)) return '';
    return ageClassOf(position.at, now) === 'inactive' ? clock.date(position.at) : age(position.at);
  };

  return { sentence, remainder, short, age, ageOf, accuracyOf, placeOf, namedPlace };
}
