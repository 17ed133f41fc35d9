import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Sentence } from './progress.ts';

/** Chromium without its window: a new page is there in less than half the time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** How the browser is started: no sandbox, for tests run as root in containers too, and no calls home. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser at CHROMIUM_PATH, else the system's; null where there is none. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC];
  return places.find(isExecutable) ?? null;
}

/** Finds Chromium, and on Debian installs it for root where there is none. Throws a Sentence where that cannot be. */
export function requireChromium(): string {
  const found = findChromium() ?? (mayInstall() ? install() : null);
  if (found !== null) return found;
  throw new Sentence('Chromium not found. Install it, or set CHROMIUM_PATH.');
}

/** The same for many pages: where root may install the faster one, it is installed beside the one that is there. */
export function requireFastChromium(): string {
  const found = findChromium();
  const isFast = process.env.CHROMIUM_PATH || found?.endsWith(SHELL);
  return (!isFast && mayInstall() ? install() : null) ?? requireChromium();
}

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function mayInstall(): boolean {
  return process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');
}

function install(): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const isDone = (...args: Array<string>) => spawnSync('apt-get', args, { env }).status === 0;
  const isInstalled = isDone('update') && [SHELL, 'chromium'].some((name) => isDone('install', '-y', '--no-install-recommends', name));
  return isInstalled ? findChromium() : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
