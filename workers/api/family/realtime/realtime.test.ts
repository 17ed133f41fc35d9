import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { createCommand } from '#app/wire/command';
import { removeDevice } from '#app/wire/family';
import { CLOSE_CODES, getAccessToken, SOCKET_SILENCE_MS } from '#app/wire/realtime';
import { createRule } from '#app/wire/rule';
import { Parent } from '#tests/clients/parent';
import { openBrowser, openDevice, type TestSocket, tokenOf, upgrade } from '#tests/clients/socket';
import { familyOf, internal, newDevice, newFamily, readRows, send, stopClock } from '#tests/clients/worker';
import { DUE, type Due, setRetry } from '../store/due.queries';

const HOUR = 60 * 60_000;
const BLOCK = { type: 'override', ruledef_name: 'block', expiry: null } as const;

async function family() {
  const { parent, child } = await newFamily('premium_monthly');
  const agent = await newDevice(parent, child.user_id);
  await agent.report('allowed');
  const block = () => parent.call(createRule, { query: { user_id: child.user_id }, body: BLOCK });
  return { parent, child, agent, block };
}

async function listen(agent: Parameters<typeof openDevice>[0]): Promise<TestSocket> {
  const { opened, answer } = await openDevice(agent);
  if (opened === null) throw new Error(`${answer.status} ${await answer.text()}`);
  return opened;
}

async function seenInRow(parent: Parent): Promise<number | undefined> {
  const query = "SELECT json_extract(report_json, '$.seenAt') AS at FROM device";
  return (await readRows<{ at: number }>(parent.accountId, query))[0]?.at;
}

async function commandOf(parent: Parent) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: 'true' } });
  return status?.devices?.[0]?.command;
}

const closing = (socket: TestSocket) => vi.waitUntil(() => socket.closed(), 5_000);

describe('realtime sockets', () => {
  test('sends a browser the change number of GET /account first, and then every change in order', async () => {
    const { parent, child, block } = await family();
    const { seq } = await parent.call(getAccount);
    const browser = await openBrowser(parent, seq);
    expect(browser.received).toEqual([{ v: 1, seq, type: 'hello', account_id: parent.accountId, ts: expect.any(Number) }]);
    await block();
    await browser.waitFor('rule');
    const frames = browser.received.slice(1).map((frame) => (typeof frame === 'string' ? { type: frame, seq: 0 } : frame));
    expect(frames.find(({ type }) => type === 'rule')).toMatchObject({ user_id: child.user_id, account_id: parent.accountId });
    const numbers = [seq, ...frames.map((frame) => Number(frame.seq))];
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect((await parent.call(getAccount)).seq).toBe(numbers.at(-1));
  });

  test('sends no data or secrets in frames', async () => {
    const { parent, agent, block } = await family();
    const browser = await openBrowser(parent);
    await block();
    await agent.report('blocked', { battery: 0.1 });
    await browser.waitFor('device');
    const fields = new Set(browser.received.flatMap((frame) => Object.keys(frame)));
    expect([...fields].sort()).toEqual(['account_id', 'device_id', 'seq', 'ts', 'type', 'user_id', 'v']);
  });

  test.each([
    ['up to date', 0, ['hello']],
    ['one change behind', -1, ['hello', 'resync']],
    ['ahead of the family, as after a restored backup', 7, ['hello', 'resync']],
  ])('greets a reconnecting browser, and sends `resync` only if its change number differs: %s', async (_name, off, types) => {
    const { parent } = await family();
    const { seq } = await parent.call(getAccount);
    const browser = await openBrowser(parent, seq + off);
    await parent.call(getAccount);
    expect(browser.takeNewTypes()).toEqual(types);
  });

  test('sends `resync` to a browser without a change number', async () => {
    const { parent } = await family();
    const browser = await openBrowser(parent);
    await browser.waitFor('resync');
    expect(browser.takeNewTypes()).toEqual(['hello', 'resync']);
  });

  test('sends nothing to browsers of another family (RT-005)', async () => {
    const [mine, other] = [await family(), await family()];
    const browser = await openBrowser(other.parent, (await other.parent.call(getAccount)).seq);
    await mine.block();
    await mine.agent.report('blocked');
    await other.block();
    await browser.waitFor('rule');
    expect(browser.received.filter((frame) => typeof frame !== 'string' && frame.account_id !== other.parent.accountId)).toEqual([]);
  });

  test('opens a session’s socket by its token for an hour, repeatedly, but not after logout', async () => {
    const { parent } = await family();
    const start = Date.now() + 1_000;
    await stopClock(start, parent);
    const token = await tokenOf(parent);
    const first = (await upgrade(`/realtime?access_token=${token}`)).opened;
    await stopClock(start + HOUR - 1, parent);
    expect((await upgrade(`/realtime?access_token=${token}`)).answer.status).toBe(101);
    await stopClock(start + HOUR, parent);
    expect((await upgrade(`/realtime?access_token=${token}`)).answer.status).toBe(401);
    const young = await tokenOf(parent);
    await internal.revokeSession(parent.accountId, parent.credentials.sessionId);
    expect((await upgrade(`/realtime?access_token=${young}`)).answer.status).toBe(401);
    await first?.waitFor('logout');
    expect(first === null ? null : await closing(first)).toMatchObject({ code: CLOSE_CODES.signedOut });
  });

  test('keeps one browser’s socket open when another is logged out', async () => {
    const { parent, block } = await family();
    const second = await Parent.signIn(send, parent.email);
    const [one, two] = [await openBrowser(parent), await openBrowser(second)];
    await internal.revokeSession(second.accountId, second.credentials.sessionId);
    await closing(two);
    one.takeNewTypes();
    await block();
    await one.waitFor('rule');
    expect(one.closed()).toBeNull();
    expect(two.received.some((frame) => typeof frame !== 'string' && frame.type === 'rule')).toBe(false);
  });

  test('refuses tokens of other families, made-up and altered tokens (RT-003)', async () => {
    const [mine, other] = [await family(), await family()];
    const token = await tokenOf(mine.parent);
    const [account = '', session = '', expires = '', mac = ''] = token.split('.');
    const forged = [
      [other.parent.accountId, session, expires, mac],
      [account, other.parent.credentials.sessionId, expires, mac],
      [account, session, String(Number(expires) + 1), mac],
      [account, session, expires, mac.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))],
      [account, session, expires],
      ['0'.repeat(64), session, expires, mac],
      ['nobody'],
    ];
    for (const parts of forged) {
      const { answer } = await upgrade(`/realtime?access_token=${encodeURIComponent(parts.join('.'))}`);
      expect([parts, answer.status, await answer.json()]).toMatchObject([parts, 401, { errors: { reason: 'session' } }]);
    }
    for (const query of [
      '',
      '?access_token=',
      `?access_token=${'x'.repeat(600)}`,
      `?access_token=${token}&after=-1`,
      `?access_token=${token}&after=x`,
    ]) {
      const { answer } = await upgrade(`/realtime${query}`);
      expect([400, 401]).toContain(answer.status);
      await answer.text();
    }
  });

  test('gives each session only its own token, and only for browser sockets (AUTH-055, CONST-106, RT-003)', async () => {
    const [mine, other] = [await family(), await family()];
    const { sessionId } = mine.parent.credentials;
    const ask = (query: Record<string, string>) => mine.parent.raw('GET', `${getAccessToken.path}?${new URLSearchParams(query)}`);
    const good = { device_id: sessionId, token_type: 'parent_pubsub_token', user_id: mine.parent.userId };
    expect((await ask(good)).status).toBe(200);
    expect((await ask({ ...good, token_type: 'child_token' })).status).toBe(400);
    for (const wrong of [
      { device_id: other.parent.credentials.sessionId },
      { user_id: other.parent.userId },
      { user_id: mine.child.user_id },
    ]) {
      expect(await ask({ ...good, ...wrong })).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    }
  });

  test('refuses sockets to pages of other sites', async () => {
    const { parent } = await family();
    const path = `/realtime?access_token=${await tokenOf(parent)}`;
    for (const origin of ['https://evil.example', 'null', 'http://localhost', 'http://localhost:1']) {
      const { answer } = await upgrade(path, { Origin: origin });
      expect([origin, answer.status]).toEqual([origin, 403]);
      await answer.text();
    }
    expect((await upgrade(path, { Origin: 'http://localhost:8787' })).answer.status).toBe(101);
  });

  test('answers pings, and closes a browser’s socket on any other message', async () => {
    const { parent } = await family();
    const browser = await openBrowser(parent);
    browser.socket.send('ping');
    await vi.waitUntil(() => browser.received.includes('pong'), 5_000);
    browser.socket.send(JSON.stringify({ v: 1, type: 'rule' }));
    expect(await closing(browser)).toMatchObject({ code: 1003 });
  });

  test('loses no socket and no message through hibernation', async () => {
    const { parent, agent, block } = await family();
    const browser = await openBrowser(parent);
    const device = await listen(agent);
    await evictDurableObject(familyOf(parent.accountId), { webSockets: 'hibernate' });
    browser.takeNewTypes();
    await block();
    await browser.waitFor('rule');
    const { command } = await device.waitFor('command');
    await evictDurableObject(familyOf(parent.accountId), { webSockets: 'hibernate' });
    const { id, args } = command as { id: string; args: { schedule_ts: number } };
    const ack = [{ id, status: 'ok', schedule_ts: args.schedule_ts, applied: 'blocked', at: Date.now() }];
    device.socket.send(JSON.stringify({ v: 1, id: 'a', type: 'ack', body: ack }));
    expect(await device.waitFor('accepted')).toEqual({
      v: 1,
      type: 'accepted',
      id: 'a',
      body: { accepted: [id] },
      server_time: expect.any(Number),
    });
    await browser.waitFor('command');
    expect(await commandOf(parent)).toMatchObject({ id, state: 'confirmed' });
  });

  test('sends a command to a connected device when the transaction commits, and otherwise keeps it', async () => {
    const { parent, agent, block } = await family();
    await block();
    expect(await commandOf(parent)).toMatchObject({ state: 'saved', sent_ts: null });
    const device = await listen(agent);
    const first = await device.waitFor('command');
    expect(await commandOf(parent)).toMatchObject({ state: 'sent' });
    await block();
    await vi.waitUntil(() => device.received.length === 2, 5_000);
    const second = await commandOf(parent);
    expect(second?.sent_ts).toBe(second?.saved_ts);
    expect(device.received[1]).toMatchObject({ type: 'command', command: { id: second?.id, kind: 'policy' } });
    expect(first).not.toEqual(device.received[1]);
  });

  test('handles a report over the socket like a POST, with the same answers and refusals', async () => {
    const { parent, agent } = await family();
    const device = await listen(agent);
    const report = {
      seq: 50,
      at: Date.now(),
      battery: 0.5,
      versions: { os_version: '14', app_version: '8.1' },
      applied: { state: 'allowed', schedule_ts: 0 },
    };
    const say = (id: string, body: unknown) => device.socket.send(JSON.stringify({ v: 1, id, type: 'report', body }));
    say('1', report);
    await device.waitFor('accepted');
    say('2', { ...report, seq: 49, battery: 0.1 });
    say('3', { ...report, seq: 'x' });
    expect(await device.waitFor('refused')).toMatchObject({
      id: '3',
      body: { errors: { code: 500, fields: { seq: expect.any(String) } } },
    });
    const [status] = await parent.call(getBlockStatus, { query: { dev_info: 'true' } });
    expect(status?.devices?.[0]?.battery_level).toBe(0.5);
  });

  test.each([
    ['text that is not JSON', 'hello', 1007],
    ['JSON of the wrong shape', JSON.stringify({ v: 2, id: '1', type: 'ack', body: [] }), 1007],
    ['an unknown type', JSON.stringify({ v: 1, id: '1', type: 'policy', body: [] }), 1007],
    ['a binary message', new Uint8Array([1, 2, 3]), 1003],
    ['a megabyte of text', 'x'.repeat(1024 * 1024 - 1), 1009],
  ])('closes the socket of a device that sends %s, without losing data', async (_name, message, code) => {
    const { parent, agent, block } = await family();
    const device = await listen(agent);
    device.socket.send(message);
    expect(await closing(device)).toMatchObject({ code });
    await block();
    expect(await commandOf(parent)).toMatchObject({ state: 'saved' });
    expect(await agent.commands()).toHaveLength(1);
  });

  test('keeps only the newest socket of a device open', async () => {
    const { agent, block } = await family();
    const older = await listen(agent);
    const newer = await listen(agent);
    expect(await closing(older)).toMatchObject({ code: CLOSE_CODES.replaced });
    await block();
    await newer.waitFor('command');
    expect(older.takeNewTypes()).toEqual([]);
  });

  test('notifies a removed device over its socket and refuses to open a new socket', async () => {
    const { parent, agent } = await family();
    const device = await listen(agent);
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    await device.waitFor('gone');
    expect(await closing(device)).toMatchObject({ code: CLOSE_CODES.gone });
    expect((await openDevice(agent)).answer.status).toBe(410);
  });

  test('requires a signature and an upgrade to open a device’s socket', async () => {
    const { parent, agent } = await family();
    const wrong: Array<Record<string, string>> = [
      { 'X-Signature': `v1=${'0'.repeat(64)}` },
      { 'X-Device-Id': 'nobody' },
      { 'X-Account-Id': '' },
    ];
    for (const overrides of wrong) {
      const { answer } = await openDevice(agent, overrides);
      expect([overrides, answer.status]).toEqual([overrides, 401]);
      await answer.text();
    }
    expect((await agent.raw('GET', '/device/socket')).status).toBe(400);
    expect((await parent.raw('GET', '/device/socket')).status).toBe(401);
  });

  test('shows a device as seen now while its socket is open', async () => {
    const { parent, agent } = await family();
    const start = Date.now() + 1_000;
    const device = await listen(agent);
    await stopClock(start + 6 * HOUR, parent);
    const seen = async () => (await parent.call(getBlockStatus, { query: { dev_info: 'true' } }))[0]?.devices?.[0]?.last_seen ?? 0;
    expect(await seen()).toBeGreaterThan(start + 6 * HOUR - 60_000);
    device.socket.close(1000, 'bye');
    await vi.waitUntil(async () => (await seen()) > start, 5_000);
    await stopClock(start + 12 * HOUR, parent);
    expect(await seen()).toBeLessThan(start + 7 * HOUR);
  });

  test('closes a socket that has been silent for two minutes, and sends no command to it', async () => {
    const { parent, agent, block } = await family();
    const [browser, device] = [await openBrowser(parent), await listen(agent)];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SOCKET_SILENCE_MS });
    try {
      await block();
      expect(await commandOf(parent)).toMatchObject({ state: 'saved' });
      for (const socket of [browser, device]) expect(await closing(socket)).toMatchObject({ code: CLOSE_CODES.silent });
    } finally {
      vi.useRealTimers();
    }
  });

  test('keeps the last activity of a dead connection, before and after its socket is closed', async () => {
    const { parent, agent, block } = await family();
    const start = Date.now();
    const seen = async () => (await parent.call(getBlockStatus, { query: { dev_info: 'true' } }))[0]?.devices?.[0]?.last_seen ?? 0;
    const opened = start + HOUR;
    vi.useFakeTimers({ toFake: ['Date'], now: opened });
    try {
      const device = await listen(agent);
      vi.setSystemTime(opened + 2 * SOCKET_SILENCE_MS);
      expect(await seen()).toBe(opened);
      await block();
      expect(await closing(device)).toMatchObject({ code: CLOSE_CODES.silent });
      await vi.waitFor(async () => expect(await seen()).toBe(opened));
      // Closing the socket later doesn't change the last activity.
      device.socket.close();
      const back = Date.now();
      const again = await listen(agent);
      vi.setSystemTime(opened + 5 * SOCKET_SILENCE_MS);
      again.socket.close();
      await vi.waitFor(async () => expect(await seenInRow(parent)).toBe(back));
      expect(await seen()).toBe(back);
    } finally {
      vi.useRealTimers();
    }
  });

  test('sends an unanswered command again after the device opened its socket', async () => {
    const { parent, agent, block } = await family();
    await block();
    const device = await listen(agent);
    const start = Date.now() + 1_000;
    await device.waitFor('command');
    await stopClock(start + 20_000, parent, agent);
    await vi.waitUntil(() => device.received.filter((frame) => typeof frame !== 'string' && frame.type === 'command').length === 2, 5_000);
  });

  test('repeats an unanswered command at growing intervals until polling takes over', async () => {
    const { parent, agent, block } = await family();
    const device = await listen(agent);
    const start = Date.now() + 1_000;
    await stopClock(start, parent, agent);
    await block();
    const { command } = await device.waitFor('command');
    const countCommands = () => device.received.filter((frame) => typeof frame !== 'string' && frame.type === 'command').length;
    for (const [after, expected] of [
      [19_999, 1],
      [20_000, 2],
      [40_000, 3],
      [80_000, 4],
      [24 * HOUR, 8],
    ] as const) {
      await stopClock(start + after, parent, agent);
      await parent.call(getBlockStatus);
      await vi.waitUntil(() => countCommands() >= expected, 5_000);
      expect([after, countCommands()]).toEqual([after, expected]);
    }
    await agent.ack([command as { id: string }], 'blocked', 'ok', (command as { args: { schedule_ts: number } }).args.schedule_ts);
    expect(await commandOf(parent)).toMatchObject({ state: 'confirmed' });
  });

  test.each(['ack', 'report'] as const)('sends an answered command once and schedules no repeat when it is answered by %s', async (how) => {
    const { parent, child, agent } = await family();
    const device = await listen(agent);
    // The child's clock is set to the end of this block and not moved later.
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { ...BLOCK, expiry: Date.now() + 2 * HOUR } });
    const command = (await device.waitFor('command')).command as { id: string; args: { schedule_ts: number } };
    agent.scheduleTs = command.args.schedule_ts;
    const due = () => readRows<Due>(parent.accountId, `SELECT * FROM ${DUE} WHERE kind = 'resend'`);
    const alarm = () => runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => storage.getAlarm());
    const [first] = await due();
    expect(first).toMatchObject({ id: agent.deviceId });
    // The alarm first runs for the sign-up email.
    await vi.waitFor(async () => expect(await alarm()).toBe(first?.at), 10_000);
    if (how === 'ack') await agent.ack([command], 'blocked');
    else await agent.report('blocked');
    expect(await due()).toEqual([]);
    expect(await alarm()).toBeGreaterThan(first?.at ?? 0);
    await stopClock(Date.now() + HOUR, parent, agent);
    await parent.call(getBlockStatus);
    expect(device.received.filter((frame) => typeof frame !== 'string' && frame.type === 'command')).toHaveLength(1);
  });

  test('retries a failed resend later, without delaying newer commands', async () => {
    const { parent, agent, block } = await family();
    const device = await listen(agent);
    const now = Date.now() + 1_000;
    await stopClock(now, parent, agent);
    await block();
    const due = () => readRows<Due>(parent.accountId, `SELECT * FROM ${DUE} WHERE kind = 'resend'`);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      setRetry(storage.sql, { kind: 'resend', id: agent.deviceId }, now + HOUR);
    });
    expect(await due()).toEqual([{ kind: 'resend', id: agent.deviceId, at: now + HOUR }]);
    await parent.call(createCommand, { body: { command: 'device_info', device_id: agent.deviceId } });
    expect(await due()).toEqual([{ kind: 'resend', id: agent.deviceId, at: now + 20_000 }]);
    device.takeNewTypes();
    await stopClock(now + 20_000, parent, agent);
    await vi.waitUntil(() => device.takeNewTypes().includes('command'), 5_000);
  });

  test('limits a device’s messages, upgrades and reports separately', async () => {
    const { agent } = await family();
    const device = await listen(agent);
    const report = {
      seq: 1,
      at: Date.now(),
      versions: { os_version: '14', app_version: '8.1' },
      applied: { state: 'allowed', schedule_ts: 0 },
    };
    for (let count = 0; count < 121; count++) device.socket.send(JSON.stringify({ v: 1, id: String(count), type: 'report', body: report }));
    expect(await closing(device)).toMatchObject({ code: 1008 });
    const statuses: Array<number> = [];
    for (let count = 0; count < 61; count++) statuses.push((await openDevice(agent)).answer.status);
    expect([statuses[0], statuses.at(-1)]).toEqual([101, 429]);
    // Reports by POST have the same limit, but are counted separately.
    const reports: Array<Response> = [];
    for (let count = 0; count < 121; count++) reports.push(await agent.send('POST', '/device/report', { ...report, seq: count + 1 }));
    expect([reports[0]?.status, reports.at(-1)?.status, reports.at(-1)?.headers.get('Retry-After')]).toEqual([200, 429, '60']);
  });

  test('answers a removed device’s message with `gone`, without changing anything', async () => {
    const { parent, agent } = await family();
    const device = await listen(agent);
    // The device is removed directly in storage, so its socket is not notified.
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      storage.sql.exec('UPDATE device SET retired_at = 1 WHERE id = ?', agent.deviceId);
    });
    const before = await readRows(parent.accountId, 'SELECT max(id) AS seq FROM audit');
    const report = {
      seq: 9,
      at: Date.now(),
      versions: { os_version: '14', app_version: '8.1' },
      applied: { state: 'allowed', schedule_ts: 0 },
    };
    device.socket.send(JSON.stringify({ v: 1, id: '1', type: 'report', body: report }));
    await device.waitFor('gone');
    expect(await closing(device)).toMatchObject({ code: CLOSE_CODES.gone });
    expect(await readRows(parent.accountId, 'SELECT max(id) AS seq FROM audit')).toEqual(before);
  });
});
