import { AVATAR_PICTURES, type AvatarPicture } from '#app/domain/avatar';
import type { DeviceView } from '#app/domain/device';
import pictures from './pictures.svg?no-inline';
import { StateIcon } from './state-icon';

/** One of the twelve drawings, in the current text color. */
function Picture({ picture }: { picture: AvatarPicture }) {
  return (
    <svg aria-hidden className="picture">
      <use href={`${pictures}#${picture}`} />
    </svg>
  );
}

let letters: Intl.Segmenter | undefined;

function initialOf(name: string): string {
  letters ??= new Intl.Segmenter();
  const [first] = letters.segment(name.trim());
  return (first?.segment ?? '?').toLocaleUpperCase('en');
}

/**
 * An avatar with the color of its slot (0 to 19). Shows the initial, a drawing (`pictureIndex` 0 to 11) or a photo, and the ring and mark
 * of a state. The initial or drawing stays behind the photo in case it does not load. Hidden from screen readers, because the name is next
 * to the avatar (3.2.1 to 3.2.3).
 */
export function Avatar({
  name,
  colorSlot,
  pictureIndex = null,
  photo = null,
  view,
  size = 'normal',
}: {
  name: string;
  colorSlot: number;
  pictureIndex?: number | null;
  photo?: string | null;
  view?: DeviceView | undefined;
  size?: 'small' | 'normal' | 'big';
}) {
  const picture = pictureIndex === null ? undefined : AVATAR_PICTURES[pictureIndex];
  return (
    <span aria-hidden className={`face face-${colorSlot} face-${size}`} data-state={view}>
      {picture === undefined ? initialOf(name) : <Picture picture={picture} />}
      {photo === null ? null : <img alt="" className="photo" src={photo} />}
      {view === undefined ? null : (
        <span className="mark">
          <StateIcon view={view} />
        </span>
      )}
    </span>
  );
}
