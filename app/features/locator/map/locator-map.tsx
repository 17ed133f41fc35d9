import { useLocation } from '@remix-run/react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapSource } from '#app/domain/map-source';
import { RADIUS_MATCH_MIN_M } from '#app/domain/place';
import type { Instant } from '#app/domain/time';
import type { PictureOverlay, PicturePath } from '../map-svg/overlay';
import { type Extent, fitView } from '../map-view';
import { FaceMarks } from './face-marks';
import { MapControls } from './map-controls';
import { MapCredit } from './map-credit';
import { MarkLayer } from './map-layer';
import type { LegendRow } from './map-legend';
import { MapPicture } from './map-picture';
import { readMapState } from './map-state';
import type { DayMark, EditedPlace, FaceMark, PlaceMark } from './marks';
import { DayMarks, EditedMark, PlaceMarks } from './place-marks';
import { useLiveMap } from './use-live-map';
import { usePlaceDrag } from './use-place-drag';

export type LocatorMapProps = {
  /** What the map shows at first and on «show everything». */
  extent: Extent;
  faces?: ReadonlyArray<FaceMark>;
  places?: ReadonlyArray<PlaceMark>;
  /** The path of a day, split at the time in the address. */
  path?: ReadonlyArray<PicturePath>;
  /** The path split at the time that the user chose since; it needs no request. */
  livePath?: ReadonlyArray<PicturePath>;
  dayMarks?: ReadonlyArray<DayMark>;
  edited?: EditedPlace | undefined;
  /** Called with a point that the user taps, for a place that has no position yet. `edited` has its own `onPick`. */
  onPick?: (point: { lat: number; lon: number }) => void;
  /** The map fits again when this changes, even if the user has moved it. */
  fitKey?: string;
  /** The page's address; the controls add the map's state. */
  here: string;
  /** The sources that the map can be drawn from. */
  sources: ReadonlyArray<MapSource>;
  /** The credits of the addresses beside the map. */
  credits?: ReadonlyArray<string>;
  now: Instant;
};

/**
 * The map of a page: first a picture drawn by the server, then, with script and WebGL, a map that moves. Both show the same marks. Attribute
 * `data-map` says which of the two the page shows.
 */
export function LocatorMap({
  extent,
  faces = [],
  places = [],
  dayMarks = [],
  edited,
  here,
  sources,
  credits = [],
  now,
  ...more
}: LocatorMapProps) {
  const { t } = useTranslation();
  const mapState = readMapState(useLocation().search);
  const view = fitView(extent, mapState.zoom);
  const discs = mapState.isPlacesVisible ? places : [];
  const path = more.path ?? [];
  const overlay: PictureOverlay = { positions: toCircles(faces), places: [...discs.map(toDisc), ...toRings(edited)], path };
  const [canvas, marks] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const onPick = edited?.onPick ?? more.onPick;
  const map = useLiveMap(canvas, marks, {
    view,
    fitKey: more.fitKey,
    overlay: { ...overlay, path: more.livePath ?? path },
    sources,
    onTap:
      onPick === undefined
        ? undefined
        : (point) => {
            map.hold();
            onPick(point);
          },
  });
  const drag = usePlaceDrag(edited, () => map.live.current, map.hold);
  // Marks that were just rendered have the picture's places.
  useLayoutEffect(map.placeMarks);
  const shown = map.isLive ? map.view : view;
  return (
    <div
      className="loc-map"
      data-map={map.isLive ? 'live' : 'picture'}
      data-picks={onPick === undefined ? undefined : ''}
      data-source={map.source?.id}
    >
      {map.isLive ? null : <MapPicture overlay={overlay} view={view} />}
      <div className="loc-canvas" ref={canvas} />
      <div className="loc-pointer" {...drag}>
        <MarkLayer innerRef={marks} key={map.isLive ? 'live' : 'picture'} view={view}>
          {edited === undefined ? null : <EditedMark isLive={map.isLive} place={edited} view={view} />}
          <PlaceMarks places={discs} view={view} />
          <DayMarks marks={dayMarks} view={view} />
          <FaceMarks faces={faces} now={now} scale={1} view={shown} />
        </MarkLayer>
      </div>
      <MapControls here={here} live={map.isLive ? map.controls : undefined} state={mapState} hasPlaces={places.length > 0} />
      <MapCredit
        credits={credits}
        isLive={map.isLive}
        legend={listLegend({ faces, places: discs, path, edited })}
        pxPerMeter={map.pxPerMeter}
        source={map.source}
      />
      <p className="sr-only">{t('map.list_beside')}</p>
    </div>
  );
}

function toCircles(faces: ReadonlyArray<FaceMark>): PictureOverlay['positions'] {
  return faces.flatMap(({ look, lat, lon, meters, child }) =>
    look === 'rough' ? [{ look, lat, lon, meters, colorSlot: child.colorSlot }] : [],
  );
}

function toDisc({ lat, lon, meters }: PlaceMark) {
  return { lat, lon, meters };
}

/** The radius of the edited place, and the line of what always counts if that is larger. */
function toRings(edited: EditedPlace | undefined): PictureOverlay['places'] {
  if (edited === undefined) return [];
  const { lat, lon, meters } = edited;
  const counts = meters < RADIUS_MATCH_MIN_M ? [{ lat, lon, meters: RADIUS_MATCH_MIN_M, look: 'counts' as const }] : [];
  return [...counts, { lat, lon, meters, look: 'edited' }];
}

function listLegend({
  faces,
  places,
  path,
  edited,
}: Required<Pick<LocatorMapProps, 'faces' | 'places' | 'path'>> & { edited: EditedPlace | undefined }): Array<LegendRow> {
  const looks = (['exact', 'rough', 'old'] as const).filter((look) => faces.some((face) => face.look === look));
  const pieces = (
    [
      ['known', 'path'],
      ['later', 'later'],
      ['gap', 'gap'],
    ] as const
  ).filter(([look]) => path.some((piece) => piece.look === look));
  return [
    ...looks,
    ...(places.length > 0 || edited !== undefined ? (['place'] as const) : []),
    ...(edited !== undefined && edited.meters < RADIUS_MATCH_MIN_M ? (['counts'] as const) : []),
    ...pieces.map(([, row]) => row),
  ];
}
