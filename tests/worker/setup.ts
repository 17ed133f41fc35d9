import { applyD1Migrations, env } from 'cloudflare:test';
import type { D1Migration } from '@cloudflare/vitest-plugin';
import { seedCodes } from '#tools/demonstration-codes.ts';

type SetupEnv = { CATALOGUE: D1Database; FILES: R2Bucket; TEST_MIGRATIONS: Array<D1Migration> };
const { CATALOGUE, FILES, TEST_MIGRATIONS } = env as unknown as SetupEnv;

// Runs before each test file. Files share storage. Creates the catalog's tables and the demonstration codes.
await applyD1Migrations(CATALOGUE, TEST_MIGRATIONS);
await seedCodes(CATALOGUE);
// Removes the emails of earlier files, because each mailbox request would read them all.
const { objects } = await FILES.list({ prefix: 'mailbox/' });
if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key));
