/**
 * Who makes an unsigned call, as far as can be trusted: the web Worker says it through the `Internal` entrypoint, a
 * direct caller is known by its own address (A136).
 */
export type Caller = {
  ip: string;
  browser: string | null;
  /** This try has been counted already. */
  isCounted: boolean;
  /** Accounts that this browser was signed in to before, with the ids it was given then (A132). Empty for direct callers. */
  known: Array<KnownBrowser>;
  /** The id that this browser is to be known by if the call signs it in; null where it cannot keep one. 128 random bits. */
  freshId: string | null;
  /** «Berlin, DE»; null where the edge does not know. */
  place: string | null;
  /** Names the request in the log of the web Worker too; absent for direct callers. */
  reference?: string | undefined;
};

/** What the cookie `known` holds for one account (A132). */
export type KnownBrowser = { accountId: string; id: string };

/** What a family is told of the browser that is signed in. */
export type Visitor = Pick<Caller, 'known' | 'freshId' | 'place'>;
