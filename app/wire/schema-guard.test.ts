import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { OPERATIONS } from '#tests/examples.ts';
import { ENDPOINTS } from './endpoints.ts';
import { safeRecord } from './safe-record.ts';
import { compileGuard, parseFast } from './schema-guard.ts';

const WRONG = [undefined, null, -1, 0.5, 9e15, '', 'x'.repeat(300), [{}], {}];

/** Yields invalid values, and copies of the value with each of its parts removed or replaced. */
function* changesOf(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of changesOf(part)) {
      const isList = Array.isArray(value);
      // Removing a list item shifts the rest, because JSON lists have no gaps.
      const rest = Object.entries(value).filter(([name]) => name !== key);
      if (changed === undefined) yield isList ? rest.map(([, one]) => one) : Object.fromEntries(rest);
      else yield isList ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

describe('schema guard', () => {
  test('agrees with zod for every response of the API, however modified', () => {
    let count = 0;
    const left: Array<string> = [];
    for (const { id, endpoint } of ENDPOINTS) {
      const fits = compileGuard(endpoint.output);
      if (fits === null) {
        left.push(id);
        continue;
      }
      const { answer } = OPERATIONS[id];
      expect(fits(answer), id).toBe(true);
      for (const changed of changesOf(answer)) {
        count += 1;
        const { success } = endpoint.output.safeParse(changed);
        if (fits(changed) !== success) expect.soft({ fits: fits(changed), changed }, id).toEqual({ fits: success, changed });
      }
    }
    expect(count).toBeGreaterThan(3000);
    expect(left.sort()).toEqual(['createAccount', 'enrolDevice', 'getAppInfo', 'getPolicy', 'listCommands', 'login']);
  });

  test('leaves schemas that change values, or are not supported, to zod', () => {
    for (const schema of [
      z.string().trim(),
      z.string().default('x'),
      z.string().transform(Number),
      z.strictObject({}),
      z.object({ a: z.date() }),
      z.object({}).refine(() => false),
      z.array(z.string()).refine(() => false),
      z.unknown().refine(() => false),
      z.null().refine(() => false),
      z.boolean().refine(() => false),
      z.literal('a').refine(() => false),
      z.enum(['a']).refine(() => false),
      z
        .string()
        .nullable()
        .refine(() => false),
      z
        .string()
        .optional()
        .refine(() => false),
      z.union([z.string(), z.null()]).refine(() => false),
      z.record(z.string(), z.string()).refine(() => false),
      z.record(z.enum(['a', 'b']), z.string()),
      z.record(z.union([z.literal('a'), z.literal('b')]), z.string()),
      z.partialRecord(z.enum(['a', 'b']), z.string()),
      z.number().catch(1),
    ])
      expect(compileGuard(schema), schema._zod.def.type).toBeNull();
    expect(parseFast(z.object({ a: z.string().trim() }), { a: ' b ', c: 1 })).toEqual({ a: 'b' });
    expect(() => parseFast(z.object({ a: z.string() }), { a: 1 })).toThrow(z.ZodError);
  });

  test('treats a key «__proto__» like zod', () => {
    const sent: unknown = JSON.parse('{"__proto__":"A"}');
    expect(Object.hasOwn(parseFast(z.record(z.string(), z.string()), sent), '__proto__')).toBe(false);
    expect(Object.hasOwn(parseFast(safeRecord(z.string(), z.string()), sent), '__proto__')).toBe(true);
    expect(() => parseFast(safeRecord(z.string(), z.number()), sent)).toThrow(z.ZodError);
  });
});
