import { UNDO_MS } from '#app/domain/undo';
import { invalid } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { propagate } from '../policy/propagate';
import { type ChildRow, type Pause, pauseOf, type Replaced, replacedByPause, setPause } from '../store/child.queries';
import { listDevicesOfChild } from '../store/device.queries';
import { findOverride, putOverride, removeRule } from '../store/rule.queries';
import { countEffect, giveBackBlock } from '../usage/block-count';

const MINUTE_MS = 60_000;

/**
 * Pauses the child's devices for `PT{n}M`, or until resumed. Returns the command ids (S54). Replaces an earlier pause and ends an active
 * grant, which would otherwise override the newer request (A121). Counts as a block if the plan limits blocks.
 * @throws Refusal 400 if no device is managed, 403 if this month's blocks are used up
 */
export function pauseChild(call: CallContext, child: ChildRow, duration: string | undefined): Array<string> {
  const isManaged = listDevicesOfChild(call.sql, child.id).some((device) => device.report.managementRemovedAt === null);
  if (!isManaged) throw invalid('No managed device');
  countEffect(call, 'block');
  const override = findOverride(call.sql, child.id);
  const grant = override?.effect === 'grant' ? override : null;
  if (grant !== null) {
    removeRule(call.sql, grant.id);
    call.rearm();
    call.recordChange('rule', grant.id, { childId: child.id });
  }
  const until = duration === undefined ? null : call.now + Number(duration.slice('PT'.length, -'M'.length)) * MINUTE_MS;
  return change(call, child, 'pause', { until, at: call.now }, { grant, pause: pauseOf(child, call.now) });
}

/** Ends the child’s pause. Returns the command ids, or null if nothing was paused. */
export function resumeChild(call: CallContext, child: ChildRow): Array<string> | null {
  const pause = pauseOf(child, call.now);
  if (pause === null) return null;
  giveBackBlock(call, child.id, pause.at);
  return change(call, child, 'resume', null);
}

/**
 * Undoes a pause within ten seconds: restores the grant and the pause that it replaced, unless they have ended (A122). A newer override
 * prevents the return of the grant. After ten seconds, only ends the pause. Returns true if nothing prevented the undo, false if a newer
 * override or the time did, and null if nothing was paused.
 */
export function undoPause(call: CallContext, child: ChildRow): boolean | null {
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
    call.recordChange('rule', grant.id, { childId: child.id });
  }
  change(call, child, grant !== null ? 'grant' : before !== null ? 'pause' : 'resume', before);
  return replaced.grant === null || !isTaken;
}

function isLeft({ until }: { until: number | null }, now: number): boolean {
  return until === null || until > now;
}

function change(
  call: CallContext,
  child: ChildRow,
  action: 'pause' | 'resume' | 'grant',
  pause: Pause | null,
  replaced: Replaced | null = null,
): Array<string> {
  setPause(call.sql, child.id, pause, replaced);
  call.recordChange('block_status', child.id, { childId: child.id });
  call.hint('usage', { childId: child.id });
  return propagate(call, child.id, action);
}
