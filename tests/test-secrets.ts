import { generateKeyPairSync } from 'node:crypto';

const team = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Returns fixed secrets and addresses of the api Worker under test. Only tests use them. */
export function testSecrets(): Record<string, string> {
  const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');
  return {
    APP_ENV: 'demonstration',
    PUBLIC_URL: 'http://localhost:8787',
    API_URL: 'http://127.0.0.1:8788',
    SEAL_KEYS: `k1:${key('s')}`,
    DIRECTORY_KEY: key('d'),
    PASSWORD_PEPPER: key('p'),
    MAIL_FROM: 'Porchlight <porchlight@porchlight.example>',
    GOOGLE_ISSUER: 'https://google.invalid',
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    APPLE_ISSUER: 'https://apple.invalid',
    APPLE_CLIENT_ID: 'apple-client',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: team.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
