import type { PictureKind } from './picture-kind';

/** Which addresses of samples to ask for. `details` are sealed and come at once, without an address. */
export type AccessPart = 'thumbs' | 'screens' | 'details';
/** A sealed picture. `path` is null if the object is missing. `sha256` is that of the sealed bytes, in hex. */
export type SealedPictureFacts = { kind: PictureKind; path: string | null; bytes: number; sha256: string };
/**
 * What opens a sample: its content key wrapped for each account key, in base64url, and its sealed pictures. `details` is the sealed object
 * in base64; null if it is missing or was not asked for.
 */
export type SampleAccess = {
  id: string;
  keys: Array<{ keyId: string; wrapped: string }>;
  pictures: Array<SealedPictureFacts>;
  details: string | null;
};
/** `lifeMs`: how long the paths are valid. Samples that no longer exist are left out. */
export type SampleAccessAnswer = { lifeMs: number; samples: Array<SampleAccess> };

/** Maximum number of samples in one request. */
export const ACCESS_MAX = 60;
export const ACCESS_PATH = '/resources/sample-access';
