import { applyD1Migrations, env } from 'cloudflare:test';
import type { D1Migration } from '@cloudflare/vitest-plugin';

// The catalogue's tables, in the storage of each test file.
const { CATALOGUE, TEST_MIGRATIONS } = env as unknown as { CATALOGUE: D1Database; TEST_MIGRATIONS: Array<D1Migration> };
await applyD1Migrations(CATALOGUE, TEST_MIGRATIONS);
