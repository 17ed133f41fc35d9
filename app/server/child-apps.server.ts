import { type ChildAppSettings, type ChildApps, toChildApps } from '#app/domain/child-apps';

/** Returns the configured download addresses of the child app by platform. Logs an invalid address once and treats it as missing. */
export function readChildApps(settings: ChildAppSettings): ChildApps {
  return toChildApps(settings, (message) => console.warn(JSON.stringify({ level: 'warn', message })));
}
