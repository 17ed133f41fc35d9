// Replaces `remix` and `wrangler` in projects that tests build: takes the same arguments and writes small files at the same paths, which
// saves time. Usage: node build-tool.mjs <remix|wrangler> <tool arguments>. Reads its settings as JSON from FAKE_BUILD.
import { appendFileSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [tool = '', ...args] = process.argv.slice(2);
const isForApi = args.includes(join('workers', 'api', 'wrangler.toml'));
const part = tool === 'remix' ? 'remix' : isForApi ? 'api' : 'pages';
/**
 * `fails` names the part that fails and `how` it does; `waits`: Remix empties its folder only when the API is bundled; `together`: Remix
 * continues when it was started that many times; `edits`: the first run of Remix changes a source.
 * @type {{ fails?: string, how?: 'status' | 'signal' | 'writes nothing', waits?: boolean, together?: number, edits?: boolean }}
 */
const settings = JSON.parse(process.env.FAKE_BUILD ?? '{}');

/**
 * Resolves when a condition is true. Checks it at each change in the project.
 * @param {() => boolean} condition
 */
async function until(condition) {
  const watcher = watch('.', { recursive: true });
  await new Promise((done) => {
    const ask = () => condition() && done(undefined);
    watcher.on('change', ask);
    ask();
  });
  watcher.close();
}

const countRuns = () =>
  readFileSync('runs.log', 'utf8')
    .split('\n')
    .filter((line) => line === part).length;

/** @param {string} name */
const optionOf = (name) => args[args.indexOf(name) + 1] ?? '';

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

appendFileSync('runs.log', `${part}\n`);
if (settings.fails === part && settings.how === 'signal') process.kill(process.pid, 'SIGKILL');
if (settings.fails === part && settings.how === 'status') {
  console.error(`${part} has its reasons`);
  process.exit(1);
}
if (settings.fails === part) process.exit(0);

if (part === 'remix') {
  const folder = process.env.REMIX_BUILD_FOLDER ?? 'build';
  if (settings.waits) await until(() => globSync('dist/*/api/index.js').length > 0);
  if (settings.together !== undefined) await until(() => countRuns() >= (settings.together ?? 0));
  if (settings.edits && countRuns() === 1) appendFileSync(join('app', 'source.ts'), 'export const more = 1;\n');
  rmSync(folder, { recursive: true, force: true });
  write(join(folder, 'server', 'index.js'), 'export {};');
  cpSync('public', join(folder, 'client'), { recursive: true });
  write(join(folder, 'client', 'sw.js'), '// a service worker');
  write(join(folder, 'client', 'assets', 'entry-1.js'), '// an entry');
  write(join(folder, 'client', 'assets', 'later-1.js'), '// loaded on demand, so it is not in the manifest');
  write(join(folder, 'client', 'assets', 'manifest-1.js'), 'window.__remixManifest={"entry":{"module":"/assets/entry-1.js"}};');
} else if (part === 'pages') {
  const server = optionOf('--alias').replace('server-build:', '');
  if (!existsSync(server)) throw new Error(`${server} is missing`);
  const [manifest] = readdirSync(join(optionOf('--assets'), 'assets')).filter((name) => name.startsWith('manifest-'));
  write(join(optionOf('--outdir'), 'web.js'), `export default '${manifest}';`);
} else {
  write(join(optionOf('--outdir'), 'index.js'), 'export {};');
}
