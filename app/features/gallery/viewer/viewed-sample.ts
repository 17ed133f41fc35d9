import type { DeviceId } from '#app/domain/ids';
import type { Instant } from '#app/domain/time';
import type { HitCount } from '../list/categories';
import type { PictureKind } from '../pictures/picture-kind';

/** A screenshot as the server knows it. `screens`: the pictures that were taken at once, one per screen of the device. */
export type ViewedSample = {
  id: string;
  at: Instant;
  deviceId: DeviceId;
  cause: 'on_demand' | 'periodic';
  screens: Array<PictureKind>;
  /** The categories with possible hits. Empty: none. */
  hits: Array<HitCount>;
};
