import { dropEmailTokensBefore, findAccount } from './accounts/account.queries';
import type { Call } from './call';
import { endCommand } from './commands/command.queries';
import { findPairing, removePairing } from './devices/device.queries';
import type { Due } from './due.queries';
import { ANSWER_LIFE_MS, dropOldAnswers } from './idempotency.queries';
import { type OutboxEntry, takeOutbox } from './outbox.queries';
import { findRule, removeRule } from './rules/rule.queries';
import { dropDeadSessions } from './sessions/session.queries';

const RETRY_START_MS = 2_000;
const RETRY_MAX_MS = 10 * 60_000;

/** A thing that failed is tried again after this, and keeps no other from being done. */
export const FAILED_RETRY_MS = 5 * 60_000;

/** What the transactions leave to be done outside: mails to hand over, and whether the provisional family lapses. */
export type DueWork = { mails: Array<OutboxEntry>; hasLapsed: boolean };

/**
 * Does one due thing and takes it off the table. Alarms and tests call the same function (A130); called twice, late or
 * after a skipped alarm it does no harm, since each thing looks at the rows and not at the clock that woke it.
 */
export function runDue(call: Call, due: Due, work: DueWork): void {
  call.notDue(due.kind, due.id);
  switch (due.kind) {
    case 'outbox': {
      const entry = takeOutbox(call.sql, due.id);
      if (entry === null) return;
      // Set again before it leaves: a crash in between sends it once more rather than never.
      call.due('outbox', due.id, call.now + Math.min(RETRY_MAX_MS, RETRY_START_MS * 2 ** entry.tries));
      work.mails.push(entry);
      return;
    }
    case 'rule': {
      const rule = findRule(call.sql, due.id);
      const endsAt = rule === null ? null : rule.kind === 'override' ? rule.until : rule.expiresAt;
      if (rule === null || endsAt === null || endsAt > call.now) return;
      removeRule(call.sql, rule.id);
      call.changed('rule', rule.id);
      call.changed('block_status', rule.childId);
      return;
    }
    case 'command': {
      if (endCommand(call.sql, due.id, 'expired', call.now)) call.changed('command', due.id);
      return;
    }
    case 'pairing': {
      const pairing = findPairing(call.sql, due.id);
      if (pairing === null || pairing.device_id !== null || pairing.expires_at > call.now) return;
      removePairing(call.sql, due.id);
      call.changed('pairing', due.id);
      return;
    }
    case 'provisional': {
      work.hasLapsed = findAccount(call.sql)?.confirmed_at === null;
      return;
    }
    case 'housekeeping': {
      dropDeadSessions(call.sql, call.now);
      dropEmailTokensBefore(call.sql, call.now - ANSWER_LIFE_MS);
      if (dropOldAnswers(call.sql, call.now)) call.due('housekeeping', '', call.now + ANSWER_LIFE_MS / 4);
      return;
    }
    default:
      throw new Error(`Nothing knows how to do ${due.kind}`);
  }
}
