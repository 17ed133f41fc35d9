import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sentence } from './progress.ts';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Everything that a running Porchlight keeps; git-ignored. DATA_DIR puts it elsewhere. */
export function dataFolder(): string {
  return process.env.DATA_DIR === undefined ? join(ROOT, '.data') : resolve(process.env.DATA_DIR);
}

/** Makes a folder that only its owner reads. Throws a Sentence where that is not allowed. */
export function makeFolder(path: string): string {
  try {
    makeFolders(path);
    accessSync(path, constants.W_OK);
  } catch {
    throw new Sentence(`Porchlight can’t write to ${path}. Fix the permissions, or set DATA_DIR to another folder.`);
  }
  return path;
}

// One by one: Node's own recursive mkdir never returns where a parent exists and says ENOENT, as /proc does.
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** The web port from PORT, 8787 unless it is set; the API has the next one, in the demonstration the identity provider the one after. */
export function chosenPort(): number {
  const text = process.env.PORT ?? '8787';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65533) throw new Sentence(`PORT must be a number from 1 to 65533; got «${text}».`);
  return port;
}

/** Throws a Sentence when somebody already listens on one of the ports. */
export async function requireFreePorts(host: string, ports: Array<number>): Promise<void> {
  for (const port of ports) {
    await new Promise<void>((done, fail) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) => fail(new Sentence(whyNot(error, host, port))));
      probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
    });
  }
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Stop the program that uses it, or set PORT=${port + 10}.`;
  if (error.code === 'EACCES') return `Port ${port} requires permissions you don’t have. Set PORT=8787.`;
  return `Porchlight can’t listen on ${host}:${port}: ${error.message}.`;
}
