import { exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { jpeg } from '#app/domain/image-bytes.fixture';
import { putData } from '#app/wire/data';
import type { Parent } from '#tests/clients/parent';
import { bindings, newFamily } from '#tests/clients/worker';
import { filesOf } from '../family/core/files';
import type { Operator } from '../operator';

const operator = (exports as unknown as { Operator: Fetcher & Operator }).Operator;

async function exportText({ email }: Parent): Promise<string> {
  return new Response(await operator.exportFamily(email)).text();
}

/** Restores an export without the check that `npm run restore` makes first, as if the file changed after that check. */
function restore(text: string) {
  return operator.restoreFamily(new Blob([text]).stream(), true);
}

async function filesIn({ accountId }: Parent): Promise<Array<string>> {
  const { objects } = await bindings.FILES.list({ prefix: filesOf(accountId) });
  return objects.map(({ key }) => key);
}

describe('restoreFamily', () => {
  test('writes no photo of an export that is refused at its last line', async () => {
    const { parent, child } = await newFamily();
    const picture = Buffer.from(jpeg({ width: 9, height: 9 })).toString('base64');
    await parent.call(putData, { query: { key: 'avatar.png', user_id: child.user_id }, body: { data: picture } });
    const files = await filesIn(parent);
    expect(files).toHaveLength(1);
    const text = await exportText(parent);
    await bindings.FILES.delete(files);

    const altered = text.replace(/"mac":"../, '"mac":"zz');
    expect(altered.indexOf('"part":"file:')).toBeLessThan(altered.indexOf('"mac":"zz'));
    expect(await restore(altered)).toEqual({ done: false, reason: expect.stringContaining('was modified') });
    expect(await filesIn(parent)).toEqual([]);

    expect(await restore(text)).toMatchObject({ done: true, restored: { files: 1 } });
    expect(await filesIn(parent)).toEqual(files);
  });
});
