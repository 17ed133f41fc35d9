import { invalid } from '../../../../app/wire/errors';
import { countEffect, giveBackBlock } from '../block-count';
import type { Call } from '../call';
import { type ChildRow, pauseOf, setPause } from '../children/child.queries';
import { listDevicesOfChild } from '../devices/device.queries';
import { propagate } from '../propagate';
import { findOverride, removeRule } from '../rules/rule.queries';

const MINUTE_MS = 60_000;

/**
 * Pauses the child's devices for `PT{n}M`, or without one until resumed (S54). A repeated pause takes the place of the one before, and a
 * grant that runs is over: it would beat the pause (A121), and the later word of a parent counts. Counts as a block where the plan limits
 * them. Returns the ids of the commands.
 * @throws Refusal 400 where no device is managed, 403 where the blocks of the month are used up
 */
export function pauseChild(call: Call, child: ChildRow, duration: string | undefined): Array<string> {
  const isManaged = listDevicesOfChild(call.sql, child.id).some((device) => device.report.managementRemovedAt === null);
  if (!isManaged) throw invalid('No managed device');
  countEffect(call, 'block');
  const override = findOverride(call.sql, child.id);
  if (override?.effect === 'grant') {
    removeRule(call.sql, override.id);
    call.notDue('rule', override.id);
    call.changed('rule', override.id, { childId: child.id });
  }
  const until = duration === undefined ? null : call.now + Number(duration.slice('PT'.length, -'M'.length)) * MINUTE_MS;
  return change(call, child, { until, at: call.now }, 'pause');
}

/** Ends the child’s pause: the ids of the commands, or null where nothing was paused and nothing changes. */
export function resumeChild(call: Call, child: ChildRow): Array<string> | null {
  const pause = pauseOf(child, call.now);
  if (pause === null) return null;
  giveBackBlock(call, child.id, pause.at);
  return change(call, child, null, 'resume');
}

function change(call: Call, child: ChildRow, pause: { until: number | null; at: number } | null, action: 'pause' | 'resume') {
  setPause(call.sql, child.id, pause);
  call.changed('block_status', child.id, { childId: child.id });
  call.hint('usage', { childId: child.id });
  return propagate(call, child.id, action);
}
