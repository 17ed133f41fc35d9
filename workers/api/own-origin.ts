import { isDemonstration } from './bindings';

/** True for the web application's origin. The demonstration also accepts both loopback names. */
export function isOwnOrigin(origin: string, env: { APP_ENV?: string; PUBLIC_URL: string }): boolean {
  const own = new URL(env.PUBLIC_URL);
  if (origin === own.origin) return true;
  return isDemonstration(env) && [`http://localhost:${own.port}`, `http://127.0.0.1:${own.port}`].includes(origin);
}
