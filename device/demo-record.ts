import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DEMO_CHILDREN, DEMO_DEVICES } from './demo-cast.ts';

const sealSchema = z.object({
  accountId: z.string(),
  isProven: z.boolean().default(false),
  children: z.record(z.string(), z.string().nullable()),
  devices: z.array(z.string()),
  hasPlaces: z.boolean().default(false),
  hasSamples: z.boolean().default(false),
});
/**
 * Record of what was created, so that nothing that a person removed is created again. `children`: original name → id; null if already
 * removed. `devices`: names of state files. `isProven`: the address was confirmed.
 * `hasPlaces`: the places were created. `hasSamples`: automatic screenshots were turned on.
 */
export type Seal = z.infer<typeof sealSchema>;

const FILE = 'family.seal';
/** Replaces the id of a child that must be looked up by name. */
export const UNKNOWN_ID = '';

/** Children and devices that the first version created; its seal contained only the account ID. */
const FIRST_CHILDREN = ['Mia', 'Ben'];
const FIRST_DEVICES = ['mia-phone', 'mia-tablet', 'ben-phone'];

export function newSeal(accountId: string): Seal {
  return { accountId, isProven: false, children: {}, devices: [], hasPlaces: false, hasSamples: false };
}

/**
 * Returns the record of a folder. Null if nothing was created there, or if the format is unknown. Children of the first version get
 * `UNKNOWN_ID`.
 */
export function readSeal(folder: string): Seal | null {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').trim();
  if (!text.startsWith('{')) {
    const children = Object.fromEntries(FIRST_CHILDREN.map((name) => [name, UNKNOWN_ID]));
    return { accountId: text, isProven: false, children, devices: FIRST_DEVICES, hasPlaces: false, hasSamples: false };
  }
  const parsed = sealSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

export function writeSeal(folder: string, seal: Seal): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILE), `${JSON.stringify(seal)}\n`, { mode: 0o600 });
}

/** True if every current child and device, the places and the settings of screenshots were created at some time. */
export function isComplete({ children, devices, hasPlaces, hasSamples }: Seal): boolean {
  return (
    hasPlaces &&
    hasSamples &&
    DEMO_CHILDREN.every(({ name }) => name in children) &&
    DEMO_DEVICES.every(({ file }) => devices.includes(file))
  );
}
