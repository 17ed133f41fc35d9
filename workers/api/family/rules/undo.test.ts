import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { cancelCommand, createCommand } from '#app/wire/command';
import { createRule, listRules, type RuleWire, removeRules } from '#app/wire/rule';
import { dueAt, newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { stopClock } from '#tests/clients/worker';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOON = '2026-11-16T12:00:00Z';

function override(parent: Parent, user_id: string, ruledef_name: string, expiry: number | null): Promise<RuleWire> {
  return parent.call(createRule, { query: { user_id }, body: { type: 'override', ruledef_name, expiry } });
}

function undo(parent: Parent, user_id: string, rule: RuleWire) {
  return parent.call(removeRules, { query: { user_id, rule_ids: rule.rule_id, undo: 'true' } });
}

function pause(parent: Parent, user_id: string, duration?: string) {
  return parent.call(createCommand, {
    body: { command: 'pause', action: 'pause', user_id, ...(duration === undefined ? {} : { duration }) },
  });
}

function undoPause(parent: Parent, user_id: string) {
  return parent.call(cancelCommand, { body: { user_id, command: 'pause', undo: true } });
}

async function statusOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: id } });
  if (status === undefined) throw new Error('no status');
  return status;
}

async function overridesOf(parent: Parent, id: string): Promise<Array<RuleWire>> {
  return (await parent.call(listRules, { query: { user_id: id } })).filter(({ type }) => type === 'override');
}

async function blocksCounted(parent: Parent): Promise<number> {
  return (await parent.call(getAccount)).block_count;
}

describe('undo', () => {
  test('restores the replaced grant with its end and gives back the block when a block is undone', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON, { plan: '' });
    const { undo_until: _, ...grant } = await override(parent, id, 'grant', now + 30 * MINUTE);
    await stopClock(now + MINUTE, parent, agent);
    const block = await override(parent, id, 'block', null);
    expect(await blocksCounted(parent)).toBe(1);
    await stopClock(now + MINUTE + 10 * SECOND, parent, agent);
    expect(await undo(parent, id, block)).toEqual({ objects_deleted: 1, undone: true });
    expect(await overridesOf(parent, id)).toEqual([grant]);
    expect(await blocksCounted(parent)).toBe(0);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', why: { rule_id: grant.rule_id, until: now + 30 * MINUTE } });
    expect((await agent.policy()).policy.users[0]?.rules).toContainEqual(grant);
    await stopClock(now + 30 * MINUTE, parent, agent);
    expect(await overridesOf(parent, id)).toEqual([]);
  });

  test('restores a block without an end, which stays counted, when a grant is undone', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON, { plan: '' });
    const block = await override(parent, id, 'block', null);
    await stopClock(now + MINUTE, parent, agent);
    const grant = await override(parent, id, 'grant', now + 30 * MINUTE);
    await undo(parent, id, grant);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', why: { rule_id: block.rule_id, until: null } });
    expect(await dueAt(parent, 'rule', grant.rule_id)).toBeNull();
    expect(await blocksCounted(parent)).toBe(1);
  });

  test('removes the override without restoring anything after ten seconds, without `undo`, or if nothing was replaced', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON);
    await override(parent, id, 'grant', null);
    const late = await override(parent, id, 'block', null);
    await stopClock(now + 10 * SECOND + 1, parent, agent);
    expect(await undo(parent, id, late), 'and that is said').toEqual({ objects_deleted: 1, undone: false });
    expect(await overridesOf(parent, id)).toEqual([]);
    await override(parent, id, 'grant', null);
    const lifted = await override(parent, id, 'block', null);
    await parent.call(removeRules, { query: { user_id: id, rule_ids: lifted.rule_id } });
    expect(await overridesOf(parent, id)).toEqual([]);
    expect(await undo(parent, id, await override(parent, id, 'block', null))).toMatchObject({ undone: true });
    expect(await overridesOf(parent, id)).toEqual([]);
  });

  test('does not restore an override that has ended or a state that was changed since', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON);
    await override(parent, id, 'grant', now + 5 * SECOND);
    const ended = await override(parent, id, 'block', null);
    await stopClock(now + 5 * SECOND, parent, agent);
    await undo(parent, id, ended);
    expect(await overridesOf(parent, id)).toEqual([]);
    await override(parent, id, 'grant', null);
    const first = await override(parent, id, 'block', null);
    const second = await override(parent, id, 'block', now + 60 * MINUTE);
    expect(await undo(parent, id, first), 'another has taken its place').toEqual({ objects_deleted: 0, undone: false });
    expect((await overridesOf(parent, id)).map(({ rule_id }) => rule_id)).toEqual([second.rule_id]);
    await override(parent, id, 'grant', null);
    const block = await override(parent, id, 'block', null);
    await stopClock(now + 6 * SECOND, parent, agent);
    await pause(parent, id);
    expect(await undo(parent, id, block)).toMatchObject({ undone: false });
    expect(await statusOf(parent, id), 'a pause since then stays the last word').toMatchObject({ state: 'paused', beaten: [] });
  });

  test('undoes once for repeated requests with the same key', async () => {
    const { parent, id } = await newFamilyAt(NOON);
    const grant = await override(parent, id, 'grant', null);
    const block = await override(parent, id, 'block', null);
    const path = `/rule?user_id=${id}&rule_ids=${block.rule_id}&undo=true`;
    const first = await parent.raw('DELETE', path, undefined, { key: 'k' });
    expect(await parent.raw('DELETE', path, undefined, { key: 'k' })).toEqual(first);
    expect((await overridesOf(parent, id)).map(({ rule_id }) => rule_id)).toEqual([grant.rule_id]);
  });

  test('restores the grant and gives back the block when a pause is undone', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON, { plan: '' });
    const { undo_until: _, ...grant } = await override(parent, id, 'grant', now + 30 * MINUTE);
    await stopClock(now + MINUTE, parent, agent);
    expect((await pause(parent, id)).undo_until).toBe(now + MINUTE + 10 * SECOND);
    await stopClock(now + MINUTE + 10 * SECOND, parent, agent);
    // Some clients send no body with a DELETE.
    const answer = await parent.raw('DELETE', `/command?user_id=${id}&command=pause&undo=true`);
    expect(answer).toEqual({ status: 200, body: { objects_deleted: 1, undone: true } });
    expect(await overridesOf(parent, id)).toEqual([grant]);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', why: { effect: 'grant' }, beaten: [] });
    expect(await blocksCounted(parent)).toBe(0);
    expect(await undoPause(parent, id)).toEqual({ objects_deleted: 0, undone: false });
    await stopClock(now + 30 * MINUTE, parent, agent);
    expect(await overridesOf(parent, id)).toEqual([]);
  });

  test('restores the replaced pause when a pause is undone, unless it has ended', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON);
    await pause(parent, id, 'PT30M');
    await stopClock(now + MINUTE, parent, agent);
    await pause(parent, id, 'PT1M');
    await undoPause(parent, id);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'paused', why: { until: now + 30 * MINUTE } });
    await stopClock(now + 30 * MINUTE - SECOND, parent, agent);
    await pause(parent, id);
    await stopClock(now + 30 * MINUTE, parent, agent);
    await undoPause(parent, id);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'allowed', why: null });
  });

  test('ends a pause without restoring anything if it is undone too late or after another override', async () => {
    const { parent, id, now, agent } = await newFamilyAt(NOON);
    await override(parent, id, 'grant', null);
    await pause(parent, id);
    await stopClock(now + 10 * SECOND + 1, parent, agent);
    expect(await undoPause(parent, id)).toEqual({ objects_deleted: 1, undone: false });
    expect(await overridesOf(parent, id)).toEqual([]);
    await override(parent, id, 'grant', null);
    await pause(parent, id);
    const block = await override(parent, id, 'block', null);
    expect(await undoPause(parent, id)).toMatchObject({ undone: false });
    expect((await overridesOf(parent, id)).map(({ rule_id }) => rule_id)).toEqual([block.rule_id]);
    expect(await statusOf(parent, id)).toMatchObject({ state: 'blocked', beaten: [] });
    await parent.call(removeRules, { query: { user_id: id, rule_ids: block.rule_id } });
    await override(parent, id, 'grant', null);
    await pause(parent, id);
    await parent.call(cancelCommand, { body: { user_id: id, command: 'pause' } });
    expect(await overridesOf(parent, id), 'without the word').toEqual([]);
  });
});
