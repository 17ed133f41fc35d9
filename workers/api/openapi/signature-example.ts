/** One signed call with every value used for its signature. */
export type SignatureExample = {
  title: string;
  intro: string;
  method: 'GET' | 'POST';
  /** Path exactly as sent, without the query. */
  path: string;
  query: string;
  body: string | null;
  /** 64 hex digits. The HMAC key is the 32 bytes they encode. */
  secret: string;
  headers: Record<string, string>;
  /** The eleven lines that are signed. */
  lines: ReadonlyArray<string>;
  signature: string;
};

/** Examples for the document, the page and a test. The test computes every value again in two ways. */
export const SIGNATURE_EXAMPLES: ReadonlyArray<SignatureExample> = [
  {
    title: 'A parent’s change',
    intro:
      'The query has a letter that needs escaping, a space, and a repeated name (the API ignores `note`; it only shows how it is signed). The idempotency key makes the call safe to send again.',
    method: 'POST',
    path: '/rule',
    query: 'user_id=01kb0w7m4ze3r8v1n6y9k2d5fd&note=until+seven&note=Sch%c3%a4fchen',
    body: '{"type":"override","ruledef_name":"block","expiry":1795266000000}',
    secret: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    headers: {
      'X-Date': '2026-11-21T12:00:00.000Z',
      'X-Session-Id': '01kb0w5c3v8t6r1m9q4z7x2hya',
      'X-Device-Ts': '1795262400000',
      'X-Account-Id': '8f3a1c5e9b7d2046f1e8a3c5b7d9024613579bdf02468ace13579bdf02468ace',
      'X-Secret-Id': '01kb0w5c3vf2n7d4s8k1w6p3jb',
      'Idempotency-Key': '3f0e7c52-9d41-4b86-a1f7-62c8d05b9e13',
    },
    lines: [
      'v1',
      'POST',
      '/rule',
      'note=Sch%C3%A4fchen&note=until%20seven&user_id=01kb0w7m4ze3r8v1n6y9k2d5fd',
      '6d674fdbbe07dd12250f4e4789974518620a7e722e298712be8dbf4abc67b9eb',
      '2026-11-21T12:00:00.000Z',
      '01kb0w5c3v8t6r1m9q4z7x2hya',
      '1795262400000',
      '8f3a1c5e9b7d2046f1e8a3c5b7d9024613579bdf02468ace13579bdf02468ace',
      '01kb0w5c3vf2n7d4s8k1w6p3jb',
      '3f0e7c52-9d41-4b86-a1f7-62c8d05b9e13',
    ],
    signature: 'v1=4e269062182adb7e12a2eccd53c0e1daccc3f4e98f1bda816ef7692575defda4',
  },
  {
    title: 'A device request',
    intro: 'The device id replaces the session id, the last two lines are empty, and line 5 is the hash of an empty body.',
    method: 'GET',
    path: '/device/commands',
    query: 'after=11',
    body: null,
    secret: '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f',
    headers: {
      'X-Date': '2026-11-21T12:00:00.000Z',
      'X-Device-Id': '01kb0wb9t2a7c4j1s8p5g3x6qe',
      'X-Device-Ts': '1795262400000',
      'X-Account-Id': '8f3a1c5e9b7d2046f1e8a3c5b7d9024613579bdf02468ace13579bdf02468ace',
    },
    lines: [
      'v1',
      'GET',
      '/device/commands',
      'after=11',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '2026-11-21T12:00:00.000Z',
      '01kb0wb9t2a7c4j1s8p5g3x6qe',
      '1795262400000',
      '8f3a1c5e9b7d2046f1e8a3c5b7d9024613579bdf02468ace13579bdf02468ace',
      '',
      '',
    ],
    signature: 'v1=aa956555bb832310c326cdc1bae370df58d0942fcde301d3bab8852857f7430a',
  },
];
