import { describe, expect, test } from 'vitest';
import { missingEntries } from './complete-lock.mjs';

describe('missingEntries', () => {
  test.each<[string, Parameters<typeof missingEntries>[0], ReturnType<typeof missingEntries>]>([
    [
      'a package for another system',
      { 'node_modules/a': { version: '1.0.0', dev: true, optionalDependencies: { '@a/darwin-arm64': '1.0.0' } } },
      { 'node_modules/@a/darwin-arm64': { version: '1.0.0', dev: true, optional: true, cpu: ['arm64'], os: ['darwin'] } },
    ],
    [
      'a package for one C library',
      { 'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-linux-x64-musl': '1.0.0' } } },
      { 'node_modules/a-linux-x64-musl': { version: '1.0.0', optional: true, cpu: ['x64'], os: ['linux'], libc: ['musl'] } },
    ],
    [
      'a WebAssembly package',
      { 'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-wasm32-wasi': '^1.2.0' } } },
      { 'node_modules/a-wasm32-wasi': { version: '1.2.0', optional: true, cpu: ['wasm32'] } },
    ],
    [
      'a package with another version at the top level',
      {
        'node_modules/a': { version: '2.0.0', optionalDependencies: { 'a-win32-x64': '2.0.0' } },
        'node_modules/a-win32-x64': { version: '1.0.0' },
      },
      { 'node_modules/a/node_modules/a-win32-x64': { version: '2.0.0', optional: true, cpu: ['x64'], os: ['win32'] } },
    ],
    [
      'none for the project itself, because nothing can be nested in it',
      {
        '': { optionalDependencies: { 'a-linux-x64': '2.0.0' } },
        'node_modules/a-linux-x64': { version: '1.0.0' },
      },
      {},
    ],
    [
      'none for a package found in a parent folder',
      {
        'node_modules/a/node_modules/b': { version: '1.0.0', optionalDependencies: { 'b-linux-x64': '1.0.0' } },
        'node_modules/b-linux-x64': { version: '1.0.0' },
      },
      {},
    ],
  ])('returns the missing entries: %s', (_, packages, expected) => {
    expect(missingEntries(packages)).toEqual(expected);
  });
});
