import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DEMO_CHILDREN, DEMO_DEVICES } from './demo-cast.ts';

const sealSchema = z.object({
  accountId: z.string(),
  isProven: z.boolean().default(false),
  children: z.record(z.string(), z.string().nullable()),
  devices: z.array(z.string()),
});
/**
 * What was made once and is not to be made again, whoever removed it since. `children`: name at the time → id; null where it was gone by
 * then. `devices`: names of state files. `isProven`: the address was confirmed.
 */
export type Seal = z.infer<typeof sealSchema>;

const FILE = 'family.seal';
/** Stands for the id of a child that is to be found by its name. */
export const UNKNOWN_ID = '';

/** What the first version made, whose seal was the account alone. */
const FIRST_CHILDREN = ['Mia', 'Ben'];
const FIRST_DEVICES = ['mia-phone', 'mia-tablet', 'ben-phone'];

export function newSeal(accountId: string): Seal {
  return { accountId, isProven: false, children: {}, devices: [] };
}

/** Null: nothing was ever made in this folder. Of children of the first version the id is not known: `UNKNOWN_ID`. */
export function readSeal(folder: string): Seal | null {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').trim();
  if (!text.startsWith('{')) {
    const children = Object.fromEntries(FIRST_CHILDREN.map((name) => [name, UNKNOWN_ID]));
    return { accountId: text, isProven: false, children, devices: FIRST_DEVICES };
  }
  const parsed = sealSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

export function writeSeal(folder: string, seal: Seal): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILE), `${JSON.stringify(seal)}\n`, { mode: 0o600 });
}

/** Was all of today's family made at some time? */
export function isComplete({ children, devices }: Seal): boolean {
  return DEMO_CHILDREN.every(({ name }) => name in children) && DEMO_DEVICES.every(({ file }) => devices.includes(file));
}
