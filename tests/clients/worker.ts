import { env, runInDurableObject, SELF } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import type { UserWire } from '#app/wire/family.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { type DirectoryKind, locate } from '#workers/api/directory/names';
import type { ApiEnv } from '#workers/api/env';
import type { Internal } from '#workers/api/internal';
import type { Family } from '../entries/api';
import { Agent } from './agent.ts';
import { API, Parent } from './parent.ts';

type TestEnv = Omit<ApiEnv, 'FAMILY'> & { FAMILY: DurableObjectNamespace<Family> };

/** The bindings of the Worker under test, cast to their types in this one place. */
export const bindings = env as unknown as TestEnv;
/** The internal entrypoint; only the web Worker is bound to it. */
export const internal = (exports as unknown as { Internal: Fetcher & Internal }).Internal;

/** Returns the bindings for code that runs in the Worker, such as a sync. */
export function toApiEnv(): ApiEnv {
  return bindings as unknown as ApiEnv;
}

let address = 0;
/** Sends a request to the Worker under test. Uses a new network each time, so that tests do not share rate limits. */
export function send(request: Request): Promise<Response> {
  return sendFrom(newNetwork())(request);
}

/** Returns an address in a /48 that no other call has returned. */
export function newNetwork(): string {
  address += 1;
  return `2001:${(0xdb8 + (address >> 16)).toString(16)}:${(address & 0xffff).toString(16)}::1`;
}

/** Returns a function that sends every request from the address `ip`. */
export function sendFrom(ip: string): (request: Request) => Promise<Response> {
  return (request) => {
    const known = new Request(request);
    known.headers.set('CF-Connecting-IP', ip);
    return SELF.fetch(known);
  };
}

/** Creates a parent with one child. Grants `plan` if given, as the operator does. */
export async function newFamily(plan?: string, timeZone = 'Europe/Berlin'): Promise<{ parent: Parent; child: UserWire }> {
  const parent = await Parent.signUp(send);
  if (plan !== undefined) await internal.grant(parent.email, plan);
  return { parent, child: await newChild(parent, 'Mia', timeZone) };
}

export function newChild(parent: Parent, name: string, timeZone = 'Europe/Berlin'): Promise<UserWire> {
  return parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: timeZone } } });
}

/** Pairs a new device with the child by pairing code. */
export async function newDevice(parent: Parent, childId: string): Promise<Agent> {
  const pairing = await parent.call(createPairing, { body: { user_id: childId, os: 'android' } });
  const agent = await Agent.enrol(send, { code: pairing.code });
  agent.clock = parent.clock;
  return agent;
}

/** Stops the clocks of the family and the given clients at an instant. Runs everything that falls due until then (A130). */
export async function stopClock(at: number, parent: Parent, ...agents: Array<Agent>): Promise<void> {
  const body = JSON.stringify({ accountId: parent.accountId, at });
  const answer = await SELF.fetch(`${API}/test/clock`, { method: 'POST', body });
  if (answer.status !== 204) throw new Error(`The clock did not move: ${answer.status}`);
  for (const client of [parent, ...agents]) client.clock = at;
}

export function familyOf(accountId: string): DurableObjectStub<Family> {
  return bindings.FAMILY.get(bindings.FAMILY.idFromString(accountId));
}

/** Reads rows of a family's own tables inside its object. */
export function readRows<Row extends Record<string, SqlStorageValue>>(accountId: string, query: string): Promise<Array<Row>> {
  return runInDurableObject(familyOf(accountId), (_family, state) => state.storage.sql.exec<Row>(query).toArray());
}

/** Marks the account's address as confirmed, as the link in its email would. */
export function prove(accountId: string): Promise<void> {
  return runInDurableObject(familyOf(accountId), (_family, { storage: { sql } }) => {
    sql.exec('UPDATE account SET email_verified_at = 1');
  });
}

/** Returns every row of every table of a family, to check that nothing changed. */
export function readEverything(accountId: string): Promise<Record<string, Array<Record<string, SqlStorageValue>>>> {
  return runInDurableObject(familyOf(accountId), (_family, { storage: { sql } }) => {
    const tables = sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    );
    return Object.fromEntries(tables.toArray().map(({ name }) => [name, sql.exec(`SELECT * FROM "${name}"`).toArray()]));
  });
}

/** Makes the directory's entries for an identifier `byMs` older, as if that time had passed. The directory's clock is the real one. */
export function ageDirectory(kind: DirectoryKind, identifier: string, byMs: number): Promise<void> {
  const { shard, id } = locate(bindings as unknown as ApiEnv, kind, identifier);
  return runInDurableObject(shard, (_directory, { storage: { sql } }) => {
    sql.exec('UPDATE entry SET until = until - ? WHERE id = ?', byMs, id);
    for (const { kind, at_json } of sql.exec<{ kind: string; at_json: string }>('SELECT kind, at_json FROM tries WHERE id = ?', id)) {
      const at = (JSON.parse(at_json) as Array<number>).map((instant) => instant - byMs);
      sql.exec('UPDATE tries SET at_json = ?, lapses_at = lapses_at - ? WHERE id = ? AND kind = ?', JSON.stringify(at), byMs, id, kind);
    }
  });
}
