import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { partnerSchema } from '#app/domain/partner.ts';
import { runOrder } from './carry-out.ts';
import { run, UserError } from './progress.ts';

const USAGE = 'Usage: npm run partner -- <coupon group> [<file.json> | --remove] [--settings <file>]';

// `npm run partner`: prints, stores or removes the partner of a coupon group, whose name and testimonials promo pages show (A178).
await run(async () => {
  const { values, positionals } = parseArgs({
    options: { settings: { type: 'string' }, remove: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [couponGroup, file, ...more] = positionals;
  if (couponGroup === undefined || more.length > 0 || (values.remove && file !== undefined)) throw new UserError(USAGE);
  const change = values.remove ? { partner: null } : file === undefined ? {} : { partner: readPartner(file) };
  console.log(await runOrder({ do: 'partner', couponGroup, ...change }, values.settings));
});

/** @throws UserError that names what is wrong in the file */
function readPartner(file: string): unknown {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`Can’t read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = partnerSchema.safeParse(content);
  if (!read.success) throw new UserError(`${file} is not valid. Nothing was changed.\n${z.prettifyError(read.error)}`);
  return read.data;
}
