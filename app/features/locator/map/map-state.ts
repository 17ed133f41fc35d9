/** What the address says about the map. `zoom`: steps nearer (positive) or farther than the fit. */
export type MapState = { zoom: number; isPlacesVisible: boolean };

const ZOOM_STEPS = { min: -8, max: 4 } as const;

/** Reads the map's part of a query. An invalid value counts as absent. */
export function readMapState(search: string): MapState {
  const query = new URLSearchParams(search);
  const text = query.get('z') ?? '';
  return { zoom: /^-?\d$/.test(text) ? clampSteps(Number(text)) : 0, isPlacesVisible: query.get('hide') !== 'places' };
}

/** Returns the address of the same page with another map. `here`: a path, with or without a query. */
export function toMapAddress(here: string, state: MapState): string {
  const [path = '', search = ''] = here.split('?');
  const query = new URLSearchParams(search);
  query.delete('z');
  query.delete('hide');
  if (state.zoom !== 0) query.set('z', String(clampSteps(state.zoom)));
  if (!state.isPlacesVisible) query.set('hide', 'places');
  return query.size === 0 ? path : `${path}?${query}`;
}

function clampSteps(steps: number): number {
  return Math.max(ZOOM_STEPS.min, Math.min(ZOOM_STEPS.max, steps));
}

/** True for the fragments of links that open the list on phones: the list, and the places in it. */
export function opensSheet(hash: string): boolean {
  return /^#(list|places)$/.test(hash);
}
