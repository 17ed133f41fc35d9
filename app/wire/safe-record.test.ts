import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getGranularity, putGranularity } from './granularity.ts';
import { safeRecord } from './safe-record.ts';

const table = z.object({ apps: safeRecord(z.string().min(1).max(20), z.enum(['A', 'N'])).optional() });

describe('safeRecord', () => {
  test.each(['__proto__', 'constructor', 'toString', 'com.example.game'])('keeps an ID named %s', (id) => {
    const text = `{"apps":{"com.example.other":"A","${id}":"N"}}`;
    expect(JSON.stringify(table.parse(JSON.parse(text)))).toBe(text);
    expect(Object.getPrototypeOf(table.parse(JSON.parse(text)).apps)).toBe(Object.prototype);
  });

  test('checks the value of «__proto__» like any other', () => {
    const refused = table.safeParse(JSON.parse('{"apps":{"__proto__":{"polluted":true}}}'));
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['apps', '__proto__']]);
    expect(table.safeParse({ apps: { __proto__: 'A' } }).success).toBe(true);
    expect(table.safeParse({ apps: null }).success).toBe(false);
  });

  test('keeps app settings under the ID «__proto__»', () => {
    const patch =
      '{"app_directives":{"__proto__":"N"},"app_schedules":{"__proto__":["r"]},"app_limits":{"__proto__":60},"uncounted_apps":{"__proto__":true}}';
    const body = putGranularity.body.parse({ user_id: 'u', patch: JSON.parse(patch) });
    expect(JSON.stringify(body.patch)).toBe(patch);
    const kept =
      '{"app_directives":{"__proto__":"N"},"omnibus_directives":{},"app_schedules":{"__proto__":["r"]},"app_limits":{"__proto__":60}';
    const stored = `${kept},"uncounted_apps":[],"web_filter":{"allow":[],"deny":[],"categories":[]},"user_id":"u","updated_ts":1}`;
    expect(JSON.stringify(getGranularity.output.parse([JSON.parse(stored)]))).toBe(`[${stored}]`);
  });
});
