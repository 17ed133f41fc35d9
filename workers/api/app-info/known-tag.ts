/** True where If-None-Match names this ETag, among others or as a weak one. */
export function isKnownTag(tags: string | null, etag: string): boolean {
  return tags?.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}
