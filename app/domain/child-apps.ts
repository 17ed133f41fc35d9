import type { DeviceOs } from './device.ts';

/** Download URL of the child app by platform: absolute HTTPS, or HTTP on loopback. Null if not configured. */
export type ChildApps = Record<DeviceOs, string | null>;

/** The child app settings of an installation. */
export type ChildAppSettings = { CHILD_APP_URL_IOS?: string; CHILD_APP_URL_ANDROID?: string; CHILD_APP_URL_OTHER?: string };

// `URL` is a platform API, so the domain cannot use it.
const ADDRESS = /^(?:https:\/\/(?:[\p{L}\p{N}.-]+|\[[\da-f:]+\])|http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]))(?::\d+)?(?:[/?#]\S*)?$/iu;

const NAMES = { iOS: 'CHILD_APP_URL_IOS', android: 'CHILD_APP_URL_ANDROID', other: 'CHILD_APP_URL_OTHER' } as const;

/** Returns the names of settings whose value is not a valid URL. */
export function findWrongChildApps(settings: ChildAppSettings): Array<keyof ChildAppSettings> {
  return Object.values(NAMES).filter((name) => Boolean(settings[name]) && safeOrNull(settings[name]) === null);
}

const told = new Set<string>();

/**
 * Returns the child app URLs from the settings. Ignores an invalid URL and reports its setting to `warn` once per isolate. On Cloudflare,
 * no check at startup rejects invalid settings.
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

/** The error text for an invalid child app URL. */
export const WRONG_CHILD_APP = 'must be an https address such as https://apps.example/child, or http on loopback';

function safeOrNull(address: string | undefined): string | null {
  return address !== undefined && ADDRESS.test(address) ? address : null;
}
