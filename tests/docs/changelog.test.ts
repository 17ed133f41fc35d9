import { describe, expect, test } from 'vitest';
import { readText } from './repository.ts';

describe('changelog', () => {
  test('the newest version in CHANGELOG.md is the one in package.json', () => {
    const { version }: { version: string } = JSON.parse(readText('package.json'));
    expect(readText('CHANGELOG.md').match(/^## (\S+)/m)?.[1]).toBe(version);
  });
});
