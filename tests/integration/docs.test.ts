import { execFile } from 'node:child_process';
import { scrypt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { createAccount } from '#app/wire/account.ts';
import { readDocument } from '../clients/open-api.ts';
import { post, read, signUpBody, uniqueEmail } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-docs-'));
let servers: TestServers;

beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(async () => {
  await servers?.close();
  rmSync(folder, { recursive: true, force: true });
});

function scryptOfNode(password: Uint8Array, salt: Uint8Array, { dkLen, ...cost }: { N: number; r: number; p: number; dkLen: number }) {
  return new Promise<Uint8Array>((done, fail) => {
    scrypt(password, salt, dkLen, { ...cost, maxmem: SCRYPT_MAX_MEMORY }, (error, key) => (error === null ? done(key) : fail(error)));
  });
}

/** Returns the code block of this language in the served document. */
async function printedCode(language: string): Promise<string> {
  const { info } = readDocument(await (await fetch(`${servers.apiUrl}/openapi.json`)).text());
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(info.description)?.[1] ?? '';
}

describe('served documentation', () => {
  test('the printed program logs in to a real server and reads the account', async () => {
    const [email, password] = [uniqueEmail(), 'Käse & «Brot» 7!'];
    const signUp = signUpBody(email, await deriveAuthKey(email, password, scryptOfNode));
    const [account] = createAccount.output.parse((await read(await fetch(post('/account', signUp, servers.apiUrl)))).body);
    const program = join(folder, 'account.mjs');
    writeFileSync(program, await printedCode('js'));
    const run = (typed: string) => promisify(execFile)(process.execPath, [program, servers.apiUrl, ` ${email.toUpperCase()} `, typed]);
    const { stdout, stderr } = await run(password);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^200 \{/);
    expect(stdout).toContain(`account_id: '${account.account_id}'`);
    await expect(run('another password')).rejects.toThrow(/"code":300/);
  });

  test('/docs on the pages’ address leads to the description of the API', async () => {
    const answer = await fetch(`${servers.webUrl}/docs`);
    expect([answer.url, answer.status]).toEqual([`${servers.apiUrl}/docs`, 200]);
    expect(await answer.text()).toContain('<h1>Porchlight API</h1>');
  });
});
