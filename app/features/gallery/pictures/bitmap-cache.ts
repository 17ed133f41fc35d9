/** What the cache needs to know about a bitmap. */
export type Closable = { width: number; height: number; close(): void };

const BYTES_PER_PIXEL = 4;

/** Opened pictures by name. The least recently used ones are closed when they exceed the limit together. */
export type BitmapCache<Bitmap extends Closable> = {
  /** Returns a bitmap and counts as its use; null if it is not or no longer here. It may be closed by the next `keep`. */
  find(name: string): Bitmap | null;
  keep(name: string, bitmap: Bitmap): void;
  /** Closes the bitmaps whose name is chosen; without `isChosen`, all. */
  drop(isChosen?: (name: string) => boolean): void;
  /** Returns the memory of all bitmaps in bytes. */
  bytes(): number;
};

/** Creates a cache of at most `limit` bytes. The newest bitmap stays even if it alone is larger. */
export function createBitmapCache<Bitmap extends Closable>(limit: number): BitmapCache<Bitmap> {
  // A map iterates in the order of insertion, so the first entry is the least recently used one.
  const known = new Map<string, Bitmap>();
  let bytes = 0;

  function remove(name: string, bitmap: Bitmap): void {
    known.delete(name);
    bytes -= sizeOf(bitmap);
    bitmap.close();
  }

  return {
    bytes: () => bytes,
    find(name) {
      const bitmap = known.get(name);
      if (bitmap === undefined) return null;
      known.delete(name);
      known.set(name, bitmap);
      return bitmap;
    },
    keep(name, bitmap) {
      const old = known.get(name);
      if (old !== undefined) remove(name, old);
      bytes += sizeOf(bitmap);
      for (const [other, one] of known) if (bytes > limit) remove(other, one);
      known.set(name, bitmap);
    },
    drop(isChosen = () => true) {
      for (const [name, bitmap] of known) if (isChosen(name)) remove(name, bitmap);
    },
  };
}

// The size of a closed bitmap is 0, so this is called before it is closed.
function sizeOf({ width, height }: Closable): number {
  return width * height * BYTES_PER_PIXEL;
}
