import { REQUEST_LIFE_MS } from '#app/domain/command';
import { sizeOf } from '#app/domain/plan';
import { includesMonitoring } from '#app/domain/sample-config';
import { startOfDay } from '#app/domain/time';
import { invalid, outsideAccount } from '#app/wire/errors';
import type { VewInfoWire } from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import { sendCommand } from '../policy/send-command';
import { findOpenRequest } from '../status/sample-requests';
import { createViewCheck, findObstacle, requireSamples } from '../status/sampling';
import { getAccount } from '../store/account.queries';
import { type ChildRow, findChild } from '../store/child.queries';
import { countRequests, findLastCommand, toWireCommand } from '../store/command.queries';
import { countsOf } from '../store/counts.queries';
import { findDevice, listDevices, listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import { findAnswerTo } from '../store/sample.queries';
import { countSamples } from '../store/sample-facts.queries';
import { planOf } from '../subscription/plan-of';
import { limitReached } from '../usage/block-count';

/**
 * Asks devices for a screenshot (S57, GAL-042). A device with an open request is not asked again. Each new request counts in this month
 * until it fails, expires or is canceled. Either all devices are asked or none.
 * @throws Refusal 403 with reason `plan` or `limit`, 400 with `fields.device_id` if a device can't do it
 */
export function requestSamples(call: CallContext, child: ChildRow, deviceId?: string): Array<string> {
  requireSamples(call);
  if (!createViewCheck(call)(child.id)) throw invalid('Screenshots are turned off for this child', { user_id: 'off' });
  const able = deviceId === undefined ? listAble(call, child) : [requireAble(call, child, deviceId)];
  const asked = able.map((device) => ({ device, open: findOpenRequest(call, device)?.id ?? null }));
  const wanted = asked.filter(({ open }) => open === null).length;
  const { limit, used, resets_ts } = quotaOf(call);
  if (wanted > 0 && limit !== 'unlimited' && used + wanted > sizeOf(limit)) {
    throw limitReached('This month’s screenshots on demand are used up', limit, resets_ts);
  }
  return asked.map(({ device, open }) => open ?? sendRequest(call, device, child.id));
}

function listAble(call: CallContext, { id }: ChildRow): Array<StoredDevice> {
  const able = listDevicesOfChild(call.sql, id).filter((device) => findObstacle(call, device) === null);
  if (able.length === 0) throw invalid('No device of this child can make screenshots', { user_id: 'no_device' });
  return able;
}

function requireAble(call: CallContext, child: ChildRow, deviceId: string): StoredDevice {
  const device = findDevice(call.sql, deviceId);
  if (device === null || !device.childIds.includes(child.id)) throw outsideAccount();
  const obstacle = findObstacle(call, device);
  if (obstacle !== null) throw invalid('This device can’t make screenshots', { device_id: obstacle.why });
  return device;
}

function sendRequest(call: CallContext, device: StoredDevice, childId: string): string {
  const id = call.newId();
  const expiresAt = call.now + REQUEST_LIFE_MS;
  sendCommand(call, {
    id,
    device_id: device.id,
    child_id: childId,
    kind: 'on_demand',
    action: null,
    schedule_at: device.schedule_at,
    saved_at: call.now,
    expires_at: expiresAt,
  });
  call.setDue('command', id, expiresAt);
  call.recordChange('command', id, { deviceId: device.id, childId });
  return id;
}

function quotaOf(call: CallContext): VewInfoWire['quota'] {
  const account = getAccount(call.sql);
  const { month, resetsAt } = countsOf(account, call.now);
  const since = startOfDay(`${month}-01`, account.time_zone);
  return { limit: planOf(call).limits.samplesOnDemandPerMonth, used: countRequests(call.sql, 'on_demand', since), resets_ts: resetsAt };
}

/** Returns what the plan allows and which devices of these children can make screenshots (GAL-052, GAL-059). */
export function readInfo(call: CallContext, children: ReadonlyArray<ChildRow>): VewInfoWire {
  const counts = countSamples(call.sql);
  const isEnabled = createViewCheck(call);
  const ids = new Set(children.map(({ id }) => id));
  const devices = listDevices(call.sql).filter(({ childIds }) => childIds.some((id) => ids.has(id)));
  const described = devices.map((device) => {
    const obstacle = findObstacle(call, device);
    return {
      device_id: device.id,
      users: device.childIds,
      vewStatus: obstacle === null ? ('active' as const) : ('inactive' as const),
      why: obstacle?.why ?? null,
      version: obstacle?.version ?? null,
      ...sum(counts.filter(({ device_id }) => device_id === device.id)),
      request: lastRequestOf(call, device),
    };
  });
  return {
    quota: quotaOf(call),
    monitoring: includesMonitoring(planOf(call)),
    users: children.map(({ id }) => {
      const isActive = isEnabled(id) && described.some(({ users, vewStatus }) => vewStatus === 'active' && users.includes(id));
      return {
        user_id: id,
        user_enabled: isEnabled(id),
        vewStatus: isActive ? 'active' : 'inactive',
        ...sum(counts.filter(({ child_id }) => child_id === id)),
      };
    }),
    devices: described,
  };
}

function sum(counts: ReadonlyArray<{ n: number; last_at: number }>): { samples: number; last_sample_ts: number | null } {
  return {
    samples: counts.reduce((all, { n }) => all + n, 0),
    last_sample_ts: counts.length === 0 ? null : Math.max(...counts.map(({ last_at }) => last_at)),
  };
}

function lastRequestOf(call: CallContext, device: StoredDevice): VewInfoWire['devices'][number]['request'] {
  const command = findLastCommand(call.sql, device.id, 'on_demand');
  if (command === null) return null;
  return { command: toWireCommand(command), sample_id: findAnswerTo(call.sql, device.id, command.id)?.id ?? null };
}

/**
 * Returns a child of the family.
 * @throws Refusal 403 for any other id
 */
export function requireChild(call: CallContext, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw outsideAccount();
  return child;
}
