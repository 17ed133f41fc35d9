import { describe, expect, test } from 'vitest';
import { cancelCommand, createCommand } from '#app/wire/command';
import { createRule } from '#app/wire/rule';
import { newChild, newDevice, newFamily, readRows, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;

async function pairedFamily() {
  const { parent, child } = await newFamily('premium_monthly');
  const agent = await newDevice(parent, child.user_id);
  const now = Date.now() + 1_000;
  await stopClock(now, parent, agent);
  const ask = () => parent.call(createCommand, { body: { command: 'device_info', device_id: agent.deviceId } });
  const stateOf = async (id: string | undefined) => {
    const [row] = await readRows<{ state: string }>(parent.accountId, `SELECT state FROM command WHERE id = '${id}'`);
    return row?.state;
  };
  return { parent, id: child.user_id, agent, now, ask, stateOf };
}

describe('commands', () => {
  test('merges device info requests within six minutes into one command', async () => {
    const { parent, id, agent, now, ask, stateOf } = await pairedFamily();
    const first = await ask();
    expect(first.command_ids).toHaveLength(1);
    expect(await ask()).toEqual(first);
    expect(await parent.call(createCommand, { body: { command: 'device_info', user_id: id } })).toEqual(first);
    expect(await parent.call(createCommand, { body: { command: 'device_info' } })).toEqual(first);
    const commands = await agent.commands();
    expect(commands).toMatchObject([
      { id: first.command_ids[0], kind: 'device_info', user_id: null, args: {}, expires_ts: now + 10 * MINUTE },
    ]);
    await agent.report('allowed');
    expect(await stateOf(first.command_ids[0])).toBe('confirmed');
    await stopClock(now + 6 * MINUTE - 1, parent, agent);
    expect(await ask()).toEqual(first);
    await stopClock(now + 6 * MINUTE, parent, agent);
    expect(await ask()).not.toEqual(first);
  });

  test('creates one command from thirty simultaneous requests', async () => {
    const { parent, ask } = await pairedFamily();
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    expect(new Set(answers.flatMap(({ command_ids }) => command_ids)).size).toBe(1);
    expect(await readRows(parent.accountId, "SELECT id FROM command WHERE kind = 'device_info'")).toHaveLength(1);
  });

  test('expires an unanswered request after ten minutes, but not a block', async () => {
    const { parent, id, agent, now, ask, stateOf } = await pairedFamily();
    const { command_ids } = await ask();
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    await stopClock(now + 10 * MINUTE - 1, parent, agent);
    expect(await stateOf(command_ids[0])).toBe('saved');
    await stopClock(now + 10 * MINUTE, parent, agent);
    expect(await stateOf(command_ids[0])).toBe('expired');
    expect((await agent.commands()).map(({ kind }) => kind)).toEqual(['policy']);
    expect((await agent.ack([{ id: command_ids[0] ?? '' }], 'allowed')).status).toBe(200);
    expect(await stateOf(command_ids[0])).toBe('expired');
    expect(await ask()).not.toEqual({ command_ids });
  });

  test('cancels a saved or sent command once, but not a confirmed one (MAN-026)', async () => {
    const { parent, id, agent, now, ask, stateOf } = await pairedFamily();
    const cancel = (body: unknown) => parent.call(cancelCommand, { body });
    const [first] = (await ask()).command_ids;
    expect(await cancel({ command_id: first })).toEqual({ objects_deleted: 1 });
    expect(await cancel({ command_id: first })).toEqual({ objects_deleted: 0 });
    expect(await agent.commands()).toEqual([]);
    await stopClock(now + 6 * MINUTE, parent, agent);
    const [second] = (await ask()).command_ids;
    await agent.commands();
    expect(await cancel({ user_id: id, command: 'policy' })).toEqual({ objects_deleted: 0 });
    expect(await cancel({ user_id: id, command: 'device_info' })).toEqual({ objects_deleted: 1 });
    await agent.ack([{ id: second ?? '' }], 'allowed');
    expect(await stateOf(second)).toBe('cancelled');
    await stopClock(now + 12 * MINUTE, parent, agent);
    const [third] = (await ask()).command_ids;
    await agent.ack(await agent.commands(), 'allowed');
    expect(await cancel({ command_id: third })).toEqual({ objects_deleted: 0 });
    expect(await stateOf(third)).toBe('confirmed');
  });

  test('refuses a request when no device is managed', async () => {
    const { parent, agent } = await pairedFamily();
    const sibling = await newChild(parent, 'Ben');
    const nobody = { status: 400, body: { errors: { code: 500, message: 'No managed device' } } };
    expect(await parent.raw('POST', '/command', { command: 'device_info', user_id: sibling.user_id })).toMatchObject(nobody);
    await agent.report('allowed', { events: [{ type: 'management_removed', at: Date.now() }] });
    expect(await parent.raw('POST', '/command', { command: 'device_info', device_id: agent.deviceId })).toMatchObject(nobody);
    expect(await parent.raw('POST', '/command', { command: 'device_info' })).toMatchObject(nobody);
  });

  test('refuses requests to a removed device and requests of an unknown type', async () => {
    const { parent, agent } = await pairedFamily();
    for (const body of [{}, { command: 'policy' }, { command: 'unmanage' }, { command: 'explode' }, { command: 7 }]) {
      expect((await parent.raw('POST', '/command', body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await parent.raw('DELETE', '/command', {})).status).toBe(400);
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    const gone = await parent.raw('POST', '/command', { command: 'device_info', device_id: agent.deviceId });
    expect(gone).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
  });
});
