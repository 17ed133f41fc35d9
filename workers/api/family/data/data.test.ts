import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { AVATAR_MAX_BYTES } from '#app/domain/avatar';
import { jpeg, jpegSegment, png } from '#app/domain/image-bytes.fixture';
import { signedHeaders } from '#app/keys/sign';
import { getData, putData, removeData } from '#app/wire/data';
import { listUsers } from '#app/wire/family';
import { jumpTo, newFamilyAt, ring } from '#tests/clients/clock';
import { API, type Parent } from '#tests/clients/parent';
import { bindings, familyOf, newChild, newFamily, readRows, send, stopClock } from '#tests/clients/worker';
import { filesOf } from '../core/files';

const HOUR = 60 * 60_000;
const REFUSED = { status: 403, body: { errors: { code: 410 } } };

function queryOf(id: string) {
  return { key: 'avatar.png', user_id: id };
}

function pathOf(id: string): string {
  return `${getData.path}?${new URLSearchParams(queryOf(id))}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function upload(parent: Parent, id: string, bytes: Uint8Array) {
  return parent.call(putData, { query: queryOf(id), body: { data: base64(bytes) } });
}

async function userOf(parent: Parent, id: string) {
  const user = await parent.call(listUsers, { query: { user_id: id } });
  if (Array.isArray(user)) throw new Error('one was asked for');
  return user;
}

async function filesIn(parent: Parent): Promise<Array<string>> {
  const { objects } = await bindings.FILES.list({ prefix: filesOf(parent.accountId) });
  return objects.map(({ key }) => key);
}

/** Requests the profile picture as an `<img>` does. Returns the raw response. */
async function look(parent: Parent, id: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = new URL(API + pathOf(id));
  const signed = await signedHeaders(parent.credentials, { method: 'GET', url, body: undefined }, parent.clock ?? Date.now());
  return send(new Request(url, { headers: { ...signed, Accept: 'image/avif,image/*', ...headers } }));
}

describe('data', () => {
  test('stores a profile picture without metadata, and returns it as base64 and as bytes (FAM-038, FAM-041, FAM-042)', async () => {
    const { parent, child } = await newFamily();
    const segments = [jpegSegment(0xe1, 'Exif\0\0Berlin, 4 May')];
    const stored = await upload(parent, child.user_id, jpeg({ width: 9, height: 9, segments }));
    const clean = jpeg({ width: 9, height: 9 });
    expect(stored).toEqual({ img_url: pathOf(child.user_id), img_modified: expect.any(Number) });
    expect(await userOf(parent, child.user_id)).toEqual({ ...child, ...stored });
    const read = await parent.call(getData, { query: queryOf(child.user_id) });
    expect(read).toEqual({ user_id: child.user_id, content_type: 'image/jpeg', data: base64(clean) });
    const seen = await look(parent, child.user_id);
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(clean);
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      vary: 'Accept',
    });
  });

  test('returns 304 to a client with the current profile picture, and the new one after a change', async () => {
    const { parent, child } = await newFamily();
    await upload(parent, child.user_id, png({ width: 1, height: 1 }));
    const etag = (await look(parent, child.user_id)).headers.get('ETag') ?? '';
    expect((await look(parent, child.user_id, { 'If-None-Match': etag })).status).toBe(304);
    await upload(parent, child.user_id, png({ width: 2, height: 2 }));
    const other = await look(parent, child.user_id, { 'If-None-Match': etag });
    expect([other.status, other.headers.get('content-type')]).toEqual([200, 'image/png']);
    await other.arrayBuffer();
  });

  test('refuses to replace a profile picture if the client has not seen the newest one (S29)', async () => {
    const { parent, child } = await newFamily();
    const replace = (width: number, img_modified: number | null) =>
      parent.raw('POST', pathOf(child.user_id), { data: base64(png({ width, height: 1 })), img_modified });
    const first = await replace(1, null);
    expect(first).toMatchObject({ status: 200 });
    expect(await replace(2, null)).toMatchObject({
      status: 400,
      body: { errors: { reason: 'stale', current: { img_modified: expect.any(Number) } } },
    });
    const { img_modified } = await userOf(parent, child.user_id);
    expect(await parent.call(getData, { query: queryOf(child.user_id) })).toMatchObject({ data: base64(png({ width: 1, height: 1 })) });
    expect(await replace(2, img_modified)).toMatchObject({ status: 200 });
  });

  test('refuses a file that is not a picture, with a message, and keeps the previous picture (ERR-023)', async () => {
    const { parent, child } = await newFamily();
    const before = await upload(parent, child.user_id, png({ width: 1, height: 1 }));
    const wrong: Array<[data: unknown, field: string | RegExp, message?: string]> = [
      ['', 'empty', 'Invalid empty avatar'],
      [base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')), 'format', 'The picture must be a PNG or a JPEG'],
      [base64(Buffer.from('<!doctype html>')), 'format'],
      [base64(png({ width: 1, height: 1 }).subarray(0, 40)), 'truncated'],
      [base64(png({ width: 4097, height: 1 })), 'dimensions'],
      [base64(new Uint8Array(AVATAR_MAX_BYTES + 1)), 'too_large'],
      ['A'.repeat(2_800_000), 'too_large'],
      ['A'.repeat(2_950_000), 'too_large', 'The body is too large'],
      ['not base64!', 'base64'],
      [`data:image/png;base64,${base64(png({ width: 1, height: 1 }))}`, 'base64'],
      [7, /string/],
    ];
    for (const [data, field, message] of wrong) {
      const answer = await parent.raw('POST', pathOf(child.user_id), { data });
      const told = {
        ...(message === undefined ? {} : { message }),
        fields: { data: field instanceof RegExp ? expect.stringMatching(field) : field },
      };
      expect(answer, String(field)).toMatchObject({ status: 400, body: { errors: { code: 500, ...told } } });
    }
    for (const query of ['key=avatar.jpg', 'key=avatar.png', `user_id=${child.user_id}`]) {
      expect((await parent.raw('GET', `/data?${query}`)).status, query).toBe(400);
    }
    expect(await userOf(parent, child.user_id)).toMatchObject(before);
    expect(await filesIn(parent)).toHaveLength(1);
  });

  test('accepts a profile picture of two megabytes, but no body of that size for another request', async () => {
    const { parent, child } = await newFamily();
    const large = png({ width: 4096, height: 4096, chunks: [] });
    const bytes = new Uint8Array(AVATAR_MAX_BYTES);
    bytes.set(large);
    // Bytes after the end of the picture are removed.
    await upload(parent, child.user_id, bytes);
    expect((await parent.call(getData, { query: queryOf(child.user_id) })).data).toBe(base64(large));
    const other = await parent.raw('POST', `/rule?user_id=${child.user_id}`, { data: 'A'.repeat(1_000_001) });
    expect(other).toMatchObject({ status: 400, body: { errors: { message: 'The body is too large' } } });
  });

  test('keeps one profile picture per child, and refuses removed children and children of other families', async () => {
    const { parent, child } = await newFamily();
    const sibling = await newChild(parent, 'Ben');
    const stranger = await newFamily();
    await upload(parent, child.user_id, png({ width: 1, height: 1 }));
    expect(await parent.raw('GET', pathOf(sibling.user_id))).toMatchObject({ status: 404 });
    expect((await look(parent, sibling.user_id)).status).toBe(404);
    for (const id of [child.user_id, stranger.parent.userId, 'unknown']) {
      const body = { data: base64(png({ width: 1, height: 1 })) };
      expect(await stranger.parent.raw('GET', pathOf(id)), id).toMatchObject(REFUSED);
      expect(await stranger.parent.raw('POST', pathOf(id), body), id).toMatchObject(REFUSED);
      expect(await stranger.parent.raw('DELETE', pathOf(id)), id).toEqual({ status: 200, body: { objects_deleted: 0 } });
    }
    expect(await filesIn(stranger.parent)).toEqual([]);
    await parent.raw('DELETE', `/user?user_id=${child.user_id}`);
    expect(await parent.raw('GET', pathOf(child.user_id))).toMatchObject(REFUSED);
  });

  test('deletes a profile picture from storage after it was replaced or removed', async () => {
    const { parent, id } = await newFamilyAt('2026-11-16T12:00:00Z');
    const first = await upload(parent, id, png({ width: 1, height: 1 }));
    const [old] = await filesIn(parent);
    const second = await upload(parent, id, png({ width: 2, height: 2 }));
    expect(second.img_modified).toBeGreaterThan(first.img_modified);
    expect(await filesIn(parent)).toHaveLength(2);
    await ring(parent);
    const kept = await filesIn(parent);
    expect(kept).toHaveLength(1);
    expect(kept).not.toContain(old);
    expect(await parent.call(removeData, { query: queryOf(id) })).toEqual({ objects_deleted: 1 });
    expect(await parent.call(removeData, { query: queryOf(id) })).toEqual({ objects_deleted: 0 });
    expect(await userOf(parent, id)).toMatchObject({ img_url: null, img_modified: null });
    await ring(parent);
    expect(await filesIn(parent)).toEqual([]);
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'file'")).toEqual([]);
  });

  test('deletes files of interrupted requests within an hour, and keeps the current profile picture', async () => {
    const { parent, id, now } = await newFamilyAt('2026-11-16T12:00:00Z');
    await upload(parent, id, png({ width: 1, height: 1 }));
    const [kept] = await filesIn(parent);
    // A repeated key stores the bytes again but changes nothing: it gets the recorded response.
    const body = { data: base64(png({ width: 2, height: 2 })) };
    const first = await parent.raw('POST', pathOf(id), body, { key: 'k' });
    expect(await parent.raw('POST', pathOf(id), body, { key: 'k' })).toEqual(first);
    const [named] = await readRows<{ photo_key: string }>(parent.accountId, 'SELECT photo_key FROM child WHERE photo_key IS NOT NULL');
    expect(await filesIn(parent)).toHaveLength(3);
    await jumpTo(now + HOUR, parent);
    await ring(parent);
    expect(await filesIn(parent)).toEqual([named?.photo_key]);
    expect(named?.photo_key).not.toBe(kept);
    // A leftover due row doesn't delete the current picture.
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec("INSERT INTO due (kind, id, at) SELECT 'file', photo_key, 0 FROM child WHERE photo_key IS NOT NULL");
    });
    await stopClock(now + 2 * HOUR, parent);
    const seen = await look(parent, id);
    expect([seen.status, (await seen.arrayBuffer()).byteLength]).toEqual([200, png({ width: 2, height: 2 }).length]);
  });

  test('refuses devices and unsigned requests', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-11-16T12:00:00Z');
    await upload(parent, id, png({ width: 1, height: 1 }));
    expect((await agent.raw('GET', pathOf(id))).status).toBe(401);
    expect((await send(new Request(API + pathOf(id), { headers: { 'X-Account-Id': parent.accountId } }))).status).toBe(401);
  });
});
