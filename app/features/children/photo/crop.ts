/** The visible part of an image. `zoom` is 1 (largest square) to 4; `x` and `y` are -1 (left, top) to 1 (right, bottom). */
export type Crop = { zoom: number; x: number; y: number };

/** The size of an image in its own pixels. */
export type Size = { width: number; height: number };

export const WHOLE: Crop = { zoom: 1, x: 0, y: 0 };
export const ZOOM_MAX = 4;

/** Returns the visible square in image pixels, always inside the image. */
export function toSquare({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: ((x + 1) / 2) * (width - side), top: ((y + 1) / 2) * (height - side), side };
}

/** Returns the crop after the image is dragged. `dx`, `dy`: fractions (-1 to 1) of the frame's side. */
export function drag(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = toSquare(size, crop);
  const moveAlongAxis = (at: number, delta: number, slack: number) => (slack <= 0 ? 0 : within(at - (2 * delta * side) / slack, -1, 1));
  return { ...crop, x: moveAlongAxis(crop.x, dx, size.width - side), y: moveAlongAxis(crop.y, dy, size.height - side) };
}

export function zoomTo(crop: Crop, zoom: number): Crop {
  return { ...crop, zoom: within(zoom, 1, ZOOM_MAX) };
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
