/** How many px of a wide page show one px of a view (`--k` in locator-map.css), for what the server draws. */
export const WIDE_SCALE = 2;

/** Where the map is on the page, from the variables in locator-map.css: its scale, and the px at each side that other parts cover. */
export type MapFrame = { scale: number; padding: { top: number; right: number; bottom: number; left: number } };

/** Reads the frame of a map. The variables have plain numbers and px. */
export function readMapFrame(map: Element): MapFrame {
  const style = getComputedStyle(map);
  const read = (name: string, fallback: number) => {
    const value = Number.parseFloat(style.getPropertyValue(name));
    return Number.isFinite(value) ? value : fallback;
  };
  return {
    scale: read('--k', 1),
    padding: { top: read('--pad-top', 0), right: read('--pad-right', 0), bottom: read('--pad-bottom', 0), left: read('--pad-left', 0) },
  };
}
