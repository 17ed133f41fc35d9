import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const STOPPING = fileURLToPath(new URL('./stopping.ts', import.meta.url));

/** Stops a process in which `closeWhenStopped` has registered these functions. Returns its output and exit code. */
async function stopped(...closes: Array<string>): Promise<{ said: string; code: number | null }> {
  const script = `
    import { closeWhenStopped } from ${JSON.stringify(STOPPING)};
    ${closes.map((close) => `closeWhenStopped(${close});`).join('\n')}
    setInterval(() => {}, 1000);
    console.log('ready');
  `;
  const child = spawn(process.execPath, ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval', script]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      if (piece.startsWith('ready')) child.kill('SIGTERM');
      said += piece;
    });
  }
  const [code] = await once(child, 'close');
  return { said, code };
}

describe('closeWhenStopped', () => {
  test('runs all functions in reverse order and exits with 0', async () => {
    expect(await stopped("() => console.log('lock')", "async () => console.log('server')")).toEqual({
      said: 'ready\nserver\nlock\n',
      code: 0,
    });
  });

  test('runs the other functions if some fail, prints the first error and exits with 1', async () => {
    const { said, code } = await stopped(
      "() => console.log('lock')",
      "() => { throw new Error('the second to fail'); }",
      "() => console.log('workers')",
      "() => Promise.reject(new Error('the first to fail'))",
    );
    expect(said).toMatch(/^ready\nworkers\nlock\n[\s\S]*the first to fail/);
    expect(said).not.toContain('the second to fail');
    expect(code).toBe(1);
  });

  test('lets a stopped command exit with 0 and print no stack, although its pending work fails', async () => {
    const progress = fileURLToPath(new URL('./progress.ts', import.meta.url));
    const script = `
    import { closeWhenStopped } from ${JSON.stringify(STOPPING)};
    import { run, step } from ${JSON.stringify(progress)};
    let fail;
    closeWhenStopped(async () => { fail(new Error('the server went away')); await new Promise((done) => setImmediate(done)); });
    setInterval(() => {}, 1000);
    await run(() => step('Seeding', () => new Promise((done, reject) => { fail = reject; console.log('ready'); })));
  `;
    const child = spawn(process.execPath, ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval', script]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        if (piece.includes('ready')) child.kill('SIGTERM');
        said += piece;
      });
    }
    const [code] = await once(child, 'close');
    expect({ said, code }).toEqual({ said: '  Seeding … ready\nstopped\n', code: 0 });
  });

  test('prints no stack if work fails just before the signal arrives, because Ctrl-C also ends workerd', async () => {
    const progress = fileURLToPath(new URL('./progress.ts', import.meta.url));
    const script = `
    import { closeWhenStopped } from ${JSON.stringify(STOPPING)};
    import { run, step } from ${JSON.stringify(progress)};
    closeWhenStopped(async () => { await new Promise((done) => setImmediate(done)); console.log('lock'); });
    await run(() => step('Seeding', async () => {
      process.kill(process.pid, 'SIGTERM');
      throw new Error('fetch failed');
    }));
  `;
    const child = spawn(process.execPath, ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval', script]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
    }
    const [code] = await once(child, 'close');
    expect({ said, code }).toEqual({ said: '  Seeding … stopped\nlock\n', code: 0 });
  });
});
