import { createHash, createHmac } from 'node:crypto';
import type { SigningCredentials } from '#app/keys/sign.ts';

type Call = { method: string; pathAndQuery: string; body?: string; key?: string; date: number };

function percent(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte);
    encoded += /[A-Za-z0-9\-._~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

function sortedQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [percent(name), percent(value)] as const);
  pairs.sort((a, b) => Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])) || Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])));
  return pairs.map((pair) => pair.join('=')).join('&');
}

/** Returns the headers of a signed call. An independent implementation from A31 alone, with `node:crypto` (SIGNING-006). */
export function signIndependently(credentials: SigningCredentials, call: Call): Record<string, string> {
  const isSession = credentials.kind === 'session';
  const [path = '', query = ''] = call.pathAndQuery.split('?');
  const date = new Date(call.date).toISOString();
  const actor = isSession ? credentials.sessionId : credentials.deviceId;
  const secretId = isSession ? credentials.secretId : '';
  const lines = [
    'v1',
    call.method,
    path,
    sortedQuery(query),
    createHash('sha256')
      .update(call.body ?? '')
      .digest('hex'),
    date,
    actor,
    String(call.date),
    credentials.accountId,
    secretId,
    call.key ?? '',
  ];
  const signature = createHmac('sha256', Buffer.from(credentials.secret, 'hex')).update(lines.join('\n')).digest('hex');
  return {
    'X-Date': date,
    [isSession ? 'X-Session-Id' : 'X-Device-Id']: actor,
    'X-Device-Ts': String(call.date),
    'X-Account-Id': credentials.accountId,
    ...(isSession ? { 'X-Secret-Id': secretId } : {}),
    ...(call.key === undefined ? {} : { 'Idempotency-Key': call.key }),
    'X-Signature': `v1=${signature}`,
  };
}
