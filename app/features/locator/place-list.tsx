import { Form, Link } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { PLACES_MAX } from '#app/domain/place';
import { namesOf } from './device-block';
import type { Place } from './locator.server';
import type { LocatedChild } from './locator-page.server';
import { PlaceIconPicture } from './place-icons';

/** All places of the family, each with the children whom it concerns. */
export function PlaceList({ places, family }: { places: ReadonlyArray<Place>; family: ReadonlyArray<LocatedChild> }) {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <section aria-labelledby="places" className="loc-section stack">
      <h2 id="places">{t('locator.places')}</h2>
      {places.length === 0 ? <p className="text-muted">{t('places.none')}</p> : null}
      <ul className="loc-places">
        {places.map((place) => (
          <li key={place.id}>
            <Link to={`/locator/places/${place.id}`}>
              <span className="device-pic">
                <PlaceIconPicture icon={place.icon} />
              </span>
              <span className="grow">
                <bdi>{place.name}</bdi>
                <small className="hint block">
                  {place.isActive ? list.format(namesOf(place.childIds, family)) || place.address : t('places.off')}
                </small>
              </span>
              <ChevronRight aria-hidden className="icon" />
            </Link>
          </li>
        ))}
      </ul>
      {places.length >= PLACES_MAX ? <p className="hint">{t('places.full', { limit: PLACES_MAX })}</p> : null}
    </section>
  );
}

/** Form that selects the children shown on the page (LOC-056). The URL keeps the selection. */
export function ShownChildren({ family, deselected }: { family: ReadonlyArray<LocatedChild>; deselected: ReadonlyArray<string> }) {
  const { t } = useTranslation();
  return (
    <Form action="/locator" className="loc-section stack" method="get">
      <input name="picked" type="hidden" value="1" />
      <fieldset className="group">
        <legend>{t('locator.show_children')}</legend>
        {family.map(({ id, name }) => (
          <Checkbox
            defaultChecked={!deselected.includes(id)}
            id={`show-${id}`}
            key={`${id}-${deselected.includes(id)}`}
            label={name}
            name="show"
            value={id}
          />
        ))}
      </fieldset>
      <Button className="justify-self-start" kind="quiet">
        {t('locator.apply')}
      </Button>
    </Form>
  );
}
