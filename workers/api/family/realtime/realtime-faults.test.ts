import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { createRule } from '#app/wire/rule';
import { openBrowser, openDevice, type TestSocket } from '#tests/clients/socket';
import { familyOf, newDevice, newFamily, readRows } from '#tests/clients/worker';

const BLOCK = { type: 'override', ruledef_name: 'block', expiry: null };
const GRANT = { type: 'override', ruledef_name: 'grant', expiry: null };
const ROUNDS = 8;

const numbersOf = (socket: TestSocket) => socket.received.map((frame) => (typeof frame === 'string' ? Number.NaN : Number(frame.seq)));
const countOf = (socket: TestSocket, type: string) =>
  socket.received.filter((frame) => typeof frame !== 'string' && frame.type === type).length;

describe('realtime sockets during evictions', () => {
  test('sends all changes of a burst in order to every socket, despite evictions in between (I7)', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const agent = await newDevice(parent, child.user_id);
    await agent.report('allowed');
    const { seq } = await parent.call(getAccount);
    const browsers = await Promise.all(Array.from({ length: 5 }, () => openBrowser(parent, seq)));
    const { opened: device } = await openDevice(agent);
    if (device === null) throw new Error('no socket');
    for (let round = 0; round < ROUNDS; round += 1) {
      await parent.call(createRule, { query: { user_id: child.user_id }, body: round % 2 === 0 ? BLOCK : GRANT });
      await evictDurableObject(familyOf(parent.accountId));
    }
    await vi.waitUntil(() => device.received.length === ROUNDS && browsers.every((browser) => countOf(browser, 'rule') === ROUNDS), 5_000);
    for (const browser of browsers) {
      const numbers = numbersOf(browser);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(countOf(browser, 'resync')).toBe(0);
      expect(browser.closed()).toBeNull();
    }
  });

  test('stores each acknowledged tap exactly once during evictions, and sends the device the last tap (I1, I2, I3)', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const agent = await newDevice(parent, child.user_id);
    await agent.report('allowed');
    const { opened: device } = await openDevice(agent);
    if (device === null) throw new Error('no socket');
    const tap = (round: number) =>
      parent.raw('POST', `/rule?user_id=${child.user_id}`, round % 2 === 0 ? BLOCK : GRANT, { key: `tap-${round}` }).catch(() => null);
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
    // Evicting an object that is not in memory throws, which is fine here.
    const evict = () => evictDurableObject(familyOf(parent.accountId)).catch(() => undefined);
    await Promise.all([...rounds.map(tap), ...rounds.map(evict)]);
    // Requests without a response are repeated with the same key.
    for (const round of rounds) expect(await tap(round)).toMatchObject({ status: 200 });
    const commands = await readRows<{ state: string; id: string }>(
      parent.accountId,
      "SELECT id, state FROM command WHERE kind = 'policy' ORDER BY seq",
    );
    expect(commands).toHaveLength(ROUNDS);
    expect(commands.slice(0, -1).map(({ state }) => state)).toEqual(Array(ROUNDS - 1).fill('superseded'));
    const last = commands.at(-1);
    expect(last?.state).toBe('sent');
    await vi.waitUntil(() => JSON.stringify(device.received.at(-1)).includes(String(last?.id)), 5_000);
  });

  test('sends one `resync` after an eviction to a page that missed a change, and nothing to a current page (I7)', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const first = await openBrowser(parent, (await parent.call(getAccount)).seq);
    await parent.call(createRule, { query: { user_id: child.user_id }, body: BLOCK });
    await first.waitFor('rule');
    const lastSeq = Math.max(...numbersOf(first));
    first.socket.close(1000, 'asleep');
    await evictDurableObject(familyOf(parent.accountId));
    const { seq } = await parent.call(getAccount);
    const same = await openBrowser(parent, seq);
    await parent.call(createRule, { query: { user_id: child.user_id }, body: GRANT });
    await same.waitFor('rule');
    expect(countOf(same, 'resync')).toBe(0);
    const behind = await openBrowser(parent, lastSeq);
    await behind.waitFor('resync');
    expect(countOf(behind, 'resync')).toBe(1);
  });

  test('applies a device’s ack once despite evictions, and updates the status (I2, I4)', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const agent = await newDevice(parent, child.user_id);
    await agent.report('allowed');
    const { opened: device } = await openDevice(agent);
    if (device === null) throw new Error('no socket');
    await parent.call(createRule, { query: { user_id: child.user_id }, body: BLOCK });
    const { command } = (await device.waitFor('command')) as { command: { id: string; args: { schedule_ts: number } } };
    const body = [{ id: command.id, status: 'ok', schedule_ts: command.args.schedule_ts, applied: 'blocked', at: Date.now() }];
    for (let round = 0; round < 3; round += 1) {
      await evictDurableObject(familyOf(parent.accountId));
      device.socket.send(JSON.stringify({ v: 1, id: `ack-${round}`, type: 'ack', body }));
      await vi.waitUntil(() => countOf(device, 'accepted') === round + 1, 5_000);
    }
    const [status] = await parent.call(getBlockStatus, { query: { dev_info: 'true' } });
    expect(status?.devices?.[0]).toMatchObject({ viewState: 'blocked', command: { state: 'confirmed' } });
    const rows = await readRows<{ n: number }>(
      parent.accountId,
      `SELECT count(*) AS n FROM audit WHERE kind = 'command' AND subject_id = '${command.id}' AND actor_id = 'device:${agent.deviceId}'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
