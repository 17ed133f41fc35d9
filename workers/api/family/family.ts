import type { DeviceDescriptor, LoginAnswer } from '#app/wire/account';
import type { EnrolAnswer, EnrolBody } from '#app/wire/device';
import type { Refusal } from '#app/wire/errors';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { KnownBrowser, Visitor } from '../caller';
import { verifyEmail } from './accounts/account';
import { findKnownBrowser } from './accounts/known-browser';
import {
  confirm,
  confirmFamily,
  giveUpTakeover,
  type LoginCredentials,
  type LoginResult,
  legacySalt,
  logInWithPassword,
  repeatSignUp,
} from './accounts/login';
import { type NewAccount, provision } from './accounts/provision';
import { type Reset, type ResetOutcome, releaseAddress, requestReset, resetPassword } from './accounts/reset';
import { isLinked, logInWithSso, type SsoLogin } from './accounts/sso';
import { findUndo, undoEmail } from './accounts/undo-email';
import { BillingFamily } from './billing-family';
import type { Actor } from './core/call-context';
import { endSession, endSessions } from './core/end-sessions';
import { hasOutbox, removeOutbox } from './core/outbox.queries';
import { addRefusedAttempts, type RefusedAttempts } from './core/refused-attempts.queries';
import { describePairing, isOwnToken, type PairingSummary } from './devices/describe-pairing';
import { requireDeviceLeft } from './devices/devices';
import { completePairing, renewCode } from './devices/pairing';
import { createFamilyApp } from './family-app';
import { activateRestored } from './policy/activate-restored';
import { applyPlan } from './policy/apply-plan';
import { CLOCK } from './scheduler/alarm';
import { listForOperator, type OperatorSession } from './sessions/operator';
import { findAccount } from './store/account.queries';
import { findDue } from './store/due.queries';
import { type FamilyEntries, listEntries } from './store/entries.queries';
import { isUndoAddress } from './store/undo.queries';

const VISITOR: Actor = { kind: 'visitor', id: '' };
const DAY_MS = 24 * 60 * 60_000;
const OPERATOR: Actor = { kind: 'operator', id: '' };

/** A result, or a refusal as plain data, because class instances do not survive the call from the Worker to the object. */
export type FamilyResult<T> = { ok: true; value: T } | { ok: false; refusal: Pick<Refusal, 'code' | 'status' | 'message' | 'details'> };

/** One family: the source of truth for one account (docs/architecture.md). Each method is one call of the api Worker. */
export class Family extends BillingFamily {
  readonly #sql = this.ctx.storage.sql;
  readonly #app = createFamilyApp();

  /** Handles a signed request. */
  override async fetch(request: Request): Promise<Response> {
    return this.#app.fetch(request, { family: this });
  }

  /** Runs the first half of an address change (S06). Responds 200 with the address to reserve, or with the refusal for the caller. */
  async checkEmailChange(request: Request): Promise<Response> {
    return this.#app.fetch(request, { family: this, emailChange: { step: 'check' } });
  }

  /**
   * Runs the second half of an address change. `reserved` is the address that the directory now reserves for this family, or null if the
   * change was already applied.
   */
  async applyEmailChange(request: Request, reserved: string | null): Promise<Response> {
    return this.#app.fetch(request, { family: this, emailChange: { step: 'apply', reserved } });
  }

  provision(wanted: NewAccount): void {
    this.transaction(VISITOR, (call) => provision(call, wanted));
  }

  confirm(device: DeviceDescriptor, visitor: Visitor): LoginAnswer {
    return this.transaction(VISITOR, (call) => confirm(call, device, visitor));
  }

  /** Confirms the family without logging anybody in. */
  confirmFamily(): void {
    this.transaction(VISITOR, confirmFamily);
  }

  /** Schedules the removal of an unconfirmed family that did not get the address it was meant to take over (A125). */
  giveUpTakeover(): void {
    this.transaction(CLOCK, giveUpTakeover);
  }

  logInWithPassword(wanted: LoginCredentials, visitor: Visitor): LoginResult | 'legacy' | null {
    return this.transaction(VISITOR, (call) => logInWithPassword(call, wanted, visitor));
  }

  legacySalt(): string {
    return this.transaction(VISITOR, legacySalt);
  }

  /** Returns the hash by which the account knows the browser, or null for an unknown browser (A132). */
  findKnownBrowser(known: Array<KnownBrowser>): string | null {
    return this.transaction(VISITOR, (call) => findKnownBrowser(call, { known }));
  }

  requestReset(wanted: { email: string; place: string | null }): void {
    this.transaction(VISITOR, (call) => requestReset(call, wanted));
  }

  resetPassword(wanted: Reset): FamilyResult<ResetOutcome> {
    return this.attempt((call) => resetPassword(call, wanted));
  }

  releaseAddress(email: string): void {
    this.transaction(VISITOR, (call) => releaseAddress(call, email));
  }

  findUndo(token: string): FamilyResult<{ email: string }> {
    return this.attempt((call) => findUndo(call, token));
  }

  undoEmail(token: string, browserId: string | null): FamilyResult<{ email: string }> {
    return this.attempt((call) => undoEmail(call, token, browserId));
  }

  repeatSignUp(wanted: LoginCredentials, visitor: Visitor): LoginAnswer | 'lapsed' | null {
    return this.transaction(VISITOR, (call) => repeatSignUp(call, wanted, visitor));
  }

  /** True if the single sign-on identity belongs to this account (A85). */
  isLinked(identity: { issuer: string; subject: string }): boolean {
    return this.transaction(VISITOR, (call) => isLinked(call, identity));
  }

  logInWithSso(wanted: SsoLogin, visitor: Visitor): LoginAnswer | null {
    return this.transaction(VISITOR, (call) => logInWithSso(call, wanted, visitor));
  }

  /** Returns whether the account is confirmed (`lasting`), `provisional` or missing (`gone`) (A125). */
  getState(): 'gone' | 'provisional' | 'lasting' {
    const row = findAccount(this.#sql);
    if (row === null) return 'gone';
    return row.confirmed_at === null ? 'provisional' : 'lasting';
  }

  verifyEmail(token: string): FamilyResult<{ verified: boolean; email: string }> {
    return this.attempt((call) => verifyEmail(call, token));
  }

  enrol(pairId: string, body: EnrolBody): FamilyResult<EnrolAnswer> {
    return this.attempt((call) => completePairing(call, pairId, body, requireDeviceLeft));
  }

  /**
   * Returns what the pairing service shows about a pairing: null for an unknown pairing, `bad-token` for a wrong token or address (S60,
   * S61).
   */
  describePairing(email: string, pairId: string, token: string): PairingSummary | 'bad-token' | null {
    return this.transaction(VISITOR, (call) => describePairing(call, email, pairId, token));
  }

  /** True if the token is one of the account's tokens of the last 24 h. */
  isToken(token: string): boolean {
    return this.transaction(VISITOR, (call) => isOwnToken(call, token));
  }

  /** Returns a new code for a pairing after its first code collided with that of another family (A134). */
  renewCode(pairId: string): { code: string; code_expires_ts: number } {
    const { row, code } = this.transaction(VISITOR, (call) => renewCode(call, pairId));
    return { code, code_expires_ts: row.code_expires_at };
  }

  revokeSession(id: string): void {
    this.transaction(VISITOR, (call) => endSession(call, id));
  }

  /** Changes the account's plan for the operator (A123). */
  grant(sku: OwnedSkuWire): void {
    this.transaction(OPERATOR, (call) => applyPlan(call, sku));
  }

  /**
   * Records refused unsigned attempts. With `alsoEmpty`, an object without an account does the same work, so that unknown addresses behave
   * alike.
   */
  noteRefusedAttempts(entry: RefusedAttempts, alsoEmpty: boolean): void {
    this.transaction(VISITOR, (call) => {
      if (!alsoEmpty && findAccount(call.sql) === null) return;
      addRefusedAttempts(call.sql, entry, call.now);
      call.setDueBy('housekeeping', '', call.now + DAY_MS);
    });
  }

  listSessions(): Array<OperatorSession> {
    return this.transaction(OPERATOR, listForOperator);
  }

  /** Ends every session for the operator. Returns the number of ended sessions. */
  endSessions(): number {
    return this.transaction(OPERATOR, (call) => endSessions(call, null));
  }

  /** Activates the family after its object was filled from an export. */
  activateRestored(): void {
    this.transaction(OPERATOR, activateRestored);
    this.armAlarm();
  }

  /** Returns the directory entries that refer to this family, or null if there are none. */
  listEntries(): FamilyEntries | null {
    return listEntries(this.#sql, this.now());
  }

  /** True if the family has not recorded this email as sent. */
  isMailWaiting(id: string): boolean {
    return hasOutbox(this.#sql, id);
  }

  /**
   * Deletes an email that has been sent. Until then the family keeps it, because a single machine's queue is in memory and lost with its
   * process.
   */
  noteMailSent(id: string): void {
    this.transaction(CLOCK, (call) => {
      removeOutbox(call.sql, id);
      call.cancelDue('outbox', id);
    });
  }

  /** True if this is the account's address, or an emailed link can still restore it (S06). */
  isAddressKept(email: string): boolean {
    const row = findAccount(this.#sql);
    if (row === null || row.retired_at !== null) return false;
    return row.email === email || isUndoAddress(this.#sql, email, this.now());
  }

  /** Marks the directory job due at `dueAt` as done. Keeps a newer job for the same address. */
  noteAddressReconciled(email: string, dueAt: number): void {
    this.transaction(CLOCK, (call) => {
      if (findDue(call.sql, 'address', email) !== dueAt) return;
      call.cancelDue('address', email);
      call.cancelDue('address-again', email);
    });
  }
}
