import type { Handler, Hono } from 'hono';
import { canonicalQuery } from '#app/keys/sign';
import { readTogether } from '#app/wire/reads';
import { noSuchCall, readInput, toErrorAnswer } from '#workers/api/on-error';
import type { Actor, CallContext } from './call-context';
import { type FamilyApp, findReadHandler, type ReadHandler } from './handle-endpoint';
import { type SignedCall, unauthorised } from './signature';

/**
 * Creates the route of GET /reads from the routes registered so far. It answers several reads under one signature, in one transaction, each
 * with the response that it would get alone. A repeated path is read once. If one read is refused, all run again, each in its own nested
 * transaction, so the refusal undoes nothing else. That is slower, so it is not the first attempt. Includes only GET handlers made by
 * `handleEndpoint`, which are synchronous and change no rows except the access log.
 */
export function answerReads({ routes }: Hono<FamilyApp>): Handler<FamilyApp> {
  const reads = new Map(
    routes.flatMap(({ method, path, handler }): Array<[string, ReadHandler]> => {
      const read = method === 'GET' ? findReadHandler(handler) : undefined;
      return read === undefined ? [] : [[path, read]];
    }),
  );
  return (c) => {
    const { family } = c.env;
    const { signed } = c.var;
    if (signed.actor !== readTogether.auth) throw unauthorised('session');
    // Reads all values of `path`, because other requests take each query name once.
    const asked = { path: new URLSearchParams(signed.parts.query).getAll('path') };
    const { path: wanted } = readInput(readTogether.query, asked);
    const actor: Actor = { kind: signed.actor, id: signed.parts.actorId };
    const each = (answerOf: (call: CallContext, one: string) => string): Array<string> =>
      family.transaction(actor, (call) => {
        family.requireActor(signed);
        const known = new Map<string, string>();
        for (const one of wanted) if (!known.has(one)) known.set(one, answerOf(call, one));
        return wanted.map((one) => known.get(one) ?? '');
      });
    const answers =
      attempt(() => each((call, one) => answerOne(call, reads, signed, one))) ??
      each(({ now }, one) => {
        try {
          return family.transaction(actor, (call) => answerOne(call, reads, signed, one));
        } catch (error) {
          return JSON.stringify(toErrorAnswer(error, now));
        }
      });
    return c.body(`[${answers.join()}]`, 200, { 'content-type': 'application/json' });
  };
}

/** Returns the result of `work`, or null if it throws. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function answerOne(call: CallContext, reads: ReadonlyMap<string, ReadHandler>, signed: SignedCall, wanted: string): string {
  const at = wanted.indexOf('?');
  const [path, query] = at === -1 ? [wanted, ''] : [wanted.slice(0, at), wanted.slice(at + 1)];
  const read = reads.get(path);
  if (read === undefined || !isAsSent(wanted, query)) return JSON.stringify(noSuchCall());
  return `{"status":200,"body":${read(call, { ...signed, parts: { ...signed.parts, path, query } })}}`;
}

/**
 * True if the path would arrive unchanged in its own request. Parsing a URL removes the part after `#` and encodes some characters, and
 * only a decodable query can be signed.
 */
function isAsSent(wanted: string, query: string): boolean {
  try {
    canonicalQuery(query);
    return new URL(wanted, 'https://family').search.slice(1) === query;
  } catch {
    return false;
  }
}
