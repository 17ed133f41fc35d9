import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from './paths.ts';
import { UserError } from './progress.ts';

/** The secrets of an installation; .dev.vars.example describes their format and rotation. */
export type Secrets = { SESSION_KEYS: string; SEAL_KEYS: string; DIRECTORY_KEY: string; PASSWORD_PEPPER: string };

const NAMES = ['SESSION_KEYS', 'SEAL_KEYS', 'DIRECTORY_KEY', 'PASSWORD_PEPPER'] as const;

/** Creates new secrets: 256 random bits each, ring keys named k1. */
export function makeSecrets(): Secrets {
  const key = () => randomBytes(32).toString('base64');
  return { SESSION_KEYS: `k1:${key()}`, SEAL_KEYS: `k1:${key()}`, DIRECTORY_KEY: key(), PASSWORD_PEPPER: key() };
}

/** Formats secrets as lines of an environment file. */
export function formatSecrets(secrets: Secrets): string {
  return NAMES.map((name) => `${name}=${secrets[name]}\n`).join('');
}

/** Returns the development secrets of this clone. Creates them once and keeps them, because stored data cannot be read without them. */
export function developmentSecrets(file = join(ROOT, '.dev.vars')): Secrets {
  const kept: NodeJS.Dict<string> = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const secrets = makeSecrets();
  for (const name of NAMES) secrets[name] = kept[name] || secrets[name];
  if (NAMES.some((name) => !kept[name])) {
    const others = Object.entries(kept).filter(([name]) => !NAMES.some((known) => known === name));
    keep(file, formatSecrets(secrets) + others.map(([name, value]) => `${name}=${value}\n`).join(''));
  }
  return secrets;
}

function keep(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch {
    throw new UserError(`Porchlight can’t write to ${file}. Fix the permissions, or clone it somewhere else.`);
  }
}
