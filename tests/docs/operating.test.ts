import { describe, expect, test } from 'vitest';
import { OPTIONAL_API_SECRETS, OPTIONAL_API_SETTINGS, OPTIONAL_WEB_SETTINGS } from '#tools/web-settings.ts';
import { listFiles, readText } from './repository.ts';

/** A read of a variable. The build sets those of `import.meta`. */
const READ = /(?<!import\.meta\.)\b(?:process\.env|settings|env)\.([A-Z][A-Z0-9_]{2,})\b/g;

// Not settings of an installation: bindings in wrangler.toml and values that the start command sets itself.
const NO_SETTINGS = new Set([
  ...['API', 'INTERNAL', 'OUTSIDE', 'SCRYPT', 'ASSETS', 'CATALOGUE', 'FILES', 'OUTBOX', 'FAMILY', 'DIRECTORY'],
  ...['REMIX_BUILD_FOLDER'],
]);

const text = readText('docs/operating.md');

describe('docs/operating.md', () => {
  test('names every variable that the code reads', () => {
    const read = listFiles()
      .filter((file) => /^(app|workers|tools|device)\/.*\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => [...readText(file).matchAll(READ)].map(([, name = '']) => name));
    const listed = [...OPTIONAL_WEB_SETTINGS, ...OPTIONAL_API_SETTINGS, ...OPTIONAL_API_SECRETS];
    const names = [...new Set([...read, ...listed])].filter((name) => !NO_SETTINGS.has(name));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`${name}=`))).toEqual([]);
  });
});
