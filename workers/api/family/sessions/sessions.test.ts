import { describe, expect, test } from 'vitest';
import { errorBodySchema } from '#app/wire/errors';
import { listSessions, revokeSessions } from '#app/wire/identity';
import { jumpTo } from '#tests/clients/clock';
import { Parent } from '#tests/clients/parent';
import { openBrowser } from '#tests/clients/socket';
import { readRows, send, stopClock } from '#tests/clients/worker';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

function revoke(parent: Parent, id: string) {
  return parent.call(revokeSessions, { query: { session_id: id } });
}

describe('sessions', () => {
  test('lists sessions by last use, and marks the current session', async () => {
    const first = await Parent.signUp(send);
    const now = Date.now() + 1000;
    await stopClock(now, first);
    const second = await Parent.signIn(send, first.email);
    await stopClock(now + 2 * HOUR, first);
    await first.call(listSessions);
    const sessions = await first.call(listSessions);
    expect(sessions).toMatchObject([
      { session_id: first.credentials.sessionId, name: 'Test', os: 'test', place: null, is_current: true, seen_ts: now + 2 * HOUR },
      { session_id: second.credentials.sessionId, created_ts: now, seen_ts: now, is_current: false },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(first.credentials.secretId);
    await jumpTo(now + 30 * DAY, first);
    expect(await first.call(listSessions)).toHaveLength(1);
  });

  test('reveals why a session ended only to a request signed with that session’s secret', async () => {
    const parent = await Parent.signUp(send);
    const revoked = await Parent.signIn(send, parent.email);
    await revoke(parent, revoked.credentials.sessionId);
    await stopClock(Date.now() + 31 * DAY, parent);
    const errorsOf = async (caller: Parent, header?: string, value = '') => {
      const tamper = (request: Request) => {
        if (header !== undefined) request.headers.set(header, value);
        return request;
      };
      const { status, body } = await caller.raw('GET', '/account', undefined, { tamper });
      const { errors } = errorBodySchema.parse(body);
      return [status, errors.reason, errors.fields];
    };
    expect(await errorsOf(parent)).toEqual([401, 'session', { session: 'idle' }]);
    expect(await errorsOf(parent, 'X-Signature', `v1=${'11'.repeat(32)}`)).toEqual([401, 'session', undefined]);
    expect(await errorsOf(parent, 'X-Secret-Id', 'another')).toEqual([401, 'session', undefined]);
    expect(await errorsOf(parent, 'X-Session-Id', 'unknown')).toEqual([401, 'session', undefined]);
    expect(await errorsOf(revoked)).toEqual([401, 'session', undefined]);
  });

  test('ends a session immediately and notifies the session’s sockets', async () => {
    const parent = await Parent.signUp(send);
    const other = await Parent.signIn(send, parent.email);
    const socket = await openBrowser(other);
    const id = other.credentials.sessionId;
    expect(await revoke(parent, id)).toEqual({ objects_deleted: 1 });
    await socket.waitFor('logout');
    expect((await other.raw('GET', '/session')).status).toBe(401);
    expect(await revoke(parent, id)).toEqual({ objects_deleted: 0 });
    expect(await parent.call(listSessions)).toHaveLength(1);
  });

  test('ends all other sessions immediately, and then the current session', async () => {
    const parent = await Parent.signUp(send);
    const others = [await Parent.signIn(send, parent.email), await Parent.signIn(send, parent.email)];
    expect(await revoke(parent, 'others')).toEqual({ objects_deleted: 2 });
    for (const other of others) expect((await other.raw('GET', '/session')).status).toBe(401);
    expect(await revoke(parent, parent.credentials.sessionId)).toEqual({ objects_deleted: 1 });
    expect((await parent.raw('GET', '/session')).status).toBe(401);
  });

  test('ignores unknown sessions and sessions of other families', async () => {
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    for (const id of [stranger.credentials.sessionId, 'nobody']) expect(await revoke(parent, id)).toEqual({ objects_deleted: 0 });
    for (const query of ['', '?session_id=']) expect((await parent.raw('DELETE', `/session${query}`)).status).toBe(400);
    expect((await stranger.raw('GET', '/session')).status).toBe(200);
    expect(await readRows(parent.accountId, 'SELECT id FROM session WHERE revoked_at IS NOT NULL')).toEqual([]);
  });
});
