import { describe, expect, test } from 'vitest';
import { INSTALL_LOCK_MS } from '#app/domain/command';
import { createPairing, listDevices } from '#app/wire/family';
import { Agent } from '#tests/clients/agent';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { readRows, send, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;

async function newPhone(parent: Parent, childId: string, os: string): Promise<Agent> {
  const { code } = await parent.call(createPairing, { body: { user_id: childId, os: 'iOS' } });
  const nonce = crypto.randomUUID();
  const answer = await Agent.postEnrolment(send, { code }, nonce, { os });
  const agent = new Agent(send, answer.body as ConstructorParameters<typeof Agent>[1], nonce);
  agent.clock = parent.clock;
  return agent;
}

async function appleFamily() {
  const { parent, id, now, agent: android } = await newFamilyAt('2026-11-16T12:00:00Z');
  const iPhone = await newPhone(parent, id, 'iOS');
  const install = (agent: Agent) => parent.raw('POST', '/command', { command: 'install_childapp', device_id: agent.deviceId });
  const rows = () =>
    readRows<{ state: string }>(parent.accountId, "SELECT state FROM command WHERE kind = 'install_childapp' ORDER BY seq, state");
  return { parent, id, now, android, iPhone, install, rows };
}

describe('install', () => {
  test('allows one install request per device in 45 seconds, and returns when the next request is possible', async () => {
    const { parent, id, now, iPhone, install, rows } = await appleFamily();
    const iPad = await newPhone(parent, id, 'iPadOS');
    const first = await install(iPhone);
    expect(first).toMatchObject({ status: 200, body: { command_ids: [expect.any(String)] } });
    expect(await iPhone.commands()).toMatchObject([{ kind: 'install_childapp', expires_ts: now + 10 * MINUTE, args: {} }]);
    const locked = {
      status: 400,
      body: { errors: { code: 500, message: expect.any(String), fields: { command: 'locked' }, resets_ts: now + INSTALL_LOCK_MS } },
    };
    expect(await install(iPhone)).toEqual(locked);
    expect((await install(iPad)).status, 'each device by itself').toBe(200);
    await stopClock(now + INSTALL_LOCK_MS - 1, parent, iPhone);
    expect(await install(iPhone)).toEqual(locked);
    // A failed request does not shorten the wait.
    await iPhone.ack(await iPhone.commands(), 'allowed', 'error');
    expect(await install(iPhone)).toEqual(locked);
    await stopClock(now + INSTALL_LOCK_MS, parent, iPhone);
    expect(await install(iPhone)).toMatchObject({ status: 200 });
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'saved', 'saved']);
  });

  test('creates one command from thirty simultaneous taps', async () => {
    const { iPhone, install, rows } = await appleFamily();
    const answers = await Promise.all(Array.from({ length: 30 }, () => install(iPhone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  test('merges later requests into an open one, which expires after ten minutes', async () => {
    const { parent, now, iPhone, install, rows } = await appleFamily();
    const first = await install(iPhone);
    await stopClock(now + MINUTE, parent, iPhone);
    expect(await install(iPhone)).toEqual(first);
    await stopClock(now + 10 * MINUTE, parent, iPhone);
    expect(await rows()).toEqual([{ state: 'expired' }]);
    expect(await install(iPhone)).not.toEqual(first);
  });

  test('shows the result of the last install command with its device, and no other command', async () => {
    const { parent, id, iPhone, android, install } = await appleFamily();
    const listed = async () => {
      const devices = await parent.call(listDevices, { query: { user_id: id } });
      return devices.map(({ device_id, install_command: command }) => [
        device_id,
        command === null ? null : [command?.state, command?.error],
      ]);
    };
    await install(iPhone);
    const before = await listed();
    expect(before).toContainEqual([android.deviceId, null]);
    expect(before).toContainEqual([iPhone.deviceId, ['saved', null]]);
    await iPhone.ack(await iPhone.commands(), 'allowed', 'error');
    expect(await listed()).toContainEqual([iPhone.deviceId, ['failed', null]]);
  });

  test('refuses devices that are not Apple devices, not managed or not of the family', async () => {
    const { parent, now, android, iPhone, install, rows } = await appleFamily();
    expect(await install(android)).toMatchObject({ status: 400, body: { errors: { fields: { device_id: 'not_ios' } } } });
    const stranger = await appleFamily();
    expect(await install(stranger.iPhone)).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    await iPhone.report('allowed', { events: [{ type: 'management_removed', at: now }] });
    expect(await install(iPhone)).toMatchObject({ status: 400, body: { errors: { message: 'No managed device' } } });
    expect((await parent.raw('POST', '/command', { command: 'install_childapp' })).status).toBe(400);
    expect(await rows()).toEqual([]);
  });
});
