import { AVATAR_COLOURS } from '#app/domain/avatar';
import type { AppRow } from './app-list';

type Shown = Pick<AppRow, 'bundleId' | 'title'>;

/**
 * An app's logo over a tile with the app's initial. The tile is visible while the logo loads, or if there is no logo. Hidden from screen
 * readers, because the title is next to it.
 */
export function AppIcon({ bundleId, title, logo }: Shown & Pick<AppRow, 'logo'>) {
  return (
    <span aria-hidden className={`face ${tileOf(bundleId)} app-icon`}>
      {initialOf(title)}
      {logo === null ? null : <img alt="" className="app-picture" decoding="async" loading="lazy" src={logo} />}
    </span>
  );
}

/**
 * A screenshot over the app's tile. The label is on the wrapper, because browsers draw a broken-image icon only for an image with alt text.
 */
export function AppShot({ bundleId, title, src, label }: Shown & { src: string; label: string }) {
  return (
    <span aria-label={label} className={`face ${tileOf(bundleId)} app-shot`} role="img">
      <span aria-hidden>{initialOf(title)}</span>
      <img alt="" className="app-picture" decoding="async" loading="lazy" src={src} />
    </span>
  );
}

/** Returns the class of the tile's color, always the same for one app. */
function tileOf(bundleId: string): string {
  let sum = 0;
  for (let index = 0; index < bundleId.length; index += 1) sum += bundleId.charCodeAt(index);
  return `face-${sum % AVATAR_COLOURS}`;
}

function initialOf(title: string): string {
  return String.fromCodePoint(title.codePointAt(0) ?? 0x3f).toUpperCase();
}
