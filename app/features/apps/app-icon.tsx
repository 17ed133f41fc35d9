import { AVATAR_COLOURS } from '~/domain/avatar';
import type { AppRow } from './app-list';

/** An app's logo, over a colour with its initial, which shows where there is none or it does not load. The title stands beside it. */
export function AppIcon({ bundleId, title, logo }: Pick<AppRow, 'bundleId' | 'title' | 'logo'>) {
  let sum = 0;
  for (let index = 0; index < bundleId.length; index += 1) sum += bundleId.charCodeAt(index);
  const initial = String.fromCodePoint(title.codePointAt(0) ?? 0x3f).toUpperCase();
  return (
    <span aria-hidden className={`face face-${sum % AVATAR_COLOURS} app-icon`}>
      {initial}
      {logo === null ? null : <img alt="" className="photo" decoding="async" loading="lazy" src={logo} />}
    </span>
  );
}
