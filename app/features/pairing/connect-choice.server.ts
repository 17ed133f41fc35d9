import type { ChildAppSettings } from '~/domain/child-apps';
import type { DeviceOs } from '~/domain/device';
import { readChildApps } from '~/server/child-apps.server';

const MANAGED = /^\/manage\/([^/]+)/;

/** The child that a further device was tapped for: the one that `?child=` names, else the one whose page was left. Null where it is open. */
export function tappedFor(request: Request): string | null {
  const named = new URL(request.url).searchParams.get('child');
  const referer = request.headers.get('Referer') ?? '';
  const own = URL.canParse(referer) && new URL(referer).host === new URL(request.url).host;
  return named ?? (own ? (MANAGED.exec(new URL(referer).pathname)?.[1] ?? null) : null);
}

/** The kind of device that the form begins with: Android, unless this installation offers a child app for other kinds only. */
export function firstOs(settings: ChildAppSettings): DeviceOs {
  const apps = readChildApps(settings);
  return (['android', 'iOS', 'other'] as const).find((os) => apps[os] !== null) ?? 'android';
}
