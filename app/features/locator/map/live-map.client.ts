import { type GeoJSONSource, Map as MapLibre, type MapMouseEvent, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { MapSourceId } from '#app/domain/map-source.ts';
import type { Coordinates } from '#app/domain/position.ts';
import { STYLE_SOURCE } from '../map-style.ts';
import { createFailedSources } from './failed-sources.ts';
import { createLiveStyle, type LiveLook } from './live-style.ts';
import { type MapFeatures, OVERLAY_SOURCE } from './map-features.ts';
import type { MapFrame } from './map-scale.ts';

// The worker is a file of our own origin, as the Content-Security-Policy requires.
setWorkerUrl(new URL(workerUrl, location.href).href);

const ZOOM_MAX = 18;
const ZOOM_MS = 250;

/** Where the map looks: the middle of what nothing covers. */
export type Camera = Coordinates & { zoom: number; padding: MapFrame['padding'] };

/** What the live map reports. */
export type LiveEvents = {
  /** The first picture is complete. */
  onReady: () => void;
  /** The camera moved; marks must follow. */
  onMove: () => void;
  /** The camera came to rest. `isByUser`: a gesture or a key moved it. */
  onRest: (camera: Coordinates & { zoom: number }, isByUser: boolean) => void;
  onTap: (point: Coordinates) => void;
  /** These sources do not respond now. */
  onFailedSources: (ids: ReadonlyArray<MapSourceId>) => void;
  /** The graphics context is gone for good. */
  onLost: () => void;
};

/** Texts that the live map shows or says by itself. */
export type LiveTexts = { title: string; twoFingers: string; withKey: string };

export type LiveMap = ReturnType<typeof createLiveMap>;

/**
 * Draws a map into an element, and moves it by pointer, wheel, touch and keys. North stays up.
 * @throws an Error if the browser cannot draw it
 */
export function createLiveMap(
  container: HTMLElement,
  {
    camera,
    look,
    features,
    texts,
    events,
  }: { camera: Camera; look: LiveLook; features: MapFeatures; texts: LiveTexts; events: LiveEvents },
) {
  let shown = { look, features };
  let isByUser = false;
  const toStyle = () => createLiveStyle(shown.look, shown.features) as StyleSpecification;
  const map = new MapLibre({
    container,
    style: toStyle(),
    maxZoom: ZOOM_MAX,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: true,
    fadeDuration: 0,
    validateStyle: false,
    locale: {
      'Map.Title': texts.title,
      'CooperativeGesturesHandler.WindowsHelpText': texts.withKey,
      'CooperativeGesturesHandler.MacHelpText': texts.withKey,
      'CooperativeGesturesHandler.MobileHelpText': texts.twoFingers,
    },
  });
  // The constructor takes no padding.
  map.jumpTo(toOptions(camera));
  map.keyboard.disableRotation();
  map.touchZoomRotate.disableRotation();
  // Where the page itself scrolls, one finger and the wheel are for the page.
  const shareGestures = () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollHeight > clientHeight + 1) map.cooperativeGestures.enable();
    else map.cooperativeGestures.disable();
  };
  shareGestures();
  map.on('resize', shareGestures);
  map.on('move', events.onMove);
  map.on('movestart', (event) => {
    if ('originalEvent' in event && event.originalEvent !== undefined) isByUser = true;
  });
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter().wrap();
    events.onRest({ lat, lon: lng, zoom: map.getZoom() }, isByUser);
    isByUser = false;
  });
  map.on('click', ({ lngLat }: MapMouseEvent) => {
    const { lat, lng } = lngLat.wrap();
    events.onTap({ lat, lon: lng });
  });
  // Without a listener, a tile that does not load would be an error on the console.
  const failedSources = createFailedSources(events.onFailedSources);
  let [failed, loaded] = [0, 0];
  map.on('error', (event) => {
    if ('tile' in event && 'sourceId' in event && event.sourceId === STYLE_SOURCE) failed += 1;
  });
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (sourceId === STYLE_SOURCE && tile !== undefined) loaded += 1;
  });
  map.on('idle', () => {
    // Nothing that the view needs has arrived.
    if (failed > 0 && loaded === 0) failedSources.report(shown.look.source.id);
    [failed, loaded] = [0, 0];
  });
  map.once('idle', events.onReady);
  // Features that arrived while a style was loading are not in it.
  map.on('style.load', () => void map.getSource<GeoJSONSource>(OVERLAY_SOURCE)?.setData(shown.features));
  map.on('webglcontextlost', events.onLost);
  return {
    /** Returns the px of a point in the element. */
    project: ({ lat, lon }: Coordinates) => map.project([nearest(lon, map.getCenter().lng), lat]),
    unproject: (x: number, y: number): Coordinates => {
      const { lat, lng } = map.unproject([x, y]).wrap();
      return { lat, lon: lng };
    },
    zoom: () => map.getZoom(),
    center: (): Coordinates => {
      const { lat, lng } = map.getCenter();
      return { lat, lon: lng };
    },
    zoomBy: (steps: number) => void map.zoomTo(map.getZoom() + steps, { duration: ZOOM_MS }),
    look: (to: Camera, isAnimated: boolean) => {
      if (isAnimated) map.easeTo(toOptions(to));
      else map.jumpTo(toOptions(to));
    },
    setFeatures: (next: MapFeatures) => {
      shown = { ...shown, features: next };
      map.getSource<GeoJSONSource>(OVERLAY_SOURCE)?.setData(next);
    },
    setLook: (next: LiveLook) => {
      const isSame = JSON.stringify(shown.look) === JSON.stringify(next);
      shown = { ...shown, look: next };
      if (isSame) return;
      map.setStyle(toStyle());
    },
    remove: () => {
      failedSources.end();
      map.remove();
    },
  };
}

function toOptions({ lat, lon, zoom, padding }: Camera) {
  return { center: [lon, lat] as [number, number], zoom: Math.min(ZOOM_MAX, zoom), padding };
}

/** Returns the same meridian, on the side of the date line that is nearer to the center. */
function nearest(lon: number, center: number): number {
  return lon + 360 * Math.round((center - lon) / 360);
}
