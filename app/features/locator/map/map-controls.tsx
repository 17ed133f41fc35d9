import { Link } from '@remix-run/react';
import { Layers, Maximize, Minus, Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type MapState, toMapAddress } from './map-state';

/** What the controls do with script; undefined while the map is a picture, whose controls are links. */
export type LiveControls = { zoomBy: (steps: number) => void; showAll: () => void };

/** Zoom in, zoom out, show everything, and show or hide places. `here`: the page's address without the map's state. */
export function MapControls({
  here,
  state,
  hasPlaces,
  live,
}: {
  here: string;
  state: MapState;
  hasPlaces: boolean;
  live: LiveControls | undefined;
}) {
  const { t } = useTranslation();
  const instead = (act: ((live: LiveControls) => void) | undefined) => (event: MouseEvent) => {
    if (live === undefined || act === undefined) return;
    event.preventDefault();
    act(live);
  };
  const link = (change: Partial<MapState>) => ({
    preventScrollReset: true,
    replace: true,
    to: toMapAddress(here, { ...state, ...change }),
  });
  return (
    <div className="loc-controls">
      <Link aria-label={t('locator.zoom_in')} {...link({ zoom: state.zoom + 1 })} onClick={instead(({ zoomBy }) => zoomBy(1))}>
        <Plus aria-hidden className="icon" />
      </Link>
      <Link aria-label={t('locator.zoom_out')} {...link({ zoom: state.zoom - 1 })} onClick={instead(({ zoomBy }) => zoomBy(-1))}>
        <Minus aria-hidden className="icon" />
      </Link>
      <Link aria-label={t('map.fit')} {...link({ zoom: 0 })} onClick={instead(({ showAll }) => showAll())}>
        <Maximize aria-hidden className="icon" />
      </Link>
      {hasPlaces ? (
        <Link
          aria-label={t(state.isPlacesVisible ? 'map.hide_places' : 'map.show_places')}
          data-on={state.isPlacesVisible}
          {...link({ isPlacesVisible: !state.isPlacesVisible })}
        >
          <Layers aria-hidden className="icon" />
        </Link>
      ) : null}
    </div>
  );
}
