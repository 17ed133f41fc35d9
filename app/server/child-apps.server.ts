import { type ChildAppSettings, type ChildApps, toChildApps } from '#app/domain/child-apps';

/** Returns the configured download addresses of the child app by platform. */
export function readChildApps(settings: ChildAppSettings): ChildApps {
  return toChildApps(settings, (message) => console.warn(JSON.stringify({ level: 'warn', message })));
}
