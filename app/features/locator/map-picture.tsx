import { Link } from '@remix-run/react';
import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseMapSource, describeMapSource, type MapSource } from '#app/domain/map-source';
import type { MapView } from '#app/domain/map-tile';
import type { Coordinates } from '#app/domain/position';
import { useTheme } from '#app/features/shell/frame/use-theme';
import type { PictureOverlay } from './map-svg/overlay';
import { toPicturePath } from './map-svg/picture-request';
import { projectPoint, toPixels } from './map-view';
import type { MarkerLook } from './position-sentence';

/** A face on the map: beside the point, or on the rim of the circle of a rough position. */
export type FaceMark = Coordinates & { id: string; name: string; colorSlot: number; look: MarkerLook; meters: number };
/** A name at the lower rim of a place. */
export type PlaceMark = Coordinates & { id: string; name: string; meters: number };

/**
 * The map of a view as a picture drawn by the server, in the user's theme, with the children's faces and the places' names. Hidden from
 * screen readers: the list beside it has every fact. `toZoom` returns the address of the page one step nearer or farther.
 */
export function MapPicture({
  view,
  overlay,
  faces = [],
  places = [],
  toZoom,
  sources,
  credits = [],
}: {
  view: MapView;
  overlay: PictureOverlay;
  faces?: ReadonlyArray<FaceMark>;
  places?: ReadonlyArray<PlaceMark>;
  toZoom?: (steps: -1 | 1) => string;
  /** The sources that the map can be drawn from. */
  sources: ReadonlyArray<MapSource>;
  /** The credits of the addresses beside the map. */
  credits?: ReadonlyArray<string>;
}) {
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  const url = (shown: 'light' | 'dark') => toPicturePath({ view, theme: shown, language: i18n.language, overlay });
  return (
    <div className="loc-map">
      <div aria-hidden className="loc-plane">
        <picture>
          {theme === null ? <source media="(prefers-color-scheme: dark)" srcSet={url('dark')} /> : null}
          <img alt="" height={view.height} src={url(theme ?? 'light')} width={view.width} />
        </picture>
        <svg aria-hidden className="loc-marks" viewBox={`0 0 ${view.width} ${view.height}`}>
          {places.map((place) => {
            const { x, y } = projectPoint(view, place);
            return (
              <text className="loc-place-name" key={place.id} x={x} y={y + toPixels(view, place.meters) + 6}>
                {place.name}
              </text>
            );
          })}
          {faces.map((face) => (
            <Face face={face} key={face.id} view={view} />
          ))}
        </svg>
      </div>
      {toZoom === undefined ? null : (
        <div className="loc-controls">
          <Link aria-label={t('locator.zoom_in')} preventScrollReset replace to={toZoom(1)}>
            <Plus aria-hidden className="icon" />
          </Link>
          <Link aria-label={t('locator.zoom_out')} preventScrollReset replace to={toZoom(-1)}>
            <Minus aria-hidden className="icon" />
          </Link>
        </div>
      )}
      <MapCredit credits={credits} source={chooseMapSource(sources, view)} />
    </div>
  );
}

/** Says who drew the map, and whose addresses are beside it. */
function MapCredit({ source, credits }: { source: MapSource | null; credits: ReadonlyArray<string> }) {
  const { t } = useTranslation();
  if (source === null) return null;
  const { id, credit, href } = describeMapSource(source);
  const text = id === 'town' || credit === null ? t(`map.source_${id}`) : t('map.source', { source: credit });
  return (
    <p className="loc-credit">
      {href === null ? (
        text
      ) : (
        <a href={href} rel="noreferrer" target="_blank">
          {text}
        </a>
      )}
      {credits.length === 0 ? null : ` · ${t('map.addresses', { source: credits.join(', ') })}`}
    </p>
  );
}

function Face({ face, view }: { face: FaceMark; view: MapView }) {
  const { x, y } = projectPoint(view, face);
  // On the rim, nobody reads a rough position as a point.
  const offset = face.look === 'rough' ? -toPixels(view, face.meters) : -34;
  return (
    <g className={`loc-face face-${face.colorSlot}`} data-look={face.look} transform={`translate(${x} ${y + offset})`}>
      <circle r="21" />
      <text y="7">{[...face.name][0]?.toLocaleUpperCase('en')}</text>
    </g>
  );
}
