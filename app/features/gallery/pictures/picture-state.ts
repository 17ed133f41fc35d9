import type { UnlockedKey } from '#app/browser/key-store';
import type { KeyTasks } from '#app/browser/key-tasks';
import type { Bytes } from '#app/keys/bytes';
import type { PictureKind } from './picture-kind';
import type { AccessPart, SampleAccessAnswer } from './sample-access';

/** Identifies a picture of a sample. */
export type PictureRef = { sampleId: string; deviceId: string; kind: PictureKind };
/**
 * Why a picture can't be shown, for good: its object is missing; no key of this browser opens it; it was altered after the device sealed
 * it; or it is no picture.
 */
export type PictureFault = 'missing' | 'wrong-key' | 'altered' | 'no-picture';
/** What is shown instead of a picture. `reason` `failed`: the download failed, and `onRetry` tries it again. */
export type FaultProps = { alt: string; reason: PictureFault | 'failed'; onRetry: () => void };

/** `sealed`: the key is locked, or nobody has asked for the picture. `failed`: the download failed and can be tried again. */
export type PictureState<Bitmap> =
  | { kind: 'sealed' }
  | { kind: 'loading' }
  | { kind: 'open'; bitmap: Bitmap }
  | { kind: 'fault'; fault: PictureFault }
  | { kind: 'failed' };

type Tasks<Bitmap> = {
  unwrapSampleKey: KeyTasks['unwrapSampleKey'];
  decryptImage: KeyTasks['decryptImage'];
  decryptPicture(...input: Parameters<KeyTasks['decryptPicture']>): Promise<Bitmap>;
};
/** What the pictures need from the browser. */
export type PictureSource<Bitmap> = {
  readKey(): Promise<UnlockedKey | null>;
  /** @throws SignedOut, Error */
  fetchAccess(part: AccessPart, ids: Array<string>): Promise<SampleAccessAnswer>;
  /** @throws SignedOut, Refused, Error */
  fetchObject(path: string, signal: AbortSignal): Promise<Bytes>;
  run<Name extends keyof Tasks<Bitmap>>(
    name: Name,
    ...input: Parameters<Tasks<Bitmap>[Name]>
  ): Promise<Awaited<ReturnType<Tasks<Bitmap>[Name]>>>;
  now(): number;
  /** Calls `work` after the current task, so that all pictures that appear together share a request. */
  soon(work: () => void): void;
  /** Called once when the session has ended. */
  onSignedOut(): void;
};

/** Returns an error that `faultOf` recognizes. */
export function faultError(fault: PictureFault): Error {
  return Object.assign(new Error(fault), { name: NAMES[fault] });
}

// Errors from another thread keep only their name.
const NAMES = { missing: 'MissingObject', 'wrong-key': 'WrongKey', altered: 'AlteredObject', 'no-picture': 'NoPicture' } as const;

/** Returns the fault that an error of a task means; null for any other error. */
export function faultOf(error: unknown): PictureFault | null {
  switch (error instanceof Error ? error.name : '') {
    case NAMES.missing:
      return 'missing';
    case NAMES['wrong-key']:
      return 'wrong-key';
    case NAMES.altered:
    case 'InvalidObject':
      return 'altered';
    case NAMES['no-picture']:
      return 'no-picture';
    default:
      return null;
  }
}

/** Returns the name of a picture in a list of pictures. */
export function nameOf({ sampleId, kind }: PictureRef): string {
  return `${sampleId} ${kind}`;
}
