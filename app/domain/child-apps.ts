import type { DeviceOs } from './device.ts';

/** Where the child app for each kind of device is found: absolute addresses, https or http on loopback; null where none is set. */
export type ChildApps = Record<DeviceOs, string | null>;

/** What an installation says of the child app. */
export type ChildAppSettings = { CHILD_APP_URL_IOS?: string; CHILD_APP_URL_ANDROID?: string; CHILD_APP_URL_OTHER?: string };

// No `URL` here: the domain runs without any platform.
const ADDRESS = /^(?:https:\/\/(?:[\p{L}\p{N}.-]+|\[[\da-f:]+\])|http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]))(?::\d+)?(?:[/?#]\S*)?$/iu;

const NAMES = { iOS: 'CHILD_APP_URL_IOS', android: 'CHILD_APP_URL_ANDROID', other: 'CHILD_APP_URL_OTHER' } as const;

/** Those of the settings that say something else than such an address. */
export function findWrongChildApps(settings: ChildAppSettings): Array<keyof ChildAppSettings> {
  return Object.values(NAMES).filter((name) => Boolean(settings[name]) && safeOrNull(settings[name]) === null);
}

const told = new Set<string>();

/**
 * Reads the settings. A wrong one counts as not set; where no start has refused it, as on Cloudflare, `warn` is told of it once in each isolate.
 */
export function toChildApps(settings: ChildAppSettings, warn: (message: string) => void): ChildApps {
  for (const name of findWrongChildApps(settings)) {
    if (!told.has(name)) warn(`${name}: ${WRONG_CHILD_APP}`);
    told.add(name);
  }
  return {
    iOS: safeOrNull(settings[NAMES.iOS]),
    android: safeOrNull(settings[NAMES.android]),
    other: safeOrNull(settings[NAMES.other]),
  };
}

/** What is wrong with a setting that is no such address. */
export const WRONG_CHILD_APP = 'must be an https address such as https://apps.example/child, or http on loopback';

function safeOrNull(address: string | undefined): string | null {
  return address !== undefined && ADDRESS.test(address) ? address : null;
}
