import type { FamilyBindings, MailMessage } from '../bindings';
import type { Sealer } from './secrets';
import type { SignedCall } from './signature';

/** What happened to a row, for the audit log and the sockets' hints. `kind` as on the realtime wire (A42). */
export type Change = { kind: string; id: string };

/** Who acts: a parent's session, a device, somebody unsigned (login, enrolment), the clock, or the operator. */
export type Actor = { kind: 'session' | 'device' | 'visitor' | 'clock' | 'operator'; id: string };

/**
 * What a handler works with. It runs synchronously inside one storage transaction: everything it needs is here, and
 * nothing it does can be half done.
 */
export type Call = {
  sql: SqlStorage;
  /** Epoch ms, from the family's only clock. */
  now: number;
  actor: Actor;
  accountId: string;
  sealer: Sealer;
  env: FamilyBindings;
  /** A new lower-case ULID. */
  newId: () => string;
  /** Records what to audit and to tell the sockets after the commit. */
  changed: (kind: string, id: string) => void;
  /** Wakes the family at an instant; a second call for the same thing moves it. */
  due: (kind: string, id: string, at: number) => void;
  /** Wakes the family at the instant or earlier: a later one than is set already changes nothing. */
  dueBy: (kind: string, id: string, at: number) => void;
  notDue: (kind: string, id: string) => void;
  /** Puts a mail into the outbox: it leaves after the commit, at least once. */
  send: (message: MailMessage) => void;
};

/** What the calls' machinery needs of the object it runs in. */
export type FamilyObject = {
  now: () => number;
  bindings: FamilyBindings;
  act: <T>(actor: Actor, work: (call: Call) => T) => T;
  noteRefusal: (actor: Actor, what: string, code: number) => void;
  secretOf: (signed: SignedCall) => string;
  requireActor: (signed: SignedCall) => void;
};

/** What a handler may return: never a promise, or the transaction would commit before the work. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;
