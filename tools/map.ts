import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runForOutput } from './build-workers.ts';
import { runOrder } from './carry-out.ts';
import { ARCHIVE_MAX_BYTES, CLOUDFLARE_MAX_BYTES, checkArchive, UnusableArchive } from './map-archive/check-archive.ts';
import { formatMapFacts, type MapOrder } from './map-orders.ts';
import { run, UserError } from './progress.ts';

const USAGE = 'Usage: npm run map [-- <file.pmtiles> | --remove] [--check] [--cloudflare] [--settings <file>]';
const OBJECT = 'porchlight-files/map/archive.pmtiles';

// `npm run map`: checks and stores a map archive, removes it, or prints what is stored (docs/how-to/add-a-map.md). Uses the running server,
// or else the stored data without opening a port. `--check` only checks. `--cloudflare` changes the bucket of the deployed Workers.
await run(async () => {
  const flag = { type: 'boolean', default: false } as const;
  const options = { remove: flag, check: flag, cloudflare: flag, settings: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [given, ...more] = positionals;
  if (more.length > 0 || (values.remove && given !== undefined) || (values.check && given === undefined)) throw new UserError(USAGE);
  const file = given === undefined ? null : resolve(process.env.INIT_CWD ?? '.', given);
  if (file !== null) {
    const checked = await checkArchive(file, values.cloudflare ? CLOUDFLARE_MAX_BYTES : ARCHIVE_MAX_BYTES).catch(toUserError);
    if (values.check) return console.log(`The archive can be used.\n${formatMapFacts(checked)}`);
  }
  if (values.cloudflare) return changeCloudflare(file, values.remove);
  console.log(await runOrder(toOrder(file, values.remove), values.settings, file !== null));
});

function toOrder(file: string | null, isRemoved: boolean): MapOrder {
  if (file !== null) return { do: 'store-map', file };
  return { do: isRemoved ? 'remove-map' : 'show-map' };
}

function toUserError(error: unknown): never {
  throw error instanceof UnusableArchive ? new UserError(error.message) : error;
}

async function changeCloudflare(file: string | null, isRemoved: boolean): Promise<void> {
  if (file === null && !isRemoved) throw new UserError('With --cloudflare, give a file or --remove. The page shows which map is stored.');
  const what = file === null ? ['delete', OBJECT] : ['put', OBJECT, '--file', file, '--content-type', 'application/vnd.pmtiles'];
  const config = join('workers', 'api', 'wrangler.toml');
  const { status, stdout } = await runForOutput('wrangler', ['r2', 'object', ...what, '--remote', '-c', config]);
  if (status !== 0)
    throw new UserError(
      `${stdout}\nCloudflare refused. Log in with npx wrangler login, and check that the bucket porchlight-files exists.`,
    );
  console.log(file === null ? 'Removed the map archive from Cloudflare.' : 'Stored the map archive on Cloudflare.');
}
