import type { Handler, Hono } from 'hono';
import { canonicalQuery } from '../../../../app/keys/sign';
import { readTogether } from '../../../../app/wire/reads';
import { noSuchCall, readInput, toErrorAnswer } from '../../on-error';
import { type FamilyApp, type ReadRows, readOf } from './answer';
import type { Actor, Call } from './call';
import { type SignedCall, unauthorised } from './signature';

/**
 * Makes the route of GET /reads out of the routes that the app has so far: several reads under one signature, in one transaction. Each is
 * answered as it would have been alone, in a part of it of its own, so that what one of them is refused undoes nothing of the others. What
 * is named twice is read once. Only what `answer` made of a GET is found, and this route is not one of these: nothing changes, waits or nests.
 */
export function answerReads({ routes }: Hono<FamilyApp>): Handler<FamilyApp> {
  const reads = new Map(
    routes.flatMap(({ method, path, handler }): Array<[string, ReadRows]> => {
      const read = method === 'GET' ? readOf(handler) : undefined;
      return read === undefined ? [] : [[path, read]];
    }),
  );
  return (c) => {
    const { family } = c.env;
    const { signed } = c.var;
    if (signed.actor !== readTogether.auth) throw unauthorised('session');
    // The other calls take each name once.
    const asked = { path: new URLSearchParams(signed.parts.query).getAll('path') };
    const { path: wanted } = readInput(readTogether.query, asked);
    const actor: Actor = { kind: signed.actor, id: signed.parts.actorId };
    const each = (answerOf: (call: Call, one: string) => string): Array<string> =>
      family.act(actor, (call) => {
        family.requireActor(signed);
        const known = new Map<string, string>();
        for (const one of wanted) if (!known.has(one)) known.set(one, answerOf(call, one));
        return wanted.map((one) => known.get(one) ?? '');
      });
    const answers =
      attempt(() => each((call, one) => answerOne(call, reads, signed, one))) ??
      each(({ now }, one) => {
        try {
          return family.act(actor, (call) => answerOne(call, reads, signed, one));
        } catch (error) {
          return JSON.stringify(toErrorAnswer(error, now));
        }
      });
    return c.body(`[${answers.join()}]`, 200, { 'content-type': 'application/json' });
  };
}

/** Null where one of them was refused: then each has a part of the transaction of its own, which is dearer. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function answerOne(call: Call, reads: ReadonlyMap<string, ReadRows>, signed: SignedCall, wanted: string): string {
  const at = wanted.indexOf('?');
  const [path, query] = at === -1 ? [wanted, ''] : [wanted.slice(0, at), wanted.slice(at + 1)];
  const read = reads.get(path);
  if (read === undefined || !isAsSent(wanted, query)) return JSON.stringify(noSuchCall());
  return `{"status":200,"body":${read(call, { ...signed, parts: { ...signed.parts, path, query } })}}`;
}

/**
 * Is it what arrives when it is asked alone? A URL keeps what stands behind `#` to itself and writes some characters anew, and only what can be
 * decoded can be signed.
 */
function isAsSent(wanted: string, query: string): boolean {
  try {
    canonicalQuery(query);
    return new URL(wanted, 'https://family').search.slice(1) === query;
  } catch {
    return false;
  }
}
