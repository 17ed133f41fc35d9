import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from './progress.ts';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the folder for all data of a running Porchlight: DATA_DIR, or a default that Git ignores. */
export function dataFolder(): string {
  return process.env.DATA_DIR === undefined ? join(ROOT, '.data') : resolve(process.env.DATA_DIR);
}

/**
 * Creates a folder that only its owner can read, and returns its path.
 * @throws UserError when the folder is not writable
 */
export function makeFolder(path: string): string {
  try {
    makeFolders(path);
    accessSync(path, constants.W_OK);
  } catch {
    throw new UserError(`Porchlight can’t write to ${path}. Fix the permissions, or set DATA_DIR to another folder.`);
  }
  return path;
}

// Not recursive: Node’s recursive mkdir hangs where a parent exists but reports ENOENT, as in /proc.
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Returns the web port from PORT, default 8787. The API uses the next port, the demonstration’s identity provider the one after.
 * @throws UserError when PORT is not a number from 1 to 65533
 */
export function chosenPort(): number {
  const text = process.env.PORT ?? '8787';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65533) throw new UserError(`PORT must be a number from 1 to 65533; got “${text}”.`);
  return port;
}

/**
 * Checks that all ports are free.
 * @throws UserError when a port is in use or not permitted
 */
export async function requireFreePorts(host: string, ports: Array<number>): Promise<void> {
  for (const port of ports) {
    await new Promise<void>((done, fail) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) => fail(new UserError(whyNot(error, host, port))));
      probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
    });
  }
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Stop the program that uses it, or set PORT=${port + 10}.`;
  if (error.code === 'EACCES') return `Port ${port} requires permissions you don’t have. Set PORT=8787.`;
  return `Porchlight can’t listen on ${host}:${port}: ${error.message}.`;
}
