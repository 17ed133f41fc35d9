import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseMapSource, type MapSource } from '#app/domain/map-source';
import { type MapView, pxPerMeter } from '#app/domain/map-tile';
import type { Coordinates } from '#app/domain/position';
import type { PictureOverlay } from '../map-svg/overlay';
import type { LiveMap } from './live-map.client';
import { toFeatures } from './map-features';
import { readMapFrame } from './map-scale';
import { useShownTheme } from './use-shown-theme';
import { whenIdle } from './when-idle';

/** The state of the map: a picture of the page's view, or live with the view that the user chose. */
export type LiveState = { isLive: boolean; view: MapView };

type Props = {
  /** The view that shows everything. */
  view: MapView;
  /** The map fits again when this changes. */
  fitKey: string | undefined;
  overlay: PictureOverlay;
  sources: ReadonlyArray<MapSource>;
  onTap: ((point: Coordinates) => void) | undefined;
};

/**
 * Replaces the picture in `canvas` with a live map once the page is idle. Keeps the picture if the browser cannot draw the map, and returns
 * to it if the drawing context is lost. The live map shows `view` until the user moves it; a later view then waits for `showAll`.
 */
export function useLiveMap(canvas: RefObject<HTMLDivElement>, marks: RefObject<HTMLDivElement>, props: Props) {
  const { t, i18n } = useTranslation();
  const theme = useShownTheme();
  const [failed, setFailed] = useState<ReadonlyArray<string>>([]);
  const [state, setState] = useState<LiveState>({ isLive: false, view: props.view });
  const live = useRef<LiveMap | null>(null);
  const latest = useRef({ ...props, theme });
  latest.current = { ...props, theme };
  const isMoved = useRef(false);

  const toCamera = useCallback(() => {
    const { view } = latest.current;
    const { scale, padding } = readMapFrame(canvas.current ?? document.documentElement);
    return { lat: view.lat, lon: view.lon, zoom: view.zoom + Math.log2(scale), padding };
  }, [canvas]);
  const placeMarks = useCallback(() => {
    if (live.current !== null && marks.current !== null) moveMarks(marks.current, live.current);
  }, [marks]);

  useEffect(() => {
    let isGone = false;
    const end = () => {
      live.current?.remove();
      live.current = null;
      canvas.current?.replaceChildren();
      if (!isGone) setState({ isLive: false, view: latest.current.view });
    };
    const start = async () => {
      const { createLiveMap } = await import('./live-map.client');
      const container = canvas.current;
      const source = chooseMapSource(latest.current.sources, latest.current.view);
      if (isGone || container === null || source === null) return;
      const onRest = (camera: Coordinates & { zoom: number }, isByUser: boolean) => {
        isMoved.current ||= isByUser;
        const { width, height } = latest.current.view;
        setState(({ isLive }) => ({ isLive, view: { ...camera, width, height } }));
      };
      live.current = createLiveMap(container, {
        camera: toCamera(),
        look: { source, theme: latest.current.theme, language: i18n.language, origin: location.origin },
        features: toFeatures(latest.current.overlay),
        texts: { title: t('map.title_keys'), twoFingers: t('map.two_fingers'), withKey: t('map.with_key') },
        events: {
          onReady: () => {
            const at = live.current;
            if (at === null) return;
            const { width, height } = latest.current.view;
            setState({ isLive: true, view: { ...at.center(), zoom: at.zoom(), width, height } });
          },
          onMove: placeMarks,
          onRest,
          onTap: (point) => latest.current.onTap?.(point),
          onFailedSources: setFailed,
          onLost: end,
        },
      });
    };
    const cancel = whenIdle(() => void start().catch(end));
    return () => {
      isGone = true;
      cancel();
      end();
    };
  }, [canvas, i18n, placeMarks, t, toCamera]);

  const { isLive } = state;
  const working = props.sources.filter(({ id }) => !failed.includes(id));
  const shown = chooseMapSource(working, isLive ? state.view : props.view);
  const sourceKey = shown === null ? null : `${shown.id} ${shown.version}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the source.
  useEffect(() => {
    if (shown !== null) live.current?.setLook({ source: shown, theme, language: i18n.language, origin: location.origin });
  }, [sourceKey, theme, i18n.language, isLive]);
  const content = JSON.stringify(props.overlay);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new overlay with the same content changes nothing.
  useEffect(() => {
    live.current?.setFeatures(toFeatures(props.overlay));
  }, [content, isLive]);
  const { fitKey } = props;
  const lastFit = useRef(fitKey);
  const { lat, lon, zoom } = props.view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when the view changes.
  useEffect(() => {
    if (lastFit.current !== fitKey) isMoved.current = false;
    lastFit.current = fitKey;
    if (!isMoved.current) live.current?.look(toCamera(), false);
  }, [lat, lon, zoom, fitKey, toCamera]);

  return {
    ...state,
    source: shown,
    /** Px per meter on the page. */
    pxPerMeter: pxPerMeter(isLive ? state.view : props.view),
    live,
    placeMarks,
    /** Keeps the view as if the user had moved the map. */
    hold: () => {
      isMoved.current = true;
    },
    controls: {
      zoomBy: (steps: number) => {
        isMoved.current = true;
        live.current?.zoomBy(steps);
      },
      showAll: () => {
        isMoved.current = false;
        live.current?.look(toCamera(), true);
      },
    },
  };
}

/** Moves all marks to where the live map has their points. */
function moveMarks(layer: HTMLElement, live: LiveMap): void {
  layer.style.setProperty('--ppm', String(pxPerMeter({ ...live.center(), zoom: live.zoom(), width: 0, height: 0 })));
  for (const mark of layer.querySelectorAll<HTMLElement>('.loc-mark')) {
    const { x, y } = live.project({ lat: Number(mark.dataset.lat), lon: Number(mark.dataset.lon) });
    mark.style.setProperty('--x', x.toFixed(1));
    mark.style.setProperty('--y', y.toFixed(1));
  }
}
