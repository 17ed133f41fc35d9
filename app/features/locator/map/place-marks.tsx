import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '#app/domain/map-tile';
import { RADIUS_MATCH_MIN_M } from '#app/domain/place';
import { PlaceIconPicture } from '../place-icons';
import { useDistance } from '../use-distance';
import { Mark } from './map-layer';
import type { DayMark, EditedPlace, PlaceMark } from './marks';

/** The names of places, each at the lower rim of its disc so that a face has room in the middle. */
export function PlaceMarks({ places, view }: { places: ReadonlyArray<PlaceMark>; view: MapView }) {
  return places.map((place) => {
    const chip = (
      <>
        <PlaceIconPicture icon={place.icon} />
        <bdi>{place.name}</bdi>
      </>
    );
    return (
      <Mark className="loc-place" key={place.id} meters={place.meters} point={place} view={view}>
        {place.to === undefined ? (
          <span className="loc-place-name">{chip}</span>
        ) : (
          <Link className="loc-place-name" tabIndex={-1} to={place.to}>
            {chip}
          </Link>
        )}
      </Mark>
    );
  });
}

/** The stays of a day, and what its gaps are. */
export function DayMarks({ marks, view }: { marks: ReadonlyArray<DayMark>; view: MapView }) {
  return marks.map((mark) => (
    <Mark className="loc-day-mark" key={mark.id} point={mark} view={view}>
      {'icon' in mark ? (
        <span className="loc-node">
          <PlaceIconPicture icon={mark.icon} />
        </span>
      ) : (
        <span className="loc-gap-tag">{mark.words}</span>
      )}
    </Mark>
  ));
}

/** The place of the editor: its radius, the line up to which positions count, and what the pointer can drag. */
export function EditedMark({ place, view, isLive }: { place: EditedPlace; view: MapView; isLive: boolean }) {
  const { t } = useTranslation();
  const { distance } = useDistance();
  const { name, icon, meters } = place;
  const counts = Math.max(meters, RADIUS_MATCH_MIN_M);
  return (
    <>
      <Mark className="loc-edited" meters={meters} point={place} view={view}>
        <span className="loc-pip" data-drag="move">
          <PlaceIconPicture icon={icon} />
        </span>
        <span className="loc-ring-tag">{distance(meters)}</span>
        {isLive ? <span className="loc-grip" data-drag="resize" /> : null}
      </Mark>
      {counts === meters || name === '' ? null : (
        <Mark className="loc-counts" meters={counts} point={place} view={view}>
          <span className="loc-ring-tag">{t('map.counts', { place: name })}</span>
        </Mark>
      )}
    </>
  );
}
