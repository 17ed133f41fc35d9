import { createBoundedMemo } from '#app/domain/bounded-memo';
import type { DeviceDescriptor, LoginAnswer } from '#app/wire/account';
import type { EnrolAnswer, EnrolBody } from '#app/wire/device';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { FamilyBindings } from '../bindings';
import type { KnownBrowser, Visitor } from '../caller';
import { reportBug } from '../on-error';
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
import { lastSeq, recordChanges, recordRefusal } from './core/audit.queries';
import type { Actor, CallContext } from './core/call-context';
import { endSession, endSessions } from './core/end-sessions';
import { sealClearPairings } from './core/idempotency.queries';
import { MovableFamily } from './core/movable';
import { hasOutbox, removeOutbox } from './core/outbox.queries';
import { addRefusedAttempts, type RefusedAttempts } from './core/refused-attempts.queries';
import { migrate } from './core/schema';
import { createSealer, isAccountToken, isSame, type Sealer } from './core/secrets';
import { findEndedSession, findSession, touchSession } from './core/session.queries';
import { checkSignature, type SignedCall, unauthorised } from './core/signature';
import { Sockets } from './core/sockets';
import { requireDeviceLeft } from './devices/devices';
import { completePairing, renewCode } from './devices/pairing';
import { hashClearCodes } from './devices/pairing-code';
import { createFamilyApp } from './family-app';
import { activateRestored } from './policy/activate-restored';
import { applyPlan } from './policy/apply-plan';
import { onSocketClose, onSocketMessage, openBrowserSocket, openDeviceSocket, recordContact } from './realtime/realtime';
import { Alarm, CLOCK } from './scheduler/alarm';
import { createCallContext, type Effects } from './scheduler/create-call-context';
import { listForOperator, type OperatorSession } from './sessions/operator';
import { findAccount } from './store/account.queries';
import { aboutCommand, endCommand, listOpenCommands } from './store/command.queries';
import { findDevice, findPairing } from './store/device.queries';
import { findDue, nextDue } from './store/due.queries';
import { type FamilyEntries, listEntries } from './store/entries.queries';
import { isUndoAddress } from './store/undo.queries';

const VISITOR: Actor = { kind: 'visitor', id: '' };
const DAY_MS = 24 * 60 * 60_000;
const OPERATOR: Actor = { kind: 'operator', id: '' };

/** Storage key that remains after a purge, so that the family's devices get 410 (S11). */
const PURGED = 'purged';

/** A result or refusal passed from the object to the Worker, where class instances do not survive. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Pick<Refusal, 'code' | 'status' | 'message' | 'details'> };

/** One family: the source of truth for one account (docs/architecture.md). */
export class Family extends MovableFamily {
  readonly #sql = this.ctx.storage.sql;
  readonly #app = createFamilyApp();
  readonly #sealer: Sealer;
  /** Unsealed session secrets by their sealed value. All requests of one page use the same secret. */
  readonly #secrets = createBoundedMemo<string>(50);
  readonly #sockets = new Sockets(
    this.ctx,
    () => this.accountId,
    (deviceId, silenceMs) => recordContact(this, deviceId, silenceMs),
  );
  readonly #alarm = new Alarm(this.ctx, this, (at) => this.setAlarm(at));
  #accountId: string | null = null;

  constructor(ctx: DurableObjectState, env: FamilyBindings) {
    super(ctx, env);
    this.#sealer = createSealer(env.SEAL_KEYS);
    // During an import, the tables may be from an older version. They are migrated after all rows are filled in.
    if (this.isImporting) return;
    const isMigrated = ctx.storage.transactionSync(() => this.migrateRows());
    if (isMigrated && nextDue(this.#sql) !== null) this.#alarm.arm();
  }

  /** The only clock of a family, epoch ms. Tests replace it by subclassing (A130). */
  now(): number {
    return Date.now();
  }

  get bindings(): FamilyBindings {
    return this.env;
  }

  get accountId(): string {
    this.#accountId ??= findAccount(this.#sql)?.account_id ?? null;
    return this.#accountId ?? this.ctx.id.toString();
  }

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

  /**
   * Runs `work` and writes its audit rows in one storage transaction. If `work` throws, nothing is stored. The alarm and socket messages
   * follow without waiting; the platform delays outgoing messages until the commit is on disk.
   */
  transaction<T>(actor: Actor, work: (call: CallContext) => T): T {
    const effects: Effects = { changes: [], hints: [], frames: [], endedSessions: [], isAlarmStale: false };
    const now = this.now();
    const value = this.ctx.storage.transactionSync(() => {
      const result = work(this.#createContext(actor, now, effects));
      const numbers = recordChanges(this.#sql, actor, effects.changes, now);
      for (const [index, { kind, about }] of effects.changes.entries()) {
        effects.hints.push({ type: kind === 'session' || kind === 'mail' ? 'account' : kind, about, seq: numbers[index] ?? null });
      }
      return result;
    });
    if (effects.isAlarmStale) this.#alarm.arm();
    if (effects.hints.length + effects.frames.length + effects.endedSessions.length > 0) {
      this.#sockets.publish(effects, lastSeq(this.#sql), now);
    }
    return value;
  }

  /** Records a refused mutation. */
  noteRefusal(actor: Actor, what: string, code: number): void {
    recordRefusal(this.#sql, actor, what, code, this.now());
  }

  /**
   * Returns the secret that must sign the request, 64 hex digits.
   * @throws Refusal 401 if no session or device has that id; 410 gone for a device of a purged family, with any signature, because its
   * secret is deleted
   */
  secretOf(signed: SignedCall): string {
    const { actorId, secretId } = signed.parts;
    if (signed.actor === 'device') {
      const device = findDevice(this.#sql, actorId, true);
      if (device === null) throw this.ctx.storage.kv.get(PURGED) === true ? gone() : unauthorised('session');
      return this.#sealer.open(device.secret, `device:${actorId}`);
    }
    const session = findSession(this.#sql, actorId, this.now());
    if (session === null) throw this.#refuseEnded(signed);
    if (!isSame(session.secret_id, secretId)) throw unauthorised('signature');
    const label = `session:${actorId}`;
    return this.#secrets.get(`${label} ${session.secret}`, () => this.#sealer.open(session.secret, label));
  }

  /** Returns the refusal for an invalid session. Includes how the session ended only if its own secret signed the request. */
  #refuseEnded(signed: SignedCall): Refusal {
    const { actorId, secretId } = signed.parts;
    const ended = findEndedSession(this.#sql, actorId, this.now());
    if (ended === null || !isSame(ended.session.secret_id, secretId)) return unauthorised('session');
    try {
      checkSignature(signed, this.#sealer.open(ended.session.secret, `session:${actorId}`), this.now());
    } catch (error) {
      if (error instanceof Refusal) return unauthorised('session');
      throw error;
    }
    return unauthorised('session', ended.end);
  }

  /**
   * Checks that the session or device is still valid. Called again inside each transaction. Records the use of a session, and confirms the
   * open commands of a removed device.
   * @throws Refusal 401, or 410 for a removed device
   */
  requireActor(signed: SignedCall): void {
    const { actorId } = signed.parts;
    if (signed.actor === 'session') {
      const session = findSession(this.#sql, actorId, this.now());
      if (session === null) throw unauthorised('session');
      touchSession(this.#sql, session, this.now());
      return;
    }
    const device = findDevice(this.#sql, actorId, true);
    if (device === null) throw unauthorised('session');
    if (device.retired_at === null) return;
    const told = listOpenCommands(this.#sql, actorId);
    if (told.length > 0) {
      this.transaction({ kind: 'device', id: actorId }, (call) => {
        for (const row of told)
          if (endCommand(call.sql, row, 'confirmed', call.now)) call.recordChange('command', row.id, aboutCommand(row));
      });
    }
    throw gone();
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

  resetPassword(wanted: Reset): Outcome<ResetOutcome> {
    return this.#attempt((call) => resetPassword(call, wanted));
  }

  releaseAddress(email: string): void {
    this.transaction(VISITOR, (call) => releaseAddress(call, email));
  }

  findUndo(token: string): Outcome<{ email: string }> {
    return this.#attempt((call) => findUndo(call, token));
  }

  undoEmail(token: string, browserId: string | null): Outcome<{ email: string }> {
    return this.#attempt((call) => undoEmail(call, token, browserId));
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

  verifyEmail(token: string): Outcome<{ verified: boolean; email: string }> {
    return this.#attempt((call) => verifyEmail(call, token));
  }

  enrol(pairId: string, body: EnrolBody): Outcome<EnrolAnswer> {
    return this.#attempt((call) => completePairing(call, pairId, body, requireDeviceLeft));
  }

  /**
   * Returns what the pairing service shows about a pairing: null for an unknown pairing, `bad-token` for a wrong token or address (S60,
   * S61).
   */
  describePairing(
    email: string,
    pairId: string,
    token: string,
  ): { childName: string; isPaired: boolean; isOver: boolean } | 'bad-token' | null {
    return this.transaction(VISITOR, (call) => {
      if (!this.isToken(token) || findAccount(call.sql)?.email !== email) return 'bad-token';
      const pairing = findPairing(call.sql, pairId);
      if (pairing === null) return null;
      const isPaired = pairing.device_id !== null && findDevice(call.sql, pairing.device_id) !== null;
      return {
        childName: pairing.child_name,
        isPaired,
        isOver: !isPaired && (pairing.device_id !== null || pairing.expires_at <= call.now),
      };
    });
  }

  /** True if the token is one of the account's tokens of the last 24 h. */
  isToken(token: string): boolean {
    return this.transaction(VISITOR, (call) => {
      const row = findAccount(call.sql);
      return row !== null && isAccountToken(token, row.account_id, call.sealer.open(row.token_key, 'account'), call.now);
    });
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
    this.#alarm.arm();
  }

  /** Returns the directory entries that refer to this family, or null if there are none. */
  listEntries(): FamilyEntries | null {
    return listEntries(this.#sql, this.now());
  }

  openBrowserSocket(token: string, after: number | null): Response {
    return openBrowserSocket(this, this.#sockets, token, after);
  }

  countReport(deviceId: string): boolean {
    return this.#sockets.countAgainstLimit('report', deviceId);
  }

  openDeviceSocket(deviceId: string): Response {
    return openDeviceSocket(this, this.#sockets, deviceId);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    onSocketMessage(this, this.#sockets, socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    onSocketClose(this, this.#sockets, socket, code);
  }

  override webSocketError(socket: WebSocket): void {
    onSocketClose(this, this.#sockets, socket, 1011);
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

  /**
   * Runs the second half of the purge: deletes everything once no directory entry refers to the family (S11). Keeps only a mark for devices
   * that were offline. Called again if interrupted before the mark is stored.
   */
  async forget(): Promise<void> {
    const row = findAccount(this.#sql);
    if (row !== null && row.retired_at === null) return;
    if (row !== null) await this.#forgetAll();
    this.ctx.storage.kv.put(PURGED, true);
  }

  /** Runs all due work. Reports errors here without private data, because the platform logs every thrown error. */
  override async alarm(): Promise<void> {
    try {
      if (this.isImporting) return await this.abortImport();
      const { hasLapsed } = await this.#alarm.ring();
      if (hasLapsed) await this.#forgetAll();
    } catch (error) {
      reportBug(error, 'alarm');
      throw new Error('The alarm failed');
    }
  }

  /** Migrates tables and rows together, because steps that need a secret can't be written in SQL. Returns true if anything changed. */
  protected override migrateRows(): boolean {
    if (!migrate(this.ctx.storage)) return false;
    hashClearCodes(this.#sql, this.env.PASSWORD_PEPPER);
    sealClearPairings(this.#sql, this.#sealer);
    return true;
  }

  async #forgetAll(): Promise<void> {
    await this.#alarm.drop();
    await this.ctx.storage.deleteAll();
    // The object may stay in memory, so the next request must find empty tables.
    migrate(this.ctx.storage);
  }

  /** Tests override this, because a stopped clock must not trigger alarms (A130). */
  protected setAlarm(at: number | null): void {
    if (at === null) void this.ctx.storage.deleteAlarm();
    else void this.ctx.storage.setAlarm(Math.max(0, at - this.now()) + Date.now());
  }

  #attempt<T>(work: (call: CallContext) => T): Outcome<T> {
    try {
      return { ok: true, value: this.transaction(VISITOR, work) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, refusal: { code: error.code, status: error.status, message: error.message, details: error.details } };
    }
  }

  #createContext(actor: Actor, now: number, effects: Effects): CallContext {
    const dependencies = { sql: this.#sql, accountId: this.accountId, sealer: this.#sealer, env: this.env, sockets: this.#sockets };
    return createCallContext(dependencies, actor, now, effects);
  }
}

function gone(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 410, 'This device was removed', { reason: 'gone' });
}
