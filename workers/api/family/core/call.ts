import type { DeviceFrameDown } from '../../../../app/wire/device';
import type { HintType } from '../../../../app/wire/realtime';
import type { FamilyBindings, MailMessage } from '../../bindings';
import type { Sealer } from './secrets';
import type { SignedCall } from './signature';

/** Whom something is about, for those who only want to hear of one child or device. */
export type About = { childId?: string; deviceId?: string };

/** What happened to a row, for the audit log and the sockets' hints. `kind` as on the realtime wire (A42), `session`, or `mail` for one that was given up. */
export type Change = { kind: HintType | 'session' | 'mail'; id: string; about: About };

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
  /** Records what to audit and to tell the browsers after the commit. */
  changed: (kind: Change['kind'], id: string, about?: About) => void;
  /** Tells the browsers after the commit without an audit row: what is no change, such as a sign of life. */
  hint: (type: HintType, about?: About) => void;
  /** Sends a frame to a device after the commit. False where no live socket is there to send it by. */
  push: (deviceId: string, frame: DeviceFrameDown) => boolean;
  /** When the device's socket last gave a sign of life, on the family's clock; null without a live socket. */
  heardBySocket: (deviceId: string) => number | null;
  /** The same of a line that has been dead for long and is not closed yet: nothing may be sent by it, but it was seen then. */
  seenBySocket: (deviceId: string) => number | null;
  /** Does somebody look: does a browser listen, or did one read what devices count a short while ago? */
  isWatched: () => boolean;
  /** Somebody has read what devices count. */
  looked: () => void;
  /** Lets go of the sockets of a session after the commit. */
  signedOut: (sessionId: string) => void;
  /** Wakes the family at an instant; a second call for the same thing moves it. */
  due: (kind: string, id: string, at: number) => void;
  /** Wakes the family at the instant or earlier: a later one than is set already changes nothing. */
  dueBy: (kind: string, id: string, at: number) => void;
  notDue: (kind: string, id: string) => void;
  /** Looks anew for when the family has to wake: what the clock has to do with a rule or device stands in its row. */
  rearm: () => void;
  /** Puts a mail into the outbox: it leaves after the commit, at least once. */
  send: (message: MailMessage) => void;
};

/** What the calls' machinery needs of the object it runs in. */
export type FamilyObject = {
  /** The account that this object answers for. Its object's id, unless it was restored into another object. */
  accountId: string;
  now: () => number;
  bindings: FamilyBindings;
  act: <T>(actor: Actor, work: (call: Call) => T) => T;
  noteRefusal: (actor: Actor, what: string, code: number) => void;
  secretOf: (signed: SignedCall) => string;
  requireActor: (signed: SignedCall) => void;
  openBrowserSocket: (token: string, after: number | null) => Response;
  openDeviceSocket: (deviceId: string) => Response;
  /** Counts a report that comes by POST. False: the device has had its share of this minute. */
  spendReport: (deviceId: string) => boolean;
};

/** What a handler may return: never a promise, or the transaction would commit before the work. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;
