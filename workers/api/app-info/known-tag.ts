/** True if If-None-Match contains this ETag, strong or weak, or `*`. */
export function isKnownTag(tags: string | null, etag: string): boolean {
  return tags?.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}
