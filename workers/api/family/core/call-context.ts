import type { DeviceFrameDown } from '#app/wire/device';
import type { HintType } from '#app/wire/realtime';
import type { FamilyBindings, MailMessage } from '#workers/api/bindings';
import type { Sealer } from './secrets';
import type { SignedCall } from './signature';

/** The child or device that a change is about, for clients that follow only one of them. */
export type HintScope = { childId?: string; deviceId?: string };

/**
 * A change to a row, for the audit log and the socket hints. `kind` is a realtime type (A42), `session`, or `mail` for an abandoned email.
 */
export type Change = { kind: HintType | 'session' | 'mail'; id: string; about: HintScope };

/** The actor: a parent's session, a device, an unsigned visitor (login, enrollment), the clock, or the operator. */
export type Actor = { kind: 'session' | 'device' | 'visitor' | 'clock' | 'operator'; id: string };

/** The context of a handler. A handler runs synchronously inside one storage transaction, so it never writes only part of its changes. */
export type CallContext = {
  sql: SqlStorage;
  /** Epoch ms, from the family's only clock. */
  now: number;
  actor: Actor;
  accountId: string;
  sealer: Sealer;
  env: FamilyBindings;
  /** A new lower-case ULID. */
  newId: () => string;
  /** Records a change: an audit row in the same commit, and a hint to browsers after it. */
  recordChange: (kind: Change['kind'], id: string, about?: HintScope) => void;
  /** Sends a hint to browsers after the commit, without an audit row. Used for things that are not changes, such as presence. */
  hint: (type: HintType, about?: HintScope) => void;
  /** Sends a frame to a device after the commit. Returns false if it has no live socket. */
  pushFrame: (deviceId: string, frame: DeviceFrameDown) => boolean;
  /** Returns when the device's socket was last active, on the family's clock; null without a live socket. */
  lastActiveOnSocket: (deviceId: string) => number | null;
  /** Like `lastActiveOnSocket`, but also for a dead socket that is not closed yet. Nothing can be sent over a dead socket. */
  lastActiveOnAnySocket: (deviceId: string) => number | null;
  /** True if a browser is connected or somebody recently read usage. */
  isWatched: () => boolean;
  /** Records that somebody has read usage. */
  noteUsageRead: () => void;
  /** Closes the sockets of a session after the commit. */
  closeSessionSockets: (sessionId: string) => void;
  /** Schedules the alarm for an instant. A second call for the same kind and id replaces the instant. */
  setDue: (kind: string, id: string, at: number) => void;
  /** Schedules the alarm for the instant or earlier. Never postpones an earlier alarm. */
  setDueBy: (kind: string, id: string, at: number) => void;
  cancelDue: (kind: string, id: string) => void;
  /** Recomputes the next alarm, because due times of rules and devices are stored in their own rows. */
  rearm: () => void;
  /** Puts an email into the outbox. The email is sent after the commit, at least once. */
  sendMail: (message: MailMessage) => void;
};

/** The part of the family object that request handling needs. */
export type FamilyObject = {
  /** The account that this object serves. Equals the object's id, unless the family was restored into another object. */
  accountId: string;
  now: () => number;
  bindings: FamilyBindings;
  transaction: <T>(actor: Actor, work: (call: CallContext) => T) => T;
  noteRefusal: (actor: Actor, what: string, code: number) => void;
  secretOf: (signed: SignedCall) => string;
  requireActor: (signed: SignedCall) => void;
  openBrowserSocket: (token: string, after: number | null) => Response;
  openDeviceSocket: (deviceId: string) => Response;
  /** Counts a report by POST. Returns false if the device has reached its limit for this minute. */
  countReport: (deviceId: string) => boolean;
};

/** The return type of a handler: never a promise, or the transaction would commit before the work. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;
