import { openArchive } from './stored-archive';
import { WORLD_BASE64, WORLD_VERSION } from './world.generated';

/** Zoom of the most detailed tiles. Maps enlarge them for closer views. */
export const WORLD_MAX_ZOOM = 3;

let bytes: Uint8Array<ArrayBuffer> | undefined;

/** Returns one tile of the world's outline, unpacked; empty if there is only water. */
export async function readWorldTile({ z, x, y }: { z: number; x: number; y: number }): Promise<Uint8Array> {
  const archive = openArchive({
    getKey: () => `world ${WORLD_VERSION}`,
    getBytes: async (offset, length) => {
      bytes ??= Uint8Array.from(atob(WORLD_BASE64), (letter) => letter.charCodeAt(0));
      return { data: bytes.buffer.slice(offset, offset + length) };
    },
  });
  return new Uint8Array((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer());
}
