import type { Child } from '~/domain/child';

/** Where a child's own picture is read; the version is in the address, so that a new one has another. Null = none. */
export function toPhotoPath({ id, photo }: Pick<Child, 'id' | 'photo'>): string | null {
  return photo === null ? null : `/resources/avatar/${encodeURIComponent(id)}?v=${photo.modifiedAt}`;
}
