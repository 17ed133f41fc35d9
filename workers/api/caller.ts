/**
 * Who makes an unsigned call. The web Worker passes this through the `Internal` entrypoint; a direct caller is known only by its own
 * address (A136).
 */
export type Caller = {
  ip: string;
  browser: string | null;
  /** True if this attempt is already counted. */
  isCounted: boolean;
  /** Accounts that this browser has logged in to, with its id for each (A132). Empty for direct callers. */
  known: Array<KnownBrowser>;
  /** The new id of this browser if the call logs it in: 128 random bits. Null if the client cannot store one. */
  freshId: string | null;
  /** Approximate place of the caller, such as «Berlin, DE»; null if unknown. */
  place: string | null;
  /** The reference in the web Worker's log; absent for direct callers. */
  reference?: string | undefined;
};

/** One account's entry in the cookie `known` (A132). */
export type KnownBrowser = { accountId: string; id: string };

/** The part of a caller that a family learns when a browser logs in. */
export type Visitor = Pick<Caller, 'known' | 'freshId' | 'place'>;
