import type { MapSource } from '#app/domain/map-source.ts';
import type { Theme } from '#app/domain/theme.ts';
import { createMapStyle } from '../map-style.ts';
import { createOverlayLayers, type MapFeatures, OVERLAY_SOURCE } from './map-features.ts';

/** What decides how the live map looks. */
export type LiveLook = { source: MapSource; theme: Theme; language: string; origin: string };

/** Returns the whole style of the live map: the source's map, with discs and circles below its names and paths above them. */
export function createLiveStyle({ source, ...look }: LiveLook, features: MapFeatures) {
  const style = createMapStyle(source, look);
  const { below, above } = createOverlayLayers(look.theme);
  const onOverlay = <Layer extends object>(layer: Layer) => ({ ...layer, source: OVERLAY_SOURCE });
  const firstName = style.layers.findIndex(({ type }) => type === 'symbol');
  const end = firstName < 0 ? style.layers.length : firstName;
  return {
    ...style,
    sources: {
      ...style.sources,
      // A higher tolerance makes circles look like polygons.
      [OVERLAY_SOURCE]: { type: 'geojson' as const, data: features, tolerance: 0.1 },
    },
    layers: [...style.layers.slice(0, end), ...below.map(onOverlay), ...style.layers.slice(end), ...above.map(onOverlay)],
  };
}
