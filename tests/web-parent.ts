import { mergeEntitlements } from '#app/domain/plan.ts';
import type { Account } from '#app/server/account.server.ts';
import type { Parent } from '#app/server/guards.server.ts';
import type { Session } from '#app/server/session.server.ts';

/** The documentation's examples of an account and a device as the API returns them. */
export { ACCOUNT as ACCOUNT_WIRE, DEVICE as DEVICE_WIRE } from '#workers/api/openapi/examples.ts';

const ACCOUNT: Account = {
  id: 'a',
  seq: 0,
  email: 'p@example.com',
  verified: true,
  timeZone: 'UTC',
  ownUpdatedAt: 0,
  children: [],
  deviceCount: 1,
  devicesBeside: 1,
  unreadNotifications: 0,
  unreadNewApps: 0,
  webappFlags: null,
  isFull: false,
  entitlements: mergeEntitlements([], 0),
  skus: [],
  counts: { blocks: 0, grants: 0, resetsAt: 0 },
  pairingToken: 'a.token',
  loginScheme: 'password',
  isLegacy: false,
  sso: null,
  key: null,
  marketingOptin: false,
  deletion: null,
  groupId: null,
  paymentDue: null,
};
const SESSION: Session = {
  accountId: '',
  sessionId: '',
  secret: '',
  secretId: '',
  userId: '',
  isLegacy: false,
  hasPasswordError: false,
  tokenTS: 0,
  startedAt: 0,
  isInit: true,
  version: 3,
};

/** Returns a logged-in parent whose API answers with `call(body)`, and refuses if `call` throws. */
export function webParent(call: (body: Record<string, unknown>) => unknown, change: Partial<Account> = {}): Parent {
  return {
    account: { ...ACCOUNT, ...change },
    api: { call: async (_endpoint, { body }) => call((body ?? {}) as Record<string, unknown>) as never },
    session: SESSION,
  };
}
