import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createPairing } from '#app/wire/family';
import { createRule, listRules } from '#app/wire/rule';
import { familyOf, newDevice, newFamily, readEverything, readRows, stopClock } from '#tests/clients/worker';

const BLOCK = { type: 'override', ruledef_name: 'block', expiry: null };
type Entry = { actor_id: string; kind: string; subject_id: string; refused: string | null };

const bySubject = (one: Entry, other: Entry) => (one.subject_id < other.subject_id ? -1 : 1);

async function auditedFamily(plan?: string) {
  const { parent, child } = await newFamily(plan);
  const audit = () => readRows<Entry>(parent.accountId, 'SELECT actor_id, kind, subject_id, refused FROM audit ORDER BY id');
  const actor = `session:${parent.credentials.sessionId}`;
  let seen = (await audit()).length;
  /** Returns the rows written since the last call. */
  const news = async () => {
    const rows = await audit();
    const fresh = rows.slice(seen);
    seen = rows.length;
    return fresh;
  };
  return { parent, id: child.user_id, child, actor, news, audit };
}

describe('audit', () => {
  test('writes one row per change with actor, kind and subject', async () => {
    const { parent, id, child, actor, news, audit } = await auditedFamily('premium_monthly');
    expect((await audit()).map(({ actor_id, kind }) => `${actor_id.split(':')[0]} ${kind}`)).toEqual([
      'visitor account',
      'visitor notification',
      'visitor session',
      'operator subscription',
      'session user',
    ]);
    const row = (kind: string, subject_id: string) => ({ actor_id: actor, kind, subject_id, refused: null });
    const [bedtime] = await parent.call(listRules, { query: { user_id: id } });
    const rule = await parent.call(createRule, { query: { user_id: id }, body: BLOCK });
    expect(await news()).toEqual([row('rule', rule.rule_id)]);
    await parent.raw('PUT', `/rule?user_id=${id}`, { rule_id: bedtime?.rule_id, updated_ts: bedtime?.updated_ts, suspended: false });
    expect(await news()).toEqual([row('rule', bedtime?.rule_id ?? '')]);
    const school = { type: 'temporal', rule_name: 'School', days: [0, 1, 1, 1, 1, 1, 0], time_duration: '08:00PT300M' };
    const { rule_id: schoolId } = await parent.call(createRule, { query: { user_id: id }, body: school });
    expect(await news()).toEqual([row('rule', schoolId)]);
    await parent.raw('DELETE', `/rule?user_id=${id}&rule_ids=${rule.rule_id},${schoolId}`);
    expect((await news()).map(({ subject_id }) => subject_id).sort()).toEqual([rule.rule_id, schoolId].sort());
    await parent.raw('PUT', '/user', { user_id: id, updated_ts: child.updated_ts, user_name: 'Maya' });
    expect(await news()).toEqual([row('user', id)]);
    const pairing = await parent.call(createPairing, { body: { user_id: id, os: 'iOS' } });
    expect(await news()).toEqual([row('pairing', pairing.pair_id)]);
    await parent.call(createPairing, { body: { pair_id: pairing.pair_id } });
    expect(await news()).toEqual([row('pairing', pairing.pair_id)]);
    const agent = await newDevice(parent, id);
    expect((await news()).map(({ actor_id, kind }) => `${actor_id.split(':')[0]} ${kind}`)).toEqual([
      'session pairing',
      'visitor device',
      'visitor pairing',
    ]);
    await parent.raw('PUT', '/device', { device_id: agent.deviceId, display_name: 'Phone' });
    expect(await news()).toEqual([row('device', agent.deviceId)]);
    await parent.raw('POST', '/command', { command: 'device_info' });
    const [asked] = await news();
    expect(asked).toMatchObject({ actor_id: actor, kind: 'command' });
    await parent.raw('DELETE', '/command', { command_id: asked?.subject_id });
    expect(await news()).toEqual([row('command', asked?.subject_id ?? '')]);
    for (const command of ['pause', 'resume', 'pause']) {
      await parent.raw('POST', '/command', { command, action: command, user_id: id });
      expect(await news(), command).toEqual([row('block_status', id)]);
    }
    await parent.raw('DELETE', '/command', { user_id: id, command: 'pause' });
    expect(await news()).toEqual([row('block_status', id)]);
    await parent.raw('PUT', '/account_verification', { action: 'resend_email', account_id: parent.accountId });
    expect(await news()).toEqual([row('account', parent.accountId)]);
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    expect(await news()).toEqual([row('device', agent.deviceId)]);
    const pairIds = (await readRows<{ id: string }>(parent.accountId, 'SELECT id FROM pairing')).map((pair) => pair.id);
    expect(pairIds).toHaveLength(2);
    await parent.raw('DELETE', `/user?user_id=${id}`);
    // The child's pairings are removed too: an open pairing and the pairing of the removed device.
    const gone = await news();
    expect(gone.slice(0, -1).sort(bySubject)).toEqual(pairIds.map((pairId) => row('pairing', pairId)).sort(bySubject));
    expect(gone.at(-1)).toEqual(row('user', id));
  });

  test('writes no row for reads, deletions of missing rows and repeated keys', async () => {
    const { parent, id, news } = await auditedFamily();
    await parent.raw('POST', `/rule?user_id=${id}`, BLOCK, { key: 'once' });
    expect(await news()).toHaveLength(1);
    const again = await parent.raw('POST', `/rule?user_id=${id}`, BLOCK, { key: 'once' });
    for (const path of ['/account', '/user', '/device', '/block_status', `/rule?user_id=${id}`]) await parent.raw('GET', path);
    await parent.raw('DELETE', '/device', { device_id: 'nothing' });
    await parent.raw('GET', '/user?user_id=nothing');
    expect(again.status).toBe(200);
    expect(await news()).toEqual([]);
  });

  test('writes only an audit row for a refusal, and does not record its idempotency key', async () => {
    const { parent, id, child, actor, news } = await auditedFamily();
    const stale = { user_id: id, updated_ts: child.updated_ts - 1, user_name: 'X' };
    await stopClock(Date.now() + 1_000, parent);
    await news();
    const table: Array<[string, string, unknown, string]> = [
      ['PUT', '/user', stale, '500'],
      ['POST', '/rule?user_id=nobody', BLOCK, '410'],
      ['PUT', '/device', { device_id: 'nothing' }, '410'],
      ['POST', '/command', { command: 'device_info' }, '500'],
    ];
    for (const [method, path, body, code] of table) {
      const { audit: _, ...before } = await readEverything(parent.accountId);
      await parent.raw(method, path, body, { key: `key ${path}` });
      const { audit: __, ...after } = await readEverything(parent.accountId);
      expect(after, path).toEqual(before);
      expect(await news()).toEqual([{ actor_id: actor, kind: `${method} ${path.split('?')[0]}`, subject_id: '', refused: code }]);
    }
    for (let index = 0; index < 5; index++) await parent.raw('POST', `/rule?user_id=${id}`, BLOCK);
    const refused = await parent.raw('POST', `/rule?user_id=${id}`, BLOCK, { key: 'sixth' });
    expect(refused.status).toBe(403);
    await parent.raw('PUT', '/user', { ...stale, updated_ts: child.updated_ts }, { key: 'key /user' });
    expect(await readRows(parent.accountId, "SELECT key FROM answer WHERE key IN ('sixth', 'key /user')")).toEqual([{ key: 'key /user' }]);
  });

  test('replays a recorded answer for a day, for the same session, in any query order', async () => {
    const { parent, id } = await auditedFamily();
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    const first = await parent.raw('POST', `/rule?a=1&user_id=${id}`, BLOCK, { key: 'k' });
    expect(await parent.raw('POST', `/rule?user_id=${id}&a=1`, BLOCK, { key: 'k' })).toEqual(first);
    const replayed = { status: 400, body: { errors: { code: 500, reason: 'replayed_key' } } };
    expect(await parent.raw('POST', `/rule?user_id=${id}&a=2`, BLOCK, { key: 'k' })).toMatchObject(replayed);
    expect(await parent.raw('POST', '/user', { user_obj: {} }, { key: 'k' })).toMatchObject(replayed);
    await stopClock(now + 24 * 60 * 60_000 - 1, parent);
    expect(await parent.raw('POST', `/rule?a=1&user_id=${id}`, BLOCK, { key: 'k' })).toEqual(first);
    await stopClock(now + 24 * 60 * 60_000, parent);
    const later = await parent.raw('POST', `/rule?a=1&user_id=${id}`, BLOCK, { key: 'k' });
    expect(later.status).toBe(200);
    expect(later).not.toEqual(first);
    expect((await parent.raw('POST', `/rule?user_id=${id}`, BLOCK, { key: 'k'.repeat(129) })).status).toBe(400);
  });

  test('stores and publishes nothing after a fault, and accepts the same idempotency key after the fix', async () => {
    const { parent, id, news } = await auditedFamily();
    await newDevice(parent, id);
    await stopClock(Date.now() + 1_000, parent);
    await news();
    const inFamily = (statement: string) =>
      runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
        storage.sql.exec(statement);
      });
    // The insert into `command` is the last write of a block, so everything else has already run.
    await inFamily("CREATE TRIGGER fault BEFORE INSERT ON command BEGIN SELECT RAISE(ABORT, 'secret detail'); END");
    const before = await readEverything(parent.accountId);
    const answer = await parent.raw('POST', `/rule?user_id=${id}`, BLOCK, { key: 'again' });
    expect(answer).toEqual({ status: 500, body: { errors: { code: 500, message: 'Unknown error' } } });
    expect(await readEverything(parent.accountId)).toEqual(before);
    await inFamily('DROP TRIGGER fault');
    expect((await parent.raw('POST', `/rule?user_id=${id}`, BLOCK, { key: 'again' })).status).toBe(200);
  });

  test('treats an unreadable stored row as a server error', async () => {
    const { parent, id } = await auditedFamily();
    await newDevice(parent, id);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      storage.sql.exec("UPDATE device SET report_json = '{}'");
    });
    expect(await parent.raw('GET', '/device')).toEqual({ status: 500, body: { errors: { code: 500, message: 'Unknown error' } } });
  });
});
