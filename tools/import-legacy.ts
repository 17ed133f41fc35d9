import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sendOrder } from './control.ts';
import { dataFolder } from './paths.ts';
import { run, UserError } from './progress.ts';

// `npm run import-legacy`: the operator imports accounts of another system (A80), one JSON object per line, through the running server.
await run(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new UserError('Usage: npm run import-legacy -- <accounts.ndjson>');
  const lines = readText(resolve(process.env.INIT_CWD ?? '.', file)).split('\n');
  let imported = 0;
  let refused = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const report = await sendOrder(dataFolder(), { do: 'import-legacy', account: readLine(line) });
    if (report === null) throw new UserError(`Porchlight is not running on the data in ${dataFolder()}. Start it with LEGACY_IMPORT set.`);
    if (report.ok) imported++;
    else {
      refused++;
      console.error(`Line ${index + 1}: ${report.said}`);
    }
  }
  console.log(`Accounts imported: ${imported}.`);
  if (refused > 0) throw new UserError(`Lines refused: ${refused}. Fix these and import them again.`);
});

/** @throws UserError with the path when the file cannot be read */
function readText(path: string): string {
  if (!existsSync(path)) throw new UserError(`File not found: ${path}.`);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`Can’t read ${path}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Returns the parsed line. Returns null for invalid JSON, which the API then refuses. */
function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
