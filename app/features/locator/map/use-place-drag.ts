import { type PointerEvent, useRef } from 'react';
import { clampRadius } from '#app/domain/place';
import { type Coordinates, distanceBetween } from '#app/domain/position';
import type { LiveMap } from './live-map.client';
import type { EditedPlace } from './marks';

/**
 * Returns the pointer handlers of the mark layer in the place editor: dragging the middle moves the place, dragging the grip sets its radius.
 * The fields of the form do the same by keyboard.
 */
export function usePlaceDrag(place: EditedPlace | undefined, getLive: () => LiveMap | null, onStart: () => void) {
  const dragged = useRef<'move' | 'resize' | null>(null);
  const toPoint = (event: PointerEvent): Coordinates | null => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return getLive()?.unproject(event.clientX - left, event.clientY - top) ?? null;
  };
  const end = () => {
    dragged.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drag]') : null;
      if (place === undefined || handle === null || getLive() === null || event.button !== 0) return;
      dragged.current = handle.dataset.drag === 'move' ? 'move' : 'resize';
      event.currentTarget.setPointerCapture(event.pointerId);
      event.preventDefault();
      onStart();
    },
    onPointerMove: (event: PointerEvent) => {
      const point = dragged.current === null ? null : toPoint(event);
      if (point === null || place === undefined) return;
      if (dragged.current === 'move') place.onMove?.(point);
      else place.onResize?.(clampRadius(distanceBetween(place, point)));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
