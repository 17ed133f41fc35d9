import { type ChildAppSettings, type ChildApps, toChildApps } from '~/domain/child-apps';

/** Where the child app for each kind of device is found, as this installation says. */
export function readChildApps(settings: ChildAppSettings): ChildApps {
  return toChildApps(settings, (message) => console.warn(JSON.stringify({ level: 'warn', message })));
}
