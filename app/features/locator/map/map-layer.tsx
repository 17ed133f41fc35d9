import type { CSSProperties, ReactNode } from 'react';
import { type MapView, pxPerMeter, toViewPx } from '#app/domain/map-tile';
import type { Coordinates } from '#app/domain/position';

/** Returns the variables that place a mark: px from the middle of the view. */
export function toSpot(view: MapView, point: Coordinates): CSSProperties {
  const { x, y } = toViewPx(view, point);
  return { '--x': round(x - view.width / 2), '--y': round(y - view.height / 2) } as CSSProperties;
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

/** On which side of a mark its label is: the one towards the middle, where there is more room. */
export function sideOf(view: MapView, point: Coordinates): 'left' | 'right' {
  return toViewPx(view, point).x > view.width / 2 ? 'left' : 'right';
}

/** A point on the map with something on it. The live map moves it by `data-lat` and `data-lon`. */
export function Mark({
  view,
  point,
  className,
  meters,
  children,
  ...data
}: {
  view: MapView;
  point: Coordinates;
  className: string;
  /** A distance in meters from the point, as the variable `--m`. */
  meters?: number;
  children: ReactNode;
} & Record<`data-${string}`, string | number | undefined>) {
  const style = { ...toSpot(view, point), ...(meters === undefined ? {} : { '--m': meters }) } as CSSProperties;
  return (
    <div className={`loc-mark ${className}`} data-lat={point.lat} data-lon={point.lon} style={style} {...data}>
      {children}
    </div>
  );
}

/** The layer of all marks. It is hidden from screen readers, because the list beside the map has every fact. */
export function MarkLayer({ view, children, innerRef }: { view: MapView; children: ReactNode; innerRef?: React.Ref<HTMLDivElement> }) {
  return (
    <div aria-hidden className="loc-marks" ref={innerRef} style={{ '--ppm': Math.round(pxPerMeter(view) * 1e5) / 1e5 } as CSSProperties}>
      {children}
    </div>
  );
}
