import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import type { WebEnv } from '#app/context.ts';
import { type BillingOrder, runBillingOrder } from './billing-orders.ts';
import { type FamilyFile, runFamilyFileOrder } from './family-files.ts';
import { type MapOrder, runMapOrder } from './map-orders.ts';
import type { OperatorService } from './miniflare.ts';
import { type PartnerOrder, runPartnerOrder } from './partner-orders.ts';
import { UserError } from './progress.ts';
import { runSessionOrder } from './session-orders.ts';

/** A command of the operator to a running Porchlight. */
export type Order =
  | { do: 'ping' }
  | { do: 'list-plans' }
  | { do: 'grant'; email: string; sku: string }
  | { do: 'import-legacy'; account: unknown }
  | { do: 'list-sessions' | 'end-sessions'; email: string }
  | BillingOrder
  | PartnerOrder
  | MapOrder
  | FamilyFile;

export type Report = { ok: true; said: string } | { ok: false; said: string };

/**
 * Opens the control socket in the data folder, which only its owner can use (mode 0600). Each connection sends one line of JSON and gets
 * one back.
 * @throws UserError when Porchlight already runs on this data
 */
export async function openControl(
  data: string,
  webEnv: () => Promise<WebEnv>,
  operator?: () => Promise<OperatorService>,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(data);
  if ((await sendOrder(data, { do: 'ping' })) !== null) throw new UserError(`Porchlight is already running on the data in ${data}.`);
  rmSync(path, { force: true });
  const server = createServer((connection) => {
    void readLine(connection)
      .then((line) => (line === null ? null : handleOrder(line, webEnv, operator)))
      .then((report) => connection.end(report === null ? '' : `${JSON.stringify(report)}\n`));
  });
  const before = process.umask(0o177);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(path, done);
  }).finally(() => process.umask(before));
  chmodSync(path, 0o600);
  return { close: () => new Promise((done) => server.close(() => done())) };
}

/** Sends an order to the process that runs on this data. Returns its report, or null if no process runs. */
export async function sendOrder(data: string, order: Order): Promise<Report | null> {
  const connection = createConnection(socketPath(data));
  connection.once('connect', () => connection.write(`${JSON.stringify(order)}\n`));
  const line = await readLine(connection);
  return line === null ? null : JSON.parse(line);
}

/** Returns the first line received, or null if the connection fails or ends first. */
function readLine(connection: Socket): Promise<string | null> {
  return new Promise((done) => {
    let text = '';
    connection.setEncoding('utf8');
    connection.on('data', (piece) => {
      text += piece;
      const end = text.indexOf('\n');
      if (end !== -1) done(text.slice(0, end));
    });
    connection.on('error', () => done(null));
    connection.on('close', () => done(null));
  });
}

/** Carries out an order, given as JSON. Turns errors into a report of one sentence. */
export async function handleOrder(line: string, webEnv: () => Promise<WebEnv>, operator?: () => Promise<OperatorService>): Promise<Report> {
  try {
    const order: unknown = JSON.parse(line);
    if (typeof order !== 'object' || order === null || !('do' in order)) return { ok: false, said: 'Invalid command.' };
    if (order.do === 'ping') return { ok: true, said: 'Porchlight is running.' };
    // As JSON, because a command reads it, not the operator.
    if (order.do === 'list-plans') return { ok: true, said: JSON.stringify(await (await webEnv()).INTERNAL.catalogue()) };
    if (order.do === 'grant' && 'email' in order && 'sku' in order && typeof order.email === 'string' && typeof order.sku === 'string') {
      const { granted, reason } = await (await webEnv()).INTERNAL.grant(order.email, order.sku);
      if (granted) return { ok: true, said: `${order.email} now has ${order.sku}.` };
      return { ok: false, said: `Could not grant ${order.sku} to ${order.email}: ${reason ?? 'unknown reason'}.` };
    }
    if (order.do === 'import-legacy' && 'account' in order) {
      const { imported, reason } = await (await webEnv()).INTERNAL.importLegacy(order.account);
      return imported ? { ok: true, said: 'Imported.' } : { ok: false, said: reason ?? 'Unknown reason.' };
    }
    if ((order.do === 'list-sessions' || order.do === 'end-sessions') && 'email' in order && typeof order.email === 'string')
      return await runSessionOrder(order.do, order.email, await webEnv());
    const billing = await runBillingOrder(order, await webEnv(), Date.now());
    if (billing !== null) return billing;
    const partner = await runPartnerOrder(order, await webEnv());
    if (partner !== null) return partner;
    if (operator !== undefined) {
      const report = (await runMapOrder(order, operator)) ?? (await runFamilyFileOrder(order, operator));
      if (report !== null) return report;
    }
    return { ok: false, said: 'Unknown command.' };
  } catch (error) {
    return { ok: false, said: error instanceof Error ? error.message : String(error) };
  }
}

// Relative, because macOS limits socket paths to 104 characters.
function socketPath(data: string): string {
  return relative(process.cwd(), join(data, 'control.sock')) || 'control.sock';
}
