import type { ChildId, DeviceId } from './ids.ts';

/** Lifetime of a pairing code in ms; the code can be renewed (A134). */
export const PAIRING_CODE_LIFE_MS = 15 * 60 * 1000;

/** Lifetime of an open pairing in ms (S36). */
export const PAIRING_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Texts quoted from the specification (5.3.4). */
export const MESSAGES = {
  invalidAccountToken: 'Invalid account token',
  missingEmailOrPairId: 'Missing email or pair_id',
} as const;

// Crockford's base32, which excludes I, L, O and U.
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Formats the eight characters of a code for display, such as «ABCD-2345» (A134). */
export function formatPairingCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Returns the eight characters of a typed code; null if it is invalid. Ignores case, dashes and spaces; reads O as 0, I and L as 1 (A134).
 */
export function normalisePairingCode(text: string): string | null {
  const code = text
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/**
 * Returns the child by name and its device by pairing ID, to install the child app. False if the name, pairing ID, child or device is
 * missing (4.6.4, 4.6.5, 5.3.5, PAIR-027 to PAIR-033).
 */
export function findInstallTarget(
  children: Array<{ id: ChildId; name: string; retired: boolean }>,
  devices: Array<{ id: DeviceId; pairId: string; childIds: Array<ChildId>; retired?: boolean }>,
  wanted: { childName: string | null; pairId: string | null },
): { childId: ChildId; deviceId: DeviceId } | false {
  if (!wanted.childName || !wanted.pairId) return false;
  const child = children.find(({ name, retired }) => name === wanted.childName && !retired);
  if (child === undefined || child.id === '') return false;
  const device = devices.find(
    ({ pairId, childIds, retired }) => pairId === wanted.pairId && childIds.includes(child.id) && retired !== true,
  );
  if (device === undefined || device.id === '') return false;
  return { childId: child.id, deviceId: device.id };
}
