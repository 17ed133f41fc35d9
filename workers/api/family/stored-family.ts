import { createBoundedMemo } from '#app/domain/bounded-memo';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { FamilyBindings } from '../bindings';
import { reportBug } from '../on-error';
import { lastSeq, recordChanges, recordRefusal } from './core/audit.queries';
import type { Actor, CallContext } from './core/call-context';
import { sealClearPairings } from './core/idempotency.queries';
import { MovableFamily } from './core/movable';
import { migrate } from './core/schema';
import { createSealer, isSame, type Sealer } from './core/secrets';
import { findEndedSession, findSession, touchSession } from './core/session.queries';
import { checkSignature, type SignedCall, unauthorised } from './core/signature';
import { Sockets } from './core/sockets';
import { hashClearCodes } from './devices/pairing-code';
import { onSocketClose, onSocketMessage, openBrowserSocket, openDeviceSocket, recordContact } from './realtime/realtime';
import { Alarm } from './scheduler/alarm';
import { createCallContext, type Effects } from './scheduler/create-call-context';
import { findAccount } from './store/account.queries';
import { aboutCommand, endCommand, listOpenCommands } from './store/command.queries';
import { findDevice } from './store/device.queries';
import { nextDue } from './store/due.queries';

/** Storage key that remains after a purge, so that the family's devices get 410 (S11). */
const PURGED = 'purged';

/**
 * The storage object of a family: transactions with their audit rows, alarm and socket messages, the secrets of its callers, its sockets
 * and its migrations. `Family` adds the calls.
 */
export abstract class StoredFamily extends MovableFamily {
  readonly #sql = this.ctx.storage.sql;
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

  /** Returns the time in epoch ms. It is the only clock of a family. Tests replace it by subclassing (A130). */
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
   * @throws Refusal 401 if no session or device has that id, or the session has another secret id
   * @throws Refusal 410 gone for a device of a purged family, with any signature, because its secret is deleted
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
   * Checks that the session or device is still valid. Called again inside each transaction.
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

  /** Migrates the tables, then the rows whose migration needs a secret and so can't be SQL. Returns true if anything changed. */
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

  /** Sets the alarm to the earliest due work, after rows have changed outside a transaction. */
  protected armAlarm(): void {
    this.#alarm.arm();
  }

  /**
   * Sets the platform's alarm to an instant on the family's clock; null deletes it. Tests override this, because a stopped clock must not
   * trigger alarms (A130).
   */
  protected setAlarm(at: number | null): void {
    if (at === null) void this.ctx.storage.deleteAlarm();
    else void this.ctx.storage.setAlarm(Math.max(0, at - this.now()) + Date.now());
  }

  #createContext(actor: Actor, now: number, effects: Effects): CallContext {
    const dependencies = { sql: this.#sql, accountId: this.accountId, sealer: this.#sealer, env: this.env, sockets: this.#sockets };
    return createCallContext(dependencies, actor, now, effects);
  }
}

function gone(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 410, 'This device was removed', { reason: 'gone' });
}
