import { Form, Link } from '@remix-run/react';
import { ChevronRight, CircleAlert, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { Note } from '#app/components/ui/note';
import { isolateName } from '#app/domain/isolate-name';
import { PLACES_MAX } from '#app/domain/place';
import type { Instant } from '#app/domain/time';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { useClock } from '#app/features/shell/time/use-clock';
import { DeviceBlock, namesOf } from './device-block';
import type { Place } from './locator.server';
import type { LocatedChild, loadLocatorPage } from './locator-page.server';
import { LockedLocator } from './locked-locator';
import { LocatorMap } from './map/locator-map';
import type { FaceMark, PlaceMark } from './map/marks';
import type { Extent } from './map-view';
import { PlaceIconPicture } from './place-icons';
import { lookOf } from './position-sentence';
import { usePositionWords } from './position-words';

export type LocatorPageData = Awaited<ReturnType<typeof loadLocatorPage>>;

/** Where all children are: the map, and the same facts as a list. */
export function LocatorPage({ page }: { page: LocatorPageData }) {
  const { t } = useTranslation();
  if (!page.isIncluded) return <LockedLocator />;
  const shown = page.children.filter(({ id }) => !page.deselected.includes(id));
  return (
    <div className="loc">
      <FamilyMap page={page} shown={shown} />
      <div className="loc-panel">
        {page.isPlaceGone ? (
          <Note icon={<CircleAlert aria-hidden className="icon" />} role="status">
            {t('places.gone')}
          </Note>
        ) : null}
        <h1>{t('locator.where')}</h1>
        {shown.map((child) => (
          <ChildBlock child={child} family={page.children} key={child.id} now={page.now} places={page.places} />
        ))}
        {page.children.length < 2 ? null : <ShownChildren page={page} />}
        <PlaceList family={page.children} places={page.places} />
      </div>
    </div>
  );
}

/** Returns the drawn positions of children: those of the devices that the page shows. */
export function listFaces(children: ReadonlyArray<LocatedChild>, now: Instant): Array<FaceMark> {
  return children.flatMap((child) => {
    const position = child.device?.position ?? null;
    const look = position === null ? null : lookOf(position, now);
    if (position === null || look === null) return [];
    const { lat, lon, at, accuracy } = position;
    return [{ id: child.id, child, look, lat, lon, at, meters: accuracy ?? 0, to: `/locator/${child.id}` }];
  });
}

/** Returns places as the map draws them. A place that is off is not drawn. */
export function listDiscs(places: ReadonlyArray<Place>): Array<PlaceMark> {
  return places
    .filter(({ isActive }) => isActive)
    .map(({ id, name, icon, lat, lon, radius }) => ({ id, name, icon, lat, lon, meters: radius, to: `/locator/places/${id}` }));
}

function FamilyMap({ page, shown }: { page: LocatorPageData; shown: ReadonlyArray<LocatedChild> }) {
  const faces = listFaces(shown, page.now);
  const places = listDiscs(page.places);
  return (
    <LocatorMap
      credits={page.credits}
      extent={toExtent(faces, places)}
      faces={faces}
      here={`/locator?${page.search === '' ? 'places=' : page.search}`}
      now={page.now}
      places={places}
      sources={page.mapSources}
    />
  );
}

/** Returns what the map of children fits: their positions with the circles of rough ones, else the places. */
export function toExtent(faces: ReadonlyArray<FaceMark>, places: ReadonlyArray<PlaceMark>): Extent {
  if (faces.length === 0) return places;
  return faces.map(({ lat, lon, look, meters }) => ({ lat, lon, meters: look === 'rough' ? meters : 0 }));
}

function ChildBlock({
  child,
  family,
  places,
  now,
}: {
  child: LocatedChild;
  family: ReadonlyArray<LocatedChild>;
  places: ReadonlyArray<Place>;
  now: Instant;
}) {
  const { t } = useTranslation();
  const clock = useClock(child.zone, now);
  const words = usePositionWords(clock, places);
  const name = isolateName(child.name);
  const position = child.device?.position ?? null;
  return (
    <section aria-labelledby={`where-${child.id}`} className="loc-child" data-child={child.id}>
      <div className="loc-child-top">
        <ChildAvatar child={child} size="normal" view={child.view} />
        <div className="grow">
          <h2 id={`where-${child.id}`}>
            <Link to={`/locator/${child.id}`}>
              {child.devices.length === 0 ? t('sentence.no_device', { name }) : words.sentence(name, position)}
            </Link>
          </h2>
          <p className="hint">{words.detail(position)}</p>
        </div>
      </div>
      {child.devices.map((device) => (
        <DeviceBlock
          clock={clock}
          device={device}
          key={device.id}
          places={places}
          to={`/locator/${child.id}?device=${encodeURIComponent(device.id)}`}
          users={namesOf(device.otherChildIds, family)}
        />
      ))}
    </section>
  );
}

/** Chooses the children that the page shows (LOC-056). The choice is in the address. */
function ShownChildren({ page }: { page: LocatorPageData }) {
  const { t } = useTranslation();
  return (
    <Form action="/locator" className="loc-section stack" method="get">
      <input name="picked" type="hidden" value="1" />
      <fieldset className="group">
        <legend>{t('locator.show_children')}</legend>
        {page.children.map(({ id, name }) => (
          <Checkbox
            defaultChecked={!page.deselected.includes(id)}
            id={`show-${id}`}
            key={`${id}-${page.deselected.includes(id)}`}
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

function PlaceList({ places, family }: { places: ReadonlyArray<Place>; family: ReadonlyArray<LocatedChild> }) {
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
      {places.length >= PLACES_MAX ? (
        <p className="hint">{t('places.full', { limit: PLACES_MAX })}</p>
      ) : (
        <ButtonLink className="justify-self-start" to="/locator/places/new">
          <Plus aria-hidden className="icon" />
          {t('places.new')}
        </ButtonLink>
      )}
    </section>
  );
}
