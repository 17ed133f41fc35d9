import type { ChildId, DeviceId } from './ids.ts';

/** How long the short code of a pairing is valid; it can be renewed (A134). */
export const PAIRING_CODE_LIFE_MS = 15 * 60 * 1000;

/** How long a pairing stays open (S36). */
export const PAIRING_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Texts quoted from the specification (5.3.4). */
export const MESSAGES = {
  invalidAccountToken: 'Invalid account token',
  missingEmailOrPairId: 'Missing email or pair_id',
} as const;

// Crockford's base32, without I, L, O and U.
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Formats the eight characters of a code for display, 'ABCD-2345' (A134). */
export function formatPairingCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Parses a typed code to its eight characters, or null if invalid. Ignores case, dashes and spaces; O = 0, I = L = 1 (A134). */
export function normalisePairingCode(text: string): string | null {
  const code = text
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/**
 * Finds the device for the child app: the child by name, then its device by pairing id. False if the name, pairing id, child or device is missing
 * (4.6.4, 4.6.5, 5.3.5, PAIR-027 to PAIR-033).
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
