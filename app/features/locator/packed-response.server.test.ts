import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packedResponse } from './packed-response.server.ts';

const BODY = '<svg/>'.repeat(100);

async function ask(accepted: string | null) {
  const headers = new Headers(accepted === null ? {} : { 'Accept-Encoding': accepted });
  const response = packedResponse(new Request('https://porchlight.example/', { headers }), BODY, { 'Content-Type': 'image/svg+xml' });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('packedResponse', () => {
  test.each(['gzip', 'br, gzip', 'GZIP;q=0.5', 'deflate , gzip ; q=1'])('sends gzip to a browser that accepts %j', async (accepted) => {
    const { response, bytes } = await ask(accepted);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-encoding': 'gzip',
      'content-type': 'image/svg+xml',
      vary: 'Accept-Encoding',
    });
    expect(bytes.length).toBeLessThan(BODY.length / 5);
    expect(gunzipSync(bytes).toString()).toBe(BODY);
  });

  test.each([null, '', 'br', 'gzip;q=0', 'gzip; q=0.0', 'identity', 'x-gzip-like'])(
    'sends the body as it is to a browser that accepts %j',
    async (accepted) => {
      const { response, bytes } = await ask(accepted);
      expect(response.headers.get('Content-Encoding')).toBeNull();
      expect(response.headers.get('Vary')).toBe('Accept-Encoding');
      expect(bytes.toString()).toBe(BODY);
    },
  );
});
