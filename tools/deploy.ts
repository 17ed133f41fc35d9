import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noteBuildUse } from './build-use.ts';
import { runTool } from './build-workers.ts';
import { placeholderDatabase } from './miniflare.ts';
import { run, step, UserError } from './progress.ts';
import { OPTIONAL_API_SETTINGS, OPTIONAL_WEB_SETTINGS, pickSettings } from './web-settings.ts';

const VARIABLES = { web: ['PUBLIC_URL', 'API_URL'], api: ['PUBLIC_URL', 'API_URL', 'MAIL_FROM'] };

// Deploys both Workers to Cloudflare. The API is deployed first, because the web Worker has a binding to it. See docs/operating.md,
// «Cloudflare».
await run(async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
  const dry = values['dry-run'] ? ['--dry-run'] : [];
  const missing = [...new Set([...VARIABLES.web, ...VARIABLES.api])].filter((name) => !process.env[name]);
  if (!values['dry-run'] && missing.length > 0)
    throw new UserError(`Missing environment variables: ${missing.join(', ')}. Set them before deploying.`);
  if (!values['dry-run'] && (await placeholderDatabase()))
    throw new UserError('workers/api/wrangler.toml has no D1 database id. Add the id of your database before deploying.');
  noteBuildUse(null);
  await step('Building the pages', () => runTool('remix', ['vite:build', '--logLevel', 'warn']));
  const api = join('workers', 'api', 'wrangler.toml');
  if (!values['dry-run'])
    await step('Migrating the catalog', () => runTool('wrangler', ['d1', 'migrations', 'apply', 'CATALOGUE', '--remote', '-c', api]));
  await step('Deploying the API', () =>
    runTool('wrangler', ['deploy', '--minify', '-c', api, ...asVariables([...VARIABLES.api, ...OPTIONAL_API_SETTINGS]), ...dry]),
  );
  await step('Deploying the pages', () =>
    runTool('wrangler', [
      'deploy',
      '--minify',
      '-c',
      'wrangler.toml',
      ...asVariables([...VARIABLES.web, ...OPTIONAL_WEB_SETTINGS]),
      ...dry,
    ]),
  );
  console.log(values['dry-run'] ? 'Dry run passed. Nothing was uploaded.' : `Deployed to ${process.env.PUBLIC_URL}.`);
});

function asVariables(names: Array<string>): Array<string> {
  return Object.entries(pickSettings(process.env, names)).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
}
