import type { FamilyJob } from '#workers/api/bindings';
import { TAKEOVER_MS } from '../accounts/provision';
import { scheduleDeletionIfUnreachable } from '../accounts/reset';
import type { CallContext } from '../core/call-context';
import { ANSWER_LIFE_MS, dropOldAnswers } from '../core/idempotency.queries';
import { type OutboxEntry, removeOutbox, takeOutbox } from '../core/outbox.queries';
import { dropRefusedAttemptsBefore } from '../core/refused-attempts.queries';
import { dropDeadSessions } from '../core/session.queries';
import { JOB_RETRY_MS, startPurge } from '../deletion/purge';
import { leaveSchedule } from '../granularity/store-granularity';
import { dropExpired, nextBrowserExpiry } from '../keys/identity-sweep.queries';
import { runNotBy } from '../locations/not-by';
import { deleteOldLocations } from '../locations/retention';
import { settleDevice } from '../locations/take-positions';
import { raiseDeviceNotSeen, raisePairingReminder, withdrawPairingReminder } from '../notifications/notify';
import { applyPlanChange } from '../policy/apply-plan';
import { armChild, ringChild, wakeDevices } from '../policy/clock';
import { resendCommands } from '../policy/send-command';
import { deleteHeldSamples } from '../samples/hold-samples';
import { deleteExpiredSamples, type SampleWork } from '../samples/sweep';
import { dropUnfinished } from '../status/sample-requests';
import { dropEmailTokensBefore, findAccount } from '../store/account.queries';
import { isPhotoKept } from '../store/child.queries';
import { aboutCommand, endCommand, findCommand } from '../store/command.queries';
import type { Due } from '../store/due.queries';
import { AUDIT_KEPT_MS, deleteExpired } from '../store/housekeeping.queries';
import { findPairing, removePairing } from '../store/pairing.queries';
import { findRule, removeRule } from '../store/rule.queries';

/** Delay before an unconfirmed email is sent to the queue again. Doubles with each try, up to RETRY_MAX_MS. */
const RETRY_START_MS = 60_000;
const RETRY_MAX_MS = 60 * 60_000;
/** Time after which an unsent email is abandoned, because its links have expired. */
const MAIL_LIFE_MS = 7 * 24 * 60 * 60_000;

/** Time after which a sync of the subscriptions without any result is requested again. */
const BILLING_RETRY_MS = 60 * 60_000;

/** Delay before the next batch of a large sweep. */
const NEXT_BATCH_MS = 60_000;

/** Delay before failed work is retried. Other work is not delayed. */
export const FAILED_RETRY_MS = 5 * 60_000;

/**
 * Work that the transactions leave for afterwards: emails and jobs to send, files to delete, samples to compare with the bucket, and
 * whether the provisional family has expired.
 */
export type DueWork = {
  mails: Array<OutboxEntry>;
  jobs: Array<FamilyJob>;
  files: Array<string>;
  samples: Set<SampleWork>;
  hasLapsed: boolean;
};

/**
 * Does one piece of due work and removes its row. Alarms and tests call this function (A130). It may run twice or late, because all work
 * depends on the rows and not on the alarm.
 */
export function runDue(call: CallContext, due: Due, work: DueWork): void {
  // Work of these three kinds writes its own row again, so not removing the row first saves a write.
  if (due.kind !== 'boundary' && due.kind !== 'housekeeping' && due.kind !== 'not-by') call.cancelDue(due.kind, due.id);
  switch (due.kind) {
    case 'boundary':
      ringChild(call, due.id);
      return;
    case 'resend':
      resendCommands(call, due.id);
      return;
    case 'silence':
      raiseDeviceNotSeen(call, due.id);
      return;
    case 'place':
      settleDevice(call, due.id);
      return;
    case 'not-by':
      runNotBy(call, due.id, due.at);
      return;
    case 'pairing-reminder':
      raisePairingReminder(call, due.id);
      return;
    case 'outbox': {
      const entry = takeOutbox(call.sql, call.sealer, due.id);
      if (entry === null) return;
      if (entry.created_at + MAIL_LIFE_MS <= call.now) {
        removeOutbox(call.sql, due.id);
        call.recordChange('mail', due.id);
        logGivenUp(call, entry);
        return;
      }
      // The row stays until the queue consumer confirms the email, so that a lost email is sent again.
      call.setDue('outbox', due.id, call.now + Math.min(RETRY_MAX_MS, RETRY_START_MS * 2 ** (entry.tries - 1)));
      work.mails.push(entry);
      return;
    }
    case 'rule': {
      const rule = findRule(call.sql, due.id);
      const endsAt = rule === null ? null : rule.kind === 'override' ? rule.until : rule.expiresAt;
      if (rule === null || rule.kind === 'default-schedule' || endsAt === null || endsAt > call.now) return;
      removeRule(call.sql, rule.id);
      leaveSchedule(call, rule.childId, rule.id);
      // The devices already know when the rule ends; waking them makes them report immediately. The child's clock handles the change of
      // state.
      call.recordChange('rule', rule.id, { childId: rule.childId });
      wakeDevices(call, rule.childId);
      armChild(call, rule.childId);
      return;
    }
    case 'command': {
      const command = findCommand(call.sql, due.id);
      if (command !== null && endCommand(call.sql, command, 'expired', call.now)) {
        dropUnfinished(call, command);
        call.recordChange('command', command.id, aboutCommand(command));
      }
      return;
    }
    case 'pairing': {
      const pairing = findPairing(call.sql, due.id);
      if (pairing === null || pairing.device_id !== null || pairing.expires_at > call.now) return;
      removePairing(call.sql, due.id);
      withdrawPairingReminder(call, due.id);
      call.recordChange('pairing', due.id);
      return;
    }
    case 'plan':
      applyPlanChange(call, due.id);
      return;
    case 'billing':
      // The sync sets the next instant. This row stays until then, in case the job is lost.
      call.setDue('billing', '', call.now + BILLING_RETRY_MS);
      work.jobs.push({ kind: 'billing', accountId: call.accountId });
      return;
    case 'address': {
      // Like an email's row, this row stays until the job is confirmed.
      const dueAt = call.now + JOB_RETRY_MS;
      call.setDue('address', due.id, dueAt);
      work.jobs.push({ kind: 'address', accountId: call.accountId, email: due.id, dueAt });
      return;
    }
    case 'address-again':
      call.setDue('address', due.id, call.now);
      return;
    case 'takeover': {
      const account = findAccount(call.sql);
      if (account === null || account.confirmed_at !== null) return;
      // The row stays until the family is confirmed or the takeover is abandoned.
      call.setDue('takeover', due.id, call.now + TAKEOVER_MS);
      work.jobs.push({ kind: 'takeover', accountId: call.accountId, email: account.email, from: due.id });
      return;
    }
    case 'file': {
      if (isPhotoKept(call.sql, due.id)) return;
      // Like an email's row, this row stays until the bucket confirms the deletion.
      call.setDue('file', due.id, call.now + FAILED_RETRY_MS);
      work.files.push(due.id);
      return;
    }
    case 'samples':
      if (due.id === 'expiry') deleteExpiredSamples(call);
      else if (due.id === 'held') deleteHeldSamples(call);
      else if (due.id === 'gone' || due.id === 'sweep') {
        // This row stays until the work is done.
        call.setDue('samples', due.id, call.now + FAILED_RETRY_MS);
        work.samples.add(due.id);
      }
      return;
    case 'purge': {
      const job = startPurge(call);
      if (job !== null) work.jobs.push(job);
      return;
    }
    case 'provisional': {
      work.hasLapsed = findAccount(call.sql)?.confirmed_at === null;
      return;
    }
    case 'housekeeping': {
      dropDeadSessions(call.sql, call.now);
      dropEmailTokensBefore(call.sql, call.now - ANSWER_LIFE_MS);
      const hasAnswers = dropOldAnswers(call.sql, call.now);
      const isWaiting = dropExpired(call.sql, call.now);
      scheduleDeletionIfUnreachable(call);
      const hasRefused = dropRefusedAttemptsBefore(call.sql, call.now - AUDIT_KEPT_MS);
      const isLocationFull = deleteOldLocations(call);
      const expired = deleteExpired(call.sql, call.now);
      const { isLeft } = expired;
      const isFull = expired.isFull || isLocationFull;
      const wait = isFull ? NEXT_BATCH_MS : hasAnswers || isWaiting ? ANSWER_LIFE_MS / 4 : isLeft || hasRefused ? ANSWER_LIFE_MS : null;
      const next = wait === null ? nextBrowserExpiry(call.sql) : call.now + wait;
      if (next === null) call.cancelDue('housekeeping', '');
      else call.setDue('housekeeping', '', next);
      return;
    }
    default:
      throw new Error(`Unknown kind of due work: ${due.kind}`);
  }
}

/** Logs that an email was abandoned, without its address and link. */
function logGivenUp(call: CallContext, { message, tries }: OutboxEntry): void {
  const at = new Date(call.now).toISOString();
  const { template } = message;
  const event = { level: 'warn', at, event: 'mail_given_up', reason: 'undelivered_for_a_week', template, tries, account: call.accountId };
  console.warn(JSON.stringify(event));
}
