import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BUILT, buildWorkers } from '#tools/build-workers.ts';
import { closeWhenStopped } from '#tools/stopping.ts';

/**
 * Builds the deployed pages with a fixed clock, for a family with a set clock (A130). Prepends a Date class that always returns `at` to the
 * bundle.
 */
export async function movedPages(at: number): Promise<{ script: string; forget(): void }> {
  await buildWorkers();
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-bench-pages-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forgetClosing = closeWhenStopped(remove);
  mkdirSync(join(folder, 'web'));
  symlinkSync(join(dirname(dirname(BUILT.web)), 'client'), join(folder, 'client'));
  const script = join(folder, 'web', 'web.js');
  const clock = `const RealDate = Date; globalThis.Date = class extends RealDate {
    constructor(...given) { if (given.length === 0) super(${at}); else super(...given); }
    static now() { return ${at}; }
  };\n`;
  writeFileSync(script, clock + readFileSync(BUILT.web, 'utf8'));
  return {
    script,
    forget: () => {
      forgetClosing();
      remove();
    },
  };
}
