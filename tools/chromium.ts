import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from './progress.ts';

/** Name of headless Chromium, which opens a page in less than half the time of full Chromium. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Launch arguments: no sandbox, so that tests can run as root in containers, and no background network requests. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * More arguments for pages that draw with WebGL: by the processor, because test machines have no graphics card. Chromium then draws every
 * page with WebGL’s means, which takes its drawing process about eight times as long. Only tests of such pages need them.
 */
export const WEBGL_ARGS = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Returns the path in CHROMIUM_PATH, else the path of an installed browser, else null. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC];
  return places.find(isExecutable) ?? null;
}

/**
 * Returns the path of Chromium. As root on Debian, installs it if it is missing.
 * @throws UserError when Chromium is not found and cannot be installed
 */
export function requireChromium(): string {
  const found = findChromium() ?? (mayInstall() ? install() : null);
  if (found !== null) return found;
  throw new UserError('Chromium not found. Install it, or set CHROMIUM_PATH.');
}

/** Like `requireChromium`, but for many pages: as root on Debian, also installs the faster headless Chromium. */
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
