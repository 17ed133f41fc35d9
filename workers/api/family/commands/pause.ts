import { UNDO_MS } from '../../../../app/domain/undo';
import { invalid } from '../../../../app/wire/errors';
import type { Call } from '../core/call';
import { propagate } from '../policy/propagate';
import { type ChildRow, type Pause, pauseOf, type Replaced, replacedByPause, setPause } from '../store/child.queries';
import { listDevicesOfChild } from '../store/device.queries';
import { findOverride, putOverride, removeRule } from '../store/rule.queries';
import { countEffect, giveBackBlock } from '../usage/block-count';

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
  const grant = override?.effect === 'grant' ? override : null;
  if (grant !== null) {
    removeRule(call.sql, grant.id);
    call.rearm();
    call.changed('rule', grant.id, { childId: child.id });
  }
  const until = duration === undefined ? null : call.now + Number(duration.slice('PT'.length, -'M'.length)) * MINUTE_MS;
  return change(call, child, 'pause', { until, at: call.now }, { grant, pause: pauseOf(child, call.now) });
}

/** Ends the child’s pause: the ids of the commands, or null where nothing was paused and nothing changes. */
export function resumeChild(call: Call, child: ChildRow): Array<string> | null {
  const pause = pauseOf(child, call.now);
  if (pause === null) return null;
  giveBackBlock(call, child.id, pause.at);
  return change(call, child, 'resume', null);
}

/**
 * Takes a pause back within its ten seconds: what it replaced holds again, the grant that it ended and the pause before it, as far as these
 * have not ended meanwhile (A122). Later, or where another override was given since, it only ends. True where what was before stands again,
 * as far as it would still last; null where nothing was paused and nothing changes.
 */
export function undoPause(call: Call, child: ChildRow): boolean | null {
  const pause = pauseOf(child, call.now);
  const replaced = replacedByPause(child);
  if (pause === null) return null;
  if (replaced === null || call.now > pause.at + UNDO_MS) {
    resumeChild(call, child);
    return false;
  }
  giveBackBlock(call, child.id, pause.at);
  const isTaken = findOverride(call.sql, child.id) !== null;
  const grant = replaced.grant !== null && !isTaken && isLeft(replaced.grant, call.now) ? replaced.grant : null;
  const before = replaced.pause !== null && isLeft(replaced.pause, call.now) ? replaced.pause : null;
  if (grant !== null) {
    putOverride(call.sql, grant);
    call.rearm();
    call.changed('rule', grant.id, { childId: child.id });
  }
  change(call, child, grant !== null ? 'grant' : before !== null ? 'pause' : 'resume', before);
  return replaced.grant === null || !isTaken;
}

function isLeft({ until }: { until: number | null }, now: number): boolean {
  return until === null || until > now;
}

function change(
  call: Call,
  child: ChildRow,
  action: 'pause' | 'resume' | 'grant',
  pause: Pause | null,
  replaced: Replaced | null = null,
): Array<string> {
  setPause(call.sql, child.id, pause, replaced);
  call.changed('block_status', child.id, { childId: child.id });
  call.hint('usage', { childId: child.id });
  return propagate(call, child.id, action);
}
