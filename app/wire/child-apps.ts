import type { DeviceOs } from '../domain/device.ts';

/** Where the child app for each kind of device is found: absolute addresses, https or http on loopback; null where none is set. */
export type ChildApps = Record<DeviceOs, string | null>;

/** What an installation says of the child app. */
export type ChildAppSettings = { CHILD_APP_URL_IOS?: string; CHILD_APP_URL_ANDROID?: string; CHILD_APP_URL_OTHER?: string };

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reads the settings. What is no such address counts as not set. */
export function toChildApps(settings: ChildAppSettings): ChildApps {
  return {
    iOS: safeOrNull(settings.CHILD_APP_URL_IOS),
    android: safeOrNull(settings.CHILD_APP_URL_ANDROID),
    other: safeOrNull(settings.CHILD_APP_URL_OTHER),
  };
}

function safeOrNull(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)) ? href : null;
}
