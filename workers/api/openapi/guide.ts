import { ERROR_CODES } from '../../../app/wire/errors';
import { NODE_EXAMPLE } from './node-example';
import { REFUSALS } from './refusals';
import { SIGNATURE_EXAMPLES, type SignatureExample } from './signature-example';

const FENCE = '```';

/** What a stranger must know before the first call, in Markdown: the description of the whole document. `api` is its address. */
export function writeGuide(api: string): string {
  return `The interface of Porchlight: what its web application, its devices, and any program of yours may call.

Everything is JSON over HTTPS, in UTF-8; instants are epoch milliseconds. Fields that you do not know are to be ignored, and so are yours by the API. A body may have a megabyte. Times, ids and names in the examples belong to one made-up family: at noon Mia is blocked for an hour, and her phone confirms it after 0.8 seconds.

## Who may call

- **Anybody**: sign-up, login, proving an address, enrolling a device, and what is public. No signature.
- **A parent’s session**: made by a login, signed with the secret that the login told once.
- **A device**: made by enrolling it, signed with the secret that enrolling told once. Only \`/device/policy\`, \`/device/commands\`, \`/device/ack\`, \`/device/report\` and \`/device/socket\` are for devices, and for nobody else.

Each signed call is limited to its own account. An id of another account is answered like one that does not exist.

## The signature

Send these headers; the values that you send are the values that you sign.

- \`X-Date\`: now, as JavaScript’s \`toISOString()\` writes it. It may be 300 seconds off; the refusal tells \`server_time\`, so that you can sign again with the offset.
- \`X-Session-Id\`, for devices \`X-Device-Id\`: who calls.
- \`X-Device-Ts\`: your own clock, epoch milliseconds in decimal, right or wrong.
- \`X-Account-Id\`: the account.
- \`X-Secret-Id\`: the session’s \`parent_secret_id\`. Devices have none.
- \`Idempotency-Key\`: 1 to 128 characters, new for every change of a session. Devices have none.
- \`X-Signature\`: \`v1=\` and the HMAC-SHA256 of the string below in lower-case hex. Its key is the 32 bytes that the secret’s 64 hex digits stand for.

The string is eleven lines, joined by LF, none at the end:

1. \`v1\`
2. the method in upper case
3. the path as it is sent
4. the query, sorted: split at \`&\` and at the first \`=\` (a missing value is empty), \`+\` read as a space, decoded as UTF-8, everything but \`A-Z a-z 0-9 - . _ ~\` encoded again with upper-case \`%XX\`, sorted bytewise by name and then by value
5. SHA-256 of the body’s bytes in lower-case hex; without a body, of no bytes
6. \`X-Date\`
7. \`X-Session-Id\` or \`X-Device-Id\`
8. \`X-Device-Ts\`
9. \`X-Account-Id\`
10. \`X-Secret-Id\`; empty for devices
11. \`Idempotency-Key\`; empty for devices and where there is none

Paths with \`//\`, \`.\` or \`..\`, and escapes that cannot be decoded, are refused.

${SIGNATURE_EXAMPLES.map((example) => writeExample(example, api)).join('\n\n')}

## A program that signs

For Node 20 or newer, without a dependency. It signs in, signs \`GET /account\`, and prints the answer.

${FENCE}js
${NODE_EXAMPLE.trimEnd()}
${FENCE}

## Sending again

A change of a session is kept with its \`Idempotency-Key\` for 24 hours: sent again, it changes nothing and gets the same answer; another request under the same key is refused (\`replayed_key\`). Only changes that were made are kept, so a refused one may be corrected and sent under the same key. Devices may repeat what they like: reports by \`seq\`, acknowledgements by id, enrolment by \`device_nonce\`. Worth another try are 408, 429 and 5xx, and no answer at all.

## When the answer is no

Every refusal has one shape, \`Error\`. The status says what to do, \`code\` is the catalogue’s, and \`reason\` tells cases apart that share both.

${Object.entries(ERROR_CODES)
  .map(([name, code]) => `- code ${code}: ${name}`)
  .join('\n')}

${Object.values(REFUSALS)
  .map(({ status, code, reason, when }) => `- ${status}, code ${code}${reason === null ? '' : `, \`${reason}\``}: ${when}`)
  .join('\n')}
- 404, code 500: there is no such call. Unsigned, it is a 401.
- 500, code 500: a fault of ours, without a word on its cause.
`;
}

function writeExample(example: SignatureExample, api: string): string {
  const { title, intro, method, path, query, body, secret, headers, lines, signature } = example;
  const sent = [
    `${method} ${path}?${query}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', body]),
  ];
  return `### ${title}

${intro} The secret:

${block([secret])}

What is sent, but for the signature:

${block(sent)}

What is signed, eleven lines${lines.at(-1) === '' ? ' of which the last two are empty' : ''}:

${block(lines)}

What comes of it:

${block([`X-Signature: ${signature}`])}

The same with OpenSSL, and the call with curl (which is answered by a 401, \`session\`: nobody has signed in as this family):

${FENCE}sh
${toShell(example, api)}
${FENCE}`;
}

/** Commands that a shell takes as they are: the values have no single quotes. */
function toShell({ method, path, query, body, secret, headers, lines, signature }: SignatureExample, api: string): string {
  const told = Object.entries({ ...headers, 'X-Signature': signature }).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    `printf '%s' '${lines.join('\n')}' |`,
    `  openssl dgst -sha256 -mac HMAC -macopt hexkey:${secret}`,
    '',
    `curl -X ${method} \\`,
    ...told,
    ...(body === null ? [] : [`  --data-binary '${body}' \\`]),
    `  '${api}${path}?${query}'`,
  ].join('\n');
}

function block(lines: ReadonlyArray<string>): string {
  return [FENCE, ...lines, FENCE].join('\n');
}
