import { describe, expect, test } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { createCommand } from '#app/wire/command';
import { listUsers, updateUser } from '#app/wire/family';
import { createRule, removeRules } from '#app/wire/rule';
import type { Parent } from '#tests/clients/parent';
import { newDevice, newFamily, readRows, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;

async function pairedFamily() {
  const { parent, child } = await newFamily('premium_monthly');
  const agent = await newDevice(parent, child.user_id);
  await agent.report('allowed');
  return { parent, id: child.user_id, agent };
}

function override(parent: Parent, userId: string, effect: 'block' | 'grant') {
  return parent.call(createRule, { query: { user_id: userId }, body: { type: 'override', ruledef_name: effect, expiry: null } });
}

async function deviceOf(parent: Parent, userId: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: userId } });
  const device = status?.devices?.[0];
  if (device === undefined) throw new Error('no device');
  return device;
}

function statesOf(parent: Parent) {
  return readRows<{ state: string }>(parent.accountId, "SELECT state FROM command WHERE kind = 'policy' ORDER BY seq").then((rows) =>
    rows.map(({ state }) => state),
  );
}

describe('acks', () => {
  test('sends a device only the newest command when it comes back online', async () => {
    const { parent, id, agent } = await pairedFamily();
    for (const effect of ['block', 'grant', 'block', 'grant', 'block'] as const) await override(parent, id, effect);
    expect(await statesOf(parent)).toEqual(['superseded', 'superseded', 'superseded', 'superseded', 'saved']);
    const commands = await agent.commands();
    expect(commands).toMatchObject([{ kind: 'policy', user_id: id, expires_ts: null }]);
    expect(commands[0]?.args.schedule_ts).toBe((await agent.policy()).schedule_ts);
    await agent.ack(commands, 'blocked');
    expect(await statesOf(parent)).toEqual(['superseded', 'superseded', 'superseded', 'superseded', 'confirmed']);
  });

  test('supersedes a fetched command when a newer one follows, and its late ack confirms nothing', async () => {
    const { parent, id, agent } = await pairedFamily();
    const block = await override(parent, id, 'block');
    const old = await agent.commands();
    const oldTs = agent.scheduleTs;
    await parent.call(removeRules, { query: { user_id: id, rule_ids: block.rule_id } });
    expect((await agent.ack(old, 'blocked', 'ok', oldTs)).body).toEqual({ accepted: old.map((command) => command.id) });
    expect(await statesOf(parent)).toEqual(['superseded', 'saved']);
    expect(await deviceOf(parent, id)).toMatchObject({
      viewState: 'pending',
      desired: 'grant',
      applied: { state: 'blocked', schedule_ts: oldTs },
    });
    await agent.ack(await agent.commands(), 'allowed');
    expect(await deviceOf(parent, id)).toMatchObject({
      viewState: 'allowed',
      desired: null,
      command: { state: 'confirmed', action: 'lift' },
    });
  });

  test('keeps the newer state when an older ack arrives last', async () => {
    const { parent, id, agent } = await pairedFamily();
    await override(parent, id, 'block');
    const first = await agent.commands();
    const firstTs = agent.scheduleTs;
    await override(parent, id, 'grant');
    const second = await agent.commands();
    await agent.ack(second, 'allowed');
    await agent.ack(first, 'blocked', 'ok', firstTs);
    expect(await deviceOf(parent, id)).toMatchObject({
      viewState: 'allowed',
      applied: { state: 'allowed' },
      command: { state: 'confirmed' },
    });
  });

  test('confirms once, with the time of the first ack, when an ack is repeated or arrives twenty times in parallel', async () => {
    const { parent, id, agent } = await pairedFamily();
    await override(parent, id, 'block');
    const commands = await agent.commands();
    await agent.ack(commands, 'blocked');
    const { command } = await deviceOf(parent, id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.ack(commands, 'blocked')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await deviceOf(parent, id)).command).toEqual(command);
    const audit = await readRows(parent.accountId, `SELECT id FROM audit WHERE kind = 'command' AND subject_id = '${command?.id}'`);
    expect(audit).toHaveLength(2);
  });

  test('removes the expiry of a request answered by ack or report', async () => {
    const { parent, id, agent } = await pairedFamily();
    const due = () => readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'command'");
    await parent.call(createCommand, { body: { command: 'device_info', user_id: id } });
    expect(await due()).toHaveLength(1);
    await agent.ack(await agent.commands(), 'allowed');
    expect(await due()).toEqual([]);
    await parent.call(createCommand, { body: { command: 'app_list', rule_type: 'query', user_id: id } });
    expect(await due()).toHaveLength(1);
    await agent.report('allowed', { apps: [] });
    expect(await due()).toEqual([]);
  });

  test('does not confirm a command by an ack for an older policy', async () => {
    const { parent, id, agent } = await pairedFamily();
    await override(parent, id, 'block');
    const commands = await agent.commands();
    await agent.ack(commands, 'blocked', 'ok', agent.scheduleTs - 1);
    expect((await deviceOf(parent, id)).command?.state).toBe('sent');
    await agent.ack(commands, 'blocked', 'ok', agent.scheduleTs + 1_000_000);
    const confirmed = await deviceOf(parent, id);
    expect(confirmed.command?.state).toBe('confirmed');
    expect(confirmed.applied?.schedule_ts).toBe(agent.scheduleTs);
  });

  test('shows the actual state, not the requested one, when the device reports failure', async () => {
    const { parent, id, agent } = await pairedFamily();
    await override(parent, id, 'block');
    const [command] = await agent.commands();
    const body = [
      { id: command?.id, status: 'error', error: 'no permission', schedule_ts: agent.scheduleTs, applied: 'allowed', at: Date.now() },
    ];
    expect((await agent.raw('POST', '/device/ack', body)).status).toBe(200);
    const failed = await deviceOf(parent, id);
    expect(failed).toMatchObject({ viewState: 'allowed', status: 'allowed', requested: 'blocked', desired: null });
    expect(failed.command).toMatchObject({ state: 'failed', error: 'no permission', confirmed_ts: null, ended_ts: expect.any(Number) });
    await agent.ack([{ id: command?.id ?? '' }], 'blocked');
    expect(await deviceOf(parent, id)).toMatchObject({ viewState: 'blocked', command: { state: 'failed' } });
  });

  test('fails the command when an ack or report names the newest policy but another state', async () => {
    for (const isReport of [false, true]) {
      const { parent, id, agent } = await pairedFamily();
      const say = async (state: 'allowed' | 'blocked') => {
        const commands = await agent.commands();
        // The result is the same if the device’s clock was set back.
        const body = commands.map((command) => ({ id: command.id, status: 'ok', schedule_ts: agent.scheduleTs, applied: state, at: 1 }));
        await (isReport ? agent.report(state, { at: 1 }) : agent.raw('POST', '/device/ack', body));
        return deviceOf(parent, id);
      };
      await override(parent, id, 'block');
      const defied = await say('allowed');
      expect(defied.command).toMatchObject({ state: 'failed', confirmed_ts: null, error: expect.stringContaining('doesn’t follow') });
      expect(defied).toMatchObject({ viewState: 'allowed', requested: 'blocked' });
      await override(parent, id, 'grant');
      expect((await say('blocked')).command).toMatchObject({ state: 'failed', action: 'grant' });
      await override(parent, id, 'block');
      expect((await say('blocked')).command).toMatchObject({ state: 'confirmed', error: null });
    }
  });

  test("accepts an ack from a device at a rule's boundary or without the newest usage", async () => {
    const { parent, id, agent } = await pairedFamily();
    const now = Date.now() + MINUTE;
    await stopClock(now, parent, agent);
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: now + MINUTE } });
    const [command] = await agent.commands();
    const ack = { id: command?.id, status: 'ok', schedule_ts: agent.scheduleTs, applied: 'allowed', at: now + 2 * MINUTE };
    await stopClock(now + 2 * MINUTE, parent, agent);
    await agent.raw('POST', '/device/ack', [ack]);
    expect((await deviceOf(parent, id)).command?.state).toBe('confirmed');
    const [child] = await parent.call(listUsers, { query: { user_id: id } }).then((users) => [users].flat());
    const updated_ts = child?.updated_ts ?? 0;
    await parent.call(updateUser, { body: { user_id: id, updated_ts, allowance: Array(7).fill(0), allowance_enabled: true } });
    await agent.ack(await agent.commands(), 'allowed');
    expect(await deviceOf(parent, id)).toMatchObject({ requested: 'blocked', command: { state: 'confirmed', action: 'rules' } });
  });

  test('stamps each step of a command once, with the server’s time', async () => {
    const { parent, id, agent } = await pairedFamily();
    const now = Date.now() + 1_000;
    await stopClock(now, parent, agent);
    await override(parent, id, 'block');
    await stopClock(now + 2_000, parent, agent);
    const commands = await agent.commands();
    await stopClock(now + 3_000, parent, agent);
    expect(await agent.commands()).toEqual(commands);
    await stopClock(now + 5_000, parent, agent);
    await agent.ack(commands, 'blocked');
    expect((await deviceOf(parent, id)).command).toMatchObject({
      action: 'block',
      saved_ts: now,
      sent_ts: now + 2_000,
      confirmed_ts: now + 5_000,
      ended_ts: now + 5_000,
      expires_ts: null,
    });
  });

  test('omits commands up to `after` and does not mark them as sent', async () => {
    const { parent, id, agent } = await pairedFamily();
    await override(parent, id, 'block');
    expect(await agent.commands(999_999_999_999_999)).toEqual([]);
    expect((await deviceOf(parent, id)).command?.state).toBe('saved');
    const [command] = await agent.commands();
    expect(await agent.commands(command?.seq)).toEqual([]);
    expect(await agent.commands((command?.seq ?? 0) - 1)).toHaveLength(1);
    for (const after of ['-1', 'x', '1.5', '1e3'])
      expect((await agent.raw('GET', `/device/commands?after=${after}`)).status, after).toBe(400);
  });

  test('returns the policy only when it is newer than the device’s', async () => {
    const { parent, id, agent } = await pairedFamily();
    const { schedule_ts } = await agent.policy();
    for (const since of [schedule_ts, schedule_ts + 1]) {
      expect(await agent.raw('GET', `/device/policy?since=${since}`)).toEqual({ status: 304, body: null });
    }
    expect((await agent.raw('GET', `/device/policy?since=${schedule_ts - 1}`)).status).toBe(200);
    expect((await agent.raw('GET', '/device/policy?since=x')).status).toBe(400);
    const rule = await override(parent, id, 'block');
    const newer = await agent.raw('GET', `/device/policy?since=${schedule_ts}`);
    expect(newer).toMatchObject({ status: 200, body: { server_time: expect.any(Number), policy: { v: 1, users: [{ user_id: id }] } } });
    expect(JSON.stringify(newer.body)).toContain(rule.rule_id);
    expect(JSON.stringify(newer.body)).not.toContain('undo_until');
  });

  test('refuses a list of acks as a whole when one is malformed', async () => {
    const { parent, id, agent } = await pairedFamily();
    await override(parent, id, 'block');
    const [command] = await agent.commands();
    const good = { id: command?.id, status: 'ok', schedule_ts: agent.scheduleTs, applied: 'blocked', at: Date.now() };
    const wrong = [
      [],
      {},
      good,
      [{ ...good, status: 'done' }],
      [{ ...good, applied: 'on' }],
      [good, { ...good, at: -1 }],
      Array(101).fill(good),
    ];
    for (const body of wrong) expect((await agent.raw('POST', '/device/ack', body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
    expect((await deviceOf(parent, id)).command?.state).toBe('sent');
  });
});
