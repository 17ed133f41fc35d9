import { keyPool } from '#app/browser/key-pool';
import { readUnlockedKey, watchKeys } from '#app/browser/key-store';
import { addAccountCache, expireLoads } from '#app/browser/page-load';
import { getRouter } from '#app/browser/remix-internals';
import { fetchAccess, fetchObject } from './fetch-sealed';
import { createSamplePictures, type SamplePictures } from './sample-pictures';

/** The pictures of the page, with a way to hear when they are emptied or the key is locked or unlocked. */
export type PagePictures = SamplePictures<ImageBitmap> & { watch(changed: () => void): () => void };

let known: { accountId: string; pictures: PagePictures } | null = null;

/** Loads the page's data again after the session ended: its guard leads to the login. */
export function leaveSignedOut(): void {
  expireLoads();
  getRouter().revalidate();
}

/** Returns the pictures of an account. There is one per page; those of another account are emptied. Import this file on demand. */
export function pagePictures(accountId: string): PagePictures {
  if (known?.accountId === accountId) return known.pictures;
  known?.pictures.empty();
  const pictures = create(accountId);
  known = { accountId, pictures };
  return pictures;
}

function create(accountId: string): PagePictures {
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const changed of watchers) changed();
  };
  const pictures = createSamplePictures<ImageBitmap>({
    readKey: () => readUnlockedKey(accountId),
    fetchAccess,
    fetchObject,
    run: (name, ...input) => keyPool().run(name, ...input),
    now: Date.now,
    soon: (work) => setTimeout(work),
    onSignedOut: leaveSignedOut,
  });
  const readKey = () => pictures.readKey().finally(tell);
  const empty = () => {
    pictures.empty();
    tell();
  };
  watchKeys(() => void readKey());
  // After a logout, and for another account (GAL-035).
  addAccountCache({ expire() {}, clean() {}, empty });
  // A browser may keep the whole page for its Back button.
  addEventListener('pagehide', empty);
  addEventListener('pageshow', ({ persisted }) => persisted && void readKey());
  return {
    ...pictures,
    readKey,
    empty,
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
  };
}
