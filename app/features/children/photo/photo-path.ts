import type { Child } from '#app/domain/child';

/** Returns the URL of a child's photo, or null without one. The URL contains the version, so a new photo has a new URL. */
export function toPhotoPath({ id, photo }: Pick<Child, 'id' | 'photo'>): string | null {
  return photo === null ? null : `/resources/avatar/${encodeURIComponent(id)}?v=${photo.modifiedAt}`;
}
