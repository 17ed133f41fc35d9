import { describe, expect, test } from 'vitest';
import { findDayDevice } from './day-device';

const MINUTE = 60_000;
/** Returns `count` points of a device, one each minute; each is `step` meters north of the one before. */
const points = (deviceId: string, count: number, step: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    deviceId,
    at: from + index * MINUTE,
    lat: 50 + (index * step) / 111_195,
    lon: 10,
    accuracy: 10,
    speed: null,
  }));
const day = (...all: Array<ReturnType<typeof points>>) => ({ points: all.flat().sort((a, b) => a.at - b.at), path: all });
const phone = { id: 'phone', otherChildIds: [] };
const tablet = { id: 'tablet', otherChildIds: [] };
const shared = { id: 'shared', otherChildIds: ['ben'] };

describe('findDayDevice', () => {
  test.each([
    [
      'a carried phone, and not a tablet at home with the last position',
      [tablet, phone],
      day(points('phone', 30, 50), points('tablet', 90, 0)),
      'phone',
    ],
    [
      'a carried device, although another child uses it too',
      [phone, shared],
      day(points('shared', 30, 50), points('phone', 90, 0)),
      'shared',
    ],
    ['the child’s own of two carried devices', [shared, phone], day(points('shared', 90, 50), points('phone', 30, 50)), 'phone'],
    ['the one that went farthest of two own devices', [tablet, phone], day(points('phone', 30, 90), points('tablet', 90, 20)), 'phone'],
    [
      'the one with more positions of two at rest',
      [tablet, phone],
      day(points('phone', 96, 0), points('tablet', 5, 0, 99 * MINUTE)),
      'phone',
    ],
    ['none without positions', [tablet, phone], day(), null],
  ])('returns %s', (_title, devices, history, id) => {
    expect(findDayDevice(devices, history)).toBe(id);
  });
});
