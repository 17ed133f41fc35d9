import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endProcess, startTimeOf } from './processes.ts';

const SCRIPT = fileURLToPath(new URL('./end-with-parent.sh', import.meta.url));
const SYSTEMS = [
  ['/proc', '/proc'],
  ['ps, where there is no /proc', '/nowhere'],
] as const;

describe('processes', () => {
  test.each(SYSTEMS)('startTimeOf returns the same time while a process runs, and null afterwards: %s', async (_, proc) => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const first = startTimeOf(pid, proc);
    expect(first).toMatch(/\d/);
    expect(startTimeOf(pid, proc)).toBe(first);
    const ended = once(child, 'exit');
    await endProcess({ pid, startedAt: startTimeOf(pid) ?? '' });
    await ended;
    expect(startTimeOf(pid, proc)).toBeNull();
  });

  test.each([
    ['has other threads that have not ended, and so may keep ports open', 3, '8812'],
    ['has no other threads', 1, null],
  ])('startTimeOf returns the start time of a zombie only while it has other threads: a zombie that %s', (_, threads, expected) => {
    const proc = mkdtempSync(join(tmpdir(), 'porchlight-proc-'));
    for (const [name, state] of [['self', 'R'] as const, ['77', 'Z'] as const]) {
      mkdirSync(join(proc, name));
      const fields = [state, 1, 77, 77, 0, -1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, threads, 0, 8812, 0];
      writeFileSync(join(proc, name, 'stat'), `77 (work (er)d) ${fields.join(' ')}`);
    }
    expect(startTimeOf(77, proc)).toBe(expected);
    rmSync(proc, { recursive: true });
  });

  test.each(SYSTEMS)('end-with-parent.sh ends only processes listed with their start time when its input closes: %s', async (_, proc) => {
    const [told, reused, untold] = [spawn('sleep', ['600']), spawn('sleep', ['600']), spawn('sleep', ['600'])];
    await Promise.all([told, reused, untold].map((child) => once(child, 'spawn')));
    const script = spawn('/bin/sh', [SCRIPT, proc], { stdio: ['pipe', 'ignore', 'inherit'] });
    script.stdin.write(`${reused.pid} Thu Jan 1 00:00:00 1970\n`);
    script.stdin.end(`${told.pid} ${startTimeOf(told.pid ?? 0, proc)}\n`);
    await Promise.all([once(told, 'exit'), once(script, 'exit')]);
    expect([told.signalCode, reused.signalCode, untold.signalCode]).toEqual(['SIGKILL', null, null]);
    reused.kill();
    untold.kill();
  });
});
