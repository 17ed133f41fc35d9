import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { cancelCommand, createCommand } from '#app/wire/command';
import { listUsers } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import type { Agent } from '#tests/clients/agent';
import { jumpTo, listClockChanges, newFamilyAt, ring, switchBedtime } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { newChild, readEverything, readRows, stopClock } from '#tests/clients/worker';
import { DUE } from '../store/due.queries';

const MINUTE = 60_000;
const MONDAY = '2026-11-16T12:00:00Z';

function pause(parent: Parent, id: string, duration?: string) {
  const body = { command: 'pause', action: 'pause', user_id: id, ...(duration === undefined ? {} : { duration }) };
  return parent.call(createCommand, { body });
}

function resume(parent: Parent, id: string) {
  return parent.call(createCommand, { body: { command: 'resume', action: 'resume', user_id: id } });
}

async function statusOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', rule_info: '', usage: '', user_id: id } });
  if (status?.usage === undefined) throw new Error('no status');
  return { ...status, usage: status.usage };
}

/** Returns the child's allowance state as parents see it. */
async function allowanceState(parent: Parent, id: string) {
  return [await parent.call(listUsers, { query: { user_id: id } })].flat()[0]?.allowance_state;
}

async function obey(agent: Agent, state: 'allowed' | 'blocked' | 'paused') {
  await agent.ack(await agent.commands(), state);
}

async function blocksCounted(parent: Parent) {
  return (await parent.call(getAccount)).block_count;
}

describe('pause', () => {
  test('pauses on request, shows when devices confirm and ends on resume (ALLOW-016, ALLOW-018, MAN-009)', async () => {
    const { parent, id, now, agents } = await newFamilyAt(MONDAY, { devices: 2 });
    const [first, second] = agents;
    if (first === undefined || second === undefined) throw new Error('two devices');
    for (const agent of agents) await agent.report('allowed');
    const { command_ids } = await pause(parent, id);
    expect(command_ids).toHaveLength(2);
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'paused',
      viewState: 'pending',
      why: { type: 'pause', effect: 'pause', rule_id: null, until: null },
      usage: { requested_state: 'pause', applied_state: 'some', displayState: 'playing' },
      devices: [{ requested: 'paused', desired: 'pause', command: { action: 'pause', state: 'saved' } }, { requested: 'paused' }],
    });
    expect((await statusOf(parent, id)).devices?.map(({ command }) => command?.id).sort()).toEqual([...command_ids].sort());
    expect(await allowanceState(parent, id)).toBe('pause');
    await obey(first, 'paused');
    expect((await statusOf(parent, id)).usage).toMatchObject({
      applied_state: 'some',
      displayState: 'playing',
      devices_in_use: [second.deviceId],
    });
    await obey(second, 'paused');
    expect(await statusOf(parent, id)).toMatchObject({
      viewState: 'paused',
      usage: { applied_state: 'all', displayState: 'paused', devices_in_use: [] },
    });
    await stopClock(now + 20_000, parent, ...agents);
    expect((await resume(parent, id)).command_ids).toHaveLength(2);
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'allowed',
      why: null,
      usage: { requested_state: 'play', applied_state: 'some', displayState: 'playing' },
      devices: [{ desired: 'grant', command: { action: 'resume' } }, {}],
    });
    for (const agent of agents) await obey(agent, 'allowed');
    expect(await statusOf(parent, id)).toMatchObject({ viewState: 'allowed', usage: { applied_state: 'all' } });
    expect(await allowanceState(parent, id)).toBe('play');
  });

  test('includes the pause and its end in the policy, so that a device can end it offline', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await pause(parent, id, 'PT30M');
    expect((await agent.policy()).policy.users).toMatchObject([{ requested_state: 'pause', pause_until: now + 30 * MINUTE }]);
  });

  test.each(['PT1M', 'PT30M', 'PT1440M'])('ends a pause of %s on time (ALLOW-017)', async (duration) => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    const end = now + Number(duration.slice(2, -1)) * MINUTE;
    await pause(parent, id, duration);
    await obey(agent, 'paused');
    expect(await statusOf(parent, id)).toMatchObject({ why: { until: end }, next_change: { at: end, state: 'allowed' } });
    await stopClock(end - 1, parent, agent);
    expect((await statusOf(parent, id)).state).toBe('paused');
    await stopClock(end, parent, agent);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { requested_state: 'play' }, viewState: 'pending' });
    expect(await allowanceState(parent, id)).toBe('play');
    expect(await listClockChanges(parent)).toEqual([[new Date(end).toISOString(), 'block_status']]);
    await agent.report('allowed');
    expect((await statusOf(parent, id)).viewState).toBe('allowed');
  });

  test('ends a pause on time even if the alarm is late, and clears it once', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await pause(parent, id, 'PT30M');
    await jumpTo(now + 60 * MINUTE, parent, agent);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { requested_state: 'play' } });
    expect(await resume(parent, id)).toEqual({ command_ids: [] });
    await ring(parent);
    await ring(parent);
    expect(await listClockChanges(parent)).toEqual([[new Date(now + 60 * MINUTE).toISOString(), 'block_status']]);
    expect(await readRows(parent.accountId, 'SELECT requested_state, pause_until FROM child WHERE type = 10')).toEqual([
      { requested_state: 'play', pause_until: null },
    ]);
  });

  test('replaces an earlier pause', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await pause(parent, id, 'PT30M');
    await pause(parent, id, 'PT10M');
    expect((await statusOf(parent, id)).why?.until).toBe(now + 10 * MINUTE);
    await pause(parent, id);
    await stopClock(now + 60 * MINUTE, parent, agent);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'paused', why: { until: null } });
    const commands = await readRows(parent.accountId, 'SELECT state FROM command ORDER BY seq');
    expect(commands.map(({ state }) => state)).toEqual(['superseded', 'superseded', 'saved']);
  });

  test('pauses once for repeated requests with the same key', async () => {
    const { parent, id } = await newFamilyAt(MONDAY, { plan: '' });
    const body = { command: 'pause', action: 'pause', user_id: id, duration: 'PT30M' };
    const first = await parent.raw('POST', '/command', body, { key: 'k' });
    expect(await parent.raw('POST', '/command', body, { key: 'k' })).toEqual(first);
    expect(await blocksCounted(parent)).toBe(1);
  });

  test('changes nothing on resume when nothing is paused', async () => {
    const { parent, id } = await newFamilyAt(MONDAY);
    const { answer: _, ...before } = await readEverything(parent.accountId);
    expect(await resume(parent, id)).toEqual({ command_ids: [] });
    expect(await parent.call(cancelCommand, { body: { user_id: id, command: 'pause' } })).toEqual({ objects_deleted: 0 });
    const { answer: __, ...after } = await readEverything(parent.accountId);
    expect(after).toEqual(before);
  });

  test('ends a pause by DELETE, once', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    await pause(parent, id);
    const cancel = () => parent.call(cancelCommand, { body: { user_id: id, command: 'pause' } });
    expect(await cancel()).toEqual({ objects_deleted: 1 });
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', usage: { requested_state: 'play' } });
    expect(await cancel()).toEqual({ objects_deleted: 0 });
    expect((await agent.commands()).map(({ kind }) => kind)).toEqual(['policy']);
    // A pause command can't be canceled by its own id, because the pause would stay.
    const { command_ids } = await pause(parent, id);
    expect(await parent.call(cancelCommand, { body: { command_id: command_ids[0] } })).toEqual({ objects_deleted: 0 });
    expect((await statusOf(parent, id)).state).toBe('paused');
  });

  test('lets a grant, a block and a schedule each override a pause while they last', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await pause(parent, id);
    const override = (ruledef_name: string, expiry: number) =>
      parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name, expiry } });
    await override('grant', now + 30 * MINUTE);
    await obey(agent, 'allowed');
    const granted = await statusOf(parent, id);
    expect(granted).toMatchObject({
      state: 'allowed',
      beaten: [{ type: 'pause' }],
      next_change: { at: now + 30 * MINUTE, state: 'paused' },
    });
    expect(granted.usage).toMatchObject({ requested_state: 'pause', displayState: 'paused', devices_in_use: [agent.deviceId] });
    await stopClock(now + 30 * MINUTE, parent, agent);
    expect((await statusOf(parent, id)).state).toBe('paused');
    await override('block', now + 60 * MINUTE);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', usage: { requested_state: 'pause' } });
    await stopClock(now + 60 * MINUTE, parent, agent);
    expect((await statusOf(parent, id)).state).toBe('paused');
    await switchBedtime(parent, id, { time_duration: '00:00PT1440M' });
    expect((await statusOf(parent, id)).state).toBe('blocked');
  });

  test('ends a pause during a grant without changing the state', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY);
    await pause(parent, id, 'PT30M');
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'grant', expiry: now + 60 * MINUTE } });
    await stopClock(now + 30 * MINUTE, parent, agent);
    expect(await allowanceState(parent, id)).toBe('play');
    await stopClock(now + 60 * MINUTE, parent, agent);
    expect((await statusOf(parent, id)).state).toBe('allowed');
  });

  test('counts a pause as a block where the plan limits blocks, and refuses it beyond the limit', async () => {
    const { parent, id } = await newFamilyAt(MONDAY, { plan: '' });
    for (let index = 0; index < 4; index++) await pause(parent, id, 'PT1M');
    await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    expect(await blocksCounted(parent)).toBe(5);
    const refused = await parent.raw('POST', '/command', { command: 'pause', action: 'pause', user_id: id });
    const block = await parent.raw('POST', `/rule?user_id=${id}`, { type: 'override', ruledef_name: 'block', expiry: null });
    expect(refused).toMatchObject({ status: 403, body: { errors: { code: 410, reason: 'limit', limit: 5 } } });
    expect(refused).toEqual(block);
    expect((await resume(parent, id)).command_ids).toHaveLength(1);
  });

  test('counts pauses but does not refuse them on a plan without a limit', async () => {
    const { parent, id } = await newFamilyAt(MONDAY, { plan: 'plus_monthly' });
    for (let index = 0; index < 7; index++) await pause(parent, id, 'PT1M');
    expect(await blocksCounted(parent)).toBe(7);
  });

  test('refunds the counted block when an unconfirmed pause ends within ten seconds, by resume or DELETE', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY, { plan: '' });
    await pause(parent, id);
    await stopClock(now + 10_000, parent, agent);
    await resume(parent, id);
    expect(await blocksCounted(parent)).toBe(0);
    await pause(parent, id);
    await parent.call(cancelCommand, { body: { user_id: id, command: 'pause' } });
    expect(await blocksCounted(parent)).toBe(0);
    await pause(parent, id);
    await stopClock(now + 20_001, parent, agent);
    await resume(parent, id);
    expect(await blocksCounted(parent)).toBe(1);
  });

  test('does not refund the counted block when a device confirmed the pause', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY, { plan: '' });
    await stopClock(now + 1, parent, agent);
    await pause(parent, id);
    await obey(agent, 'paused');
    await resume(parent, id);
    expect(await blocksCounted(parent)).toBe(1);
  });

  test('refuses a pause when no device is managed', async () => {
    const { parent, id, now, agent } = await newFamilyAt(MONDAY, { plan: '' });
    const nobody = { status: 400, body: { errors: { code: 500, message: 'No managed device' } } };
    const sibling = await newChild(parent, 'Ben');
    expect(await parent.raw('POST', '/command', { command: 'pause', action: 'pause', user_id: sibling.user_id })).toMatchObject(nobody);
    await pause(parent, id);
    await agent.report('paused', { events: [{ type: 'management_removed', at: now }] });
    expect(await parent.raw('POST', '/command', { command: 'pause', action: 'pause', user_id: id })).toMatchObject(nobody);
    expect(await blocksCounted(parent)).toBe(1);
    // A pause can also be ended when no device is managed.
    expect((await resume(parent, id)).command_ids).toHaveLength(1);
  });

  test('refuses malformed pause requests (MAN-025)', async () => {
    const { parent, id } = await newFamilyAt(MONDAY);
    const wrong: Array<Record<string, unknown>> = [
      { duration: '30' },
      { duration: 'PT0M' },
      { duration: 'PT1441M' },
      { duration: 'PT-5M' },
      { duration: 'PT1H' },
      { duration: 'PT030M' },
      { duration: 'PT30M ' },
      { duration: '' },
      { duration: 30 },
      { duration: null },
      { action: 'resume' },
      // ALLOW-007: only this call sets `requested_state`, to play or pause.
      { action: 'stop' },
      { action: undefined },
      { command: 'resume' },
      { user_id: undefined },
      { user_id: '' },
    ];
    for (const change of wrong) {
      const body = { command: 'pause', action: 'pause', user_id: id, duration: 'PT30M', ...change };
      expect((await parent.raw('POST', '/command', body)).status, JSON.stringify(change)).toBe(400);
    }
    expect((await statusOf(parent, id)).state).toBe('allowed');
    await pause(parent, id);
    const resumed = await parent.raw('POST', '/command', { command: 'resume', action: 'resume', user_id: id, duration: 'nonsense' });
    expect(resumed.status).toBe(200);
  });

  test('ends an active grant, because the newer request applies; a block stays', async () => {
    const { parent, id, now, agents } = await newFamilyAt(MONDAY, { devices: 1 });
    for (const agent of agents) await agent.report('allowed');
    const override = (effect: string) =>
      parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: effect, expiry: now + 60 * MINUTE } });
    await override('grant');
    await pause(parent, id, 'PT30M');
    expect(await statusOf(parent, id)).toMatchObject({
      state: 'paused',
      beaten: [],
      next_change: { at: now + 30 * MINUTE, state: 'allowed' },
    });
    await override('block');
    await pause(parent, id, 'PT90M');
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', beaten: [{ type: 'pause' }] });
    expect(await readRows(parent.accountId, `SELECT count(*) AS n FROM ${DUE} WHERE kind = 'rule'`)).toEqual([{ n: 1 }]);
  });
});
