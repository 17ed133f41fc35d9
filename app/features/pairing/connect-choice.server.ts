import type { ChildAppSettings } from '#app/domain/child-apps';
import type { DeviceOs } from '#app/domain/device';
import { readChildApps } from '#app/server/child-apps.server';

const MANAGED = /^\/manage\/([^/]+)/;

/**
 * Returns the ID of the child to add a device to: from `?child=`, else from the referring manage page. Returns null if neither names a
 * child.
 */
export function tappedFor(request: Request): string | null {
  const named = new URL(request.url).searchParams.get('child');
  const referer = request.headers.get('Referer') ?? '';
  const own = URL.canParse(referer) && new URL(referer).host === new URL(request.url).host;
  return named ?? (own ? (MANAGED.exec(new URL(referer).pathname)?.[1] ?? null) : null);
}

/** Returns the preselected device type: Android, unless only other types have a child app. */
export function firstOs(settings: ChildAppSettings): DeviceOs {
  const apps = readChildApps(settings);
  return (['android', 'iOS', 'other'] as const).find((os) => apps[os] !== null) ?? 'android';
}
