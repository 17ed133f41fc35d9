import { savesData } from './near-viewport';
import type { PictureRef } from './picture-state';

/** What is visible opens first. */
const AFTER_MS = 300;

/**
 * Opens pictures that are likely to be shown next. Does nothing with «save data».
 * @returns a function that ends this; downloads that are not complete are aborted
 */
export function prepareAhead(accountId: string, refs: ReadonlyArray<PictureRef>): () => void {
  if (savesData() || refs.length === 0) return () => {};
  let ends: Array<() => void> = [];
  let isOver = false;
  const begin = async () => {
    const loaded = await import('./page-pictures').catch(() => null);
    if (loaded === null || isOver) return;
    const pictures = loaded.pagePictures(accountId);
    ends = refs.map((ref) => pictures.want(ref, () => {}));
  };
  const timer = setTimeout(() => void begin(), AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
