import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { UserError } from './progress.ts';

/**
 * Settings that tools/paths.ts reads from the environment. Values in the environment win, so that one command can use a copy of the data.
 */
const START_NAMES = ['PORT', 'DATA_DIR'];

/**
 * Returns the environment. If a settings file is given, its values override the environment. `START_NAMES` from the file are only set in
 * `process.env`, if they are not set there already. The file has lines `NAME=value`, which no shell interprets. A relative path starts at
 * the operator’s working directory.
 * @throws UserError when the file cannot be read
 */
export function readSettings(file: string | undefined): NodeJS.Dict<string> {
  if (file === undefined) return { ...process.env };
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  if (!existsSync(path)) throw new UserError(`File not found: ${path}.`);
  try {
    const settings = parseEnv(readFileSync(path, 'utf8'));
    for (const name of START_NAMES) {
      if (settings[name]) process.env[name] ??= settings[name];
      delete settings[name];
    }
    return { ...process.env, ...settings };
  } catch (error) {
    throw new UserError(`Can’t read ${path}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
