import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { runTool } from '#tools/build-workers.ts';
import { ROOT } from '#tools/paths.ts';
import { closeWhenStopped } from '#tools/stopping.ts';

const TEMPLATE = join(ROOT, 'tests', 'bench', 'default-remix');
const COPIED = ['app', 'locales', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts', 'remix.config.js'];

/**
 * Builds the default Remix application that the pages are compared with. It uses the product’s own app folder, so that both render the same
 * markup. Its loaders answer from memory, and its entry is Remix’s default one (streaming). Its Worker opens no cookie, signs nothing and
 * calls no Durable Object.
 */
export async function buildControlApp(): Promise<{ script: string; forget(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-bench-app-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forgetClosing = closeWhenStopped(remove);
  const forget = () => {
    forgetClosing();
    remove();
  };
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    // Remix prefers entry.server.jsx to entry.server.tsx, so the product’s own file can stay.
    cpSync(join(TEMPLATE, 'entry.server.jsx'), join(folder, 'app', 'entry.server.jsx'));
    cpSync(join(TEMPLATE, 'remember.ts'), join(folder, 'app', 'remember.ts'));
    const modules = globSync(['root.tsx', 'routes/*.tsx'], { cwd: join(folder, 'app') });
    if (modules.map((name) => takeIntoMemory(join(folder, 'app', name))).every((isTaken) => !isTaken))
      throw new Error('No route has a loader of the form that this bench knows');
    await runTool('remix', ['vite:build', folder, '--logLevel', 'warn'], { REMIX_BUILD_FOLDER: 'build' });
    const pages = ['--alias', `server-build:./${relative(ROOT, join(folder, 'build', 'server', 'index.js'))}`];
    const assets = ['--assets', relative(ROOT, join(folder, 'build', 'client')), '--outdir', join(folder, 'web')];
    const worker = join(ROOT, 'tests', 'entries', 'default-remix.ts');
    await runTool('wrangler', ['deploy', worker, '--dry-run', '--minify', '--config', 'wrangler.toml', ...pages, ...assets]);
    cpSync(join(folder, 'build', 'client'), join(folder, 'client'), { recursive: true });
    return { script: join(folder, 'web', 'default-remix.js'), forget };
  } catch (error) {
    forget();
    throw error;
  }
}

/** Makes a route’s loader cache its answer in memory. Returns false if the route has no loader. */
function takeIntoMemory(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const own = text.replace(/^export (async )?function loader\(/m, '$1function askedOnce(');
  if (own === text) return false;
  const name = basename(file, '.tsx');
  writeFileSync(
    file,
    `import { remember } from '#app/remember';\n${own}\nexport const loader = remember(${JSON.stringify(name)}, askedOnce);\n`,
  );
  return true;
}
