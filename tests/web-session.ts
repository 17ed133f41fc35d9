import type { Session } from '#app/server/session.server.ts';

/** Returns a logged-in session of a made-up account, started now. `change` overrides fields. */
export function makeSession(change: Partial<Session> = {}): Session {
  return {
    accountId: 'account',
    sessionId: 'session',
    secret: '00'.repeat(32),
    secretId: 'secret-id',
    userId: 'user',
    isLegacy: false,
    hasPasswordError: false,
    isInit: true,
    tokenTS: 0,
    startedAt: Date.now(),
    version: 3,
    ...change,
  };
}
