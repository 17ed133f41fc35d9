import { describe, expect, test, vi } from 'vitest';
import { getBlockStatus } from '#app/wire/block-status';
import { sendReport } from '#app/wire/device';
import { listUsers, updateUser } from '#app/wire/family';
import type { Agent } from '#tests/clients/agent';
import { newFamilyAt } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { openBrowser, openDevice, type TestSocket } from '#tests/clients/socket';
import { stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
const DATE = '2026-11-16';

/** Creates a family on Monday the 16th, 13:00 in Berlin, with an allowance. Each device has an open socket. */
async function playingFamily(devices: number) {
  const family = await newFamilyAt(`${DATE}T12:00:00Z`, { devices });
  const { parent, id, now, agents } = family;
  const [child] = [await parent.call(listUsers, { query: { user_id: id } })].flat();
  await parent.call(updateUser, {
    body: { user_id: id, updated_ts: child?.updated_ts, allowance: Array(7).fill(7200), allowance_enabled: true },
  });
  const sockets: Array<TestSocket> = [];
  for (const agent of agents) {
    const { opened } = await openDevice(agent);
    if (opened === null) throw new Error('A device of these tests has its socket');
    await agent.ack(await agent.commands(), 'allowed');
    opened.takeNewTypes();
    sockets.push(opened);
  }
  let at = now;
  return {
    ...family,
    sockets,
    /** Advances the clock by `minutes`. */
    pass: (minutes: number) => {
      at += minutes * MINUTE;
      return stopClock(at, parent, ...agents);
    },
    /** Sends a report with usage. Returns the interval in seconds for reports of growing usage. */
    tell: async (agent: Agent | undefined, seconds: number, isInUse: boolean | null = true, usedAgoMs: number | null = 0) => {
      const extra = {
        ...(usedAgoMs === null ? {} : { last_activity: at - usedAgoMs }),
        usage: [{ user_id: id, date: DATE, seconds }],
        ...(isInUse === null ? {} : { in_use: isInUse }),
      };
      return sendReport.output.parse((await agent?.report('allowed', extra))?.body).usage_every;
    },
    inUse: async () => (await usageOf(parent, id))?.devices_in_use,
    /** Returns the minutes from the start up to which all devices in use have reported. */
    asOf: async () => {
      const asOf = (await usageOf(parent, id))?.as_of;
      return asOf == null ? null : (asOf - now) / MINUTE;
    },
  };
}

async function usageOf(parent: Parent, id: string) {
  const [status] = await parent.call(getBlockStatus, { query: { usage: 'true', user_id: id } });
  return status?.usage;
}

function isWoken(device: TestSocket | undefined) {
  return vi.waitUntil(() => device?.takeNewTypes().includes('policy'));
}

describe('report interval', () => {
  test('asks a device in use for reports every five minutes and shows it in use until it is idle', async () => {
    const { agent, tell, pass, inUse } = await playingFamily(1);
    expect(await tell(agent, 60)).toBe(300);
    await pass(6);
    expect(await inUse()).toEqual([agent.deviceId]);
    await pass(2);
    expect(await inUse()).toEqual([]);
    await pass(2);
    await tell(agent, 300);
    expect(await inUse()).toEqual([agent.deviceId]);
    await tell(agent, 330, false);
    expect(await inUse()).toEqual([]);
  });

  test('treats older devices and devices without a socket as idle sooner, and asks for their reports every minute', async () => {
    const { agent, tell, pass, inUse, sockets } = await playingFamily(1);
    expect(await tell(agent, 60, null)).toBe(60);
    await pass(3);
    expect(await inUse()).toEqual([]);
    await pass(10);
    expect(await tell(agent, 120)).toBe(300);
    await pass(3);
    expect(await inUse()).toEqual([agent.deviceId]);
    sockets[0]?.socket.close();
    await vi.waitFor(async () => expect(await inUse()).toEqual([]));
    await pass(2);
    // Without a socket, the family could not wake the device.
    expect(await tell(agent, 180)).toBe(60);
  });

  test('returns the time up to which all devices in use have reported their usage', async () => {
    const { agents, tell, pass, asOf } = await playingFamily(2);
    expect(await asOf()).toBeNull();
    await tell(agents[0], 60);
    await pass(2);
    await tell(agents[1], 60);
    expect(await asOf()).toBe(0);
    await tell(agents[0], 60, false);
    expect(await asOf()).toBe(2);
  });

  test('wakes a device that opens its socket while a browser is connected, unless it already reports every minute', async () => {
    const { parent, agent, tell, sockets } = await playingFamily(1);
    await tell(agent, 60);
    sockets[0]?.socket.close();
    const { opened: unseen } = await openDevice(agent);
    await openBrowser(parent);
    await isWoken(unseen ?? undefined);
    unseen?.socket.close();
    const { opened: seen } = await openDevice(agent);
    await isWoken(seen ?? undefined);
    expect(await tell(agent, 120)).toBe(60);
    seen?.socket.close();
    const { opened: told } = await openDevice(agent);
    await tell(agent, 180);
    expect(told?.takeNewTypes()).toEqual([]);
  });

  test('does not treat a device’s usage as more recent because its clock is ahead', async () => {
    const { agent, tell, pass, inUse, sockets } = await playingFamily(1);
    await tell(agent, 60, true, -50_000);
    await pass(1.5);
    await inUse();
    await isWoken(sockets[0]);
  });

  test('wakes a device with an old report when a parent reads usage, then asks it for reports every minute', async () => {
    const { parent, id, agent, tell, pass, inUse, sockets } = await playingFamily(1);
    const [device] = sockets;
    await tell(agent, 60);
    await inUse();
    expect(device?.takeNewTypes()).toEqual([]);
    await pass(2);
    // A page without scripts sends only this request.
    await inUse();
    await isWoken(device);
    expect(await tell(agent, 180)).toBe(60);
    await pass(1);
    expect(await tell(agent, 240)).toBe(300);
    device?.takeNewTypes();
    const browser = await openBrowser(parent);
    await isWoken(device);
    expect(await tell(agent, 241)).toBe(60);
    expect(await browser.waitFor('usage')).toMatchObject({ user_id: id });
    await pass(4);
    expect(await tell(agent, 300)).toBe(60);
    device?.takeNewTypes();
    await inUse();
    expect(device?.takeNewTypes()).toEqual([]);
  });

  test('does not wake an idle device when a parent reads usage', async () => {
    const { parent, agent, tell, pass, inUse, sockets } = await playingFamily(1);
    await tell(agent, 60);
    await tell(agent, 90, false);
    await pass(2);
    await inUse();
    await openBrowser(parent);
    expect(sockets[0]?.takeNewTypes()).toEqual([]);
  });

  test('asks two devices in use for reports every minute, and wakes the first when the second starts', async () => {
    const { agents, tell, pass, sockets } = await playingFamily(2);
    const [first, second] = agents;
    expect(await tell(first, 60)).toBe(300);
    await pass(2);
    expect(await tell(second, 10)).toBe(60);
    await isWoken(sockets[0]);
    // The first device's socket may have lost the message.
    expect(await tell(second, 10)).toBe(60);
    await isWoken(sockets[0]);
    expect(await tell(first, 180)).toBe(60);
    expect(sockets[1]?.takeNewTypes()).toEqual([]);
    await pass(1);
    expect(await tell(second, 20, false)).toBe(60);
    await pass(1);
    expect(await tell(first, 300)).toBe(300);
  });

  test('wakes the child’s other device when an older device’s usage grows, even without a time of use', async () => {
    const { agents, tell, sockets } = await playingFamily(2);
    const [first, second] = agents;
    await tell(first, 60);
    await tell(second, 0, null, null);
    expect(sockets[0]?.takeNewTypes()).toEqual([]);
    await tell(second, 10, null, null);
    await isWoken(sockets[0]);
    expect(await tell(first, 70)).toBe(60);
  });
});
