import { ERROR_CODES } from '#app/wire/errors';
import { NODE_EXAMPLE } from './node-example';
import { REFUSALS } from './refusals';
import { SIGNATURE_EXAMPLES, type SignatureExample } from './signature-example';

const FENCE = '```';

/** Returns the document's description in Markdown, with what a developer needs before the first call. `api` is the base URL of the API. */
export function writeGuide(api: string): string {
  return `The Porchlight API, used by the web application, the devices and your own programs.

Everything is JSON over HTTPS, in UTF-8. Times are epoch milliseconds. Ignore fields that you don’t know; the API does the same. A body can have up to 1 MB. Times, ids and names in the examples belong to a fictional family: at noon Mia is blocked for an hour, and her phone confirms it after 0.8 seconds.

## Authentication

- **Public**: sign-up, login, confirming an address, enrolling a device, and public data. No signature.
- **A parent’s session**: created by a login and signed with the secret that the login returned once.
- **A device**: created by enrolling it and signed with the secret that enrolling returned once. Only devices can call \`/device/policy\`, \`/device/commands\`, \`/device/ack\`, \`/device/report\` and \`/device/socket\`.

Each signed call is limited to its own account. An id of another account gets the same response as an id that doesn’t exist.

## The signature

Send these headers, and sign exactly the values that you send.

- \`X-Date\`: now, as JavaScript’s \`toISOString()\` writes it. Allowed clock skew: 300 s; the error includes \`server_time\`, so that you can sign again with the offset.
- \`X-Session-Id\`, for devices \`X-Device-Id\`: the caller.
- \`X-Device-Ts\`: your own clock, epoch milliseconds in decimal, even if it is wrong.
- \`X-Account-Id\`: the account.
- \`X-Secret-Id\`: the session’s \`parent_secret_id\`. Devices have none.
- \`Idempotency-Key\`: 1 to 128 characters, new for every change of a session. Devices have none.
- \`X-Signature\`: \`v1=\` and the HMAC-SHA256 of the string below in lower-case hex. The key is the 32 bytes that the secret’s 64 hex digits encode.

The string has eleven lines, joined by LF, with no LF at the end:

1. \`v1\`
2. the method in upper case
3. the path as sent
4. the query, sorted: split at \`&\` and at the first \`=\` (a missing value is empty), \`+\` read as a space, decoded as UTF-8, everything but \`A-Z a-z 0-9 - . _ ~\` encoded again with upper-case \`%XX\`, sorted bytewise by name and then by value
5. SHA-256 of the body’s bytes in lower-case hex; without a body, of an empty string
6. \`X-Date\`
7. \`X-Session-Id\` or \`X-Device-Id\`
8. \`X-Device-Ts\`
9. \`X-Account-Id\`
10. \`X-Secret-Id\`; empty for devices
11. \`Idempotency-Key\`; empty for devices and if there is none

Paths with \`//\`, \`.\` or \`..\`, and escapes that cannot be decoded, are refused.

${SIGNATURE_EXAMPLES.map((example) => writeExample(example, api)).join('\n\n')}

## A program that signs

For Node 20 or newer, without dependencies. It logs in, signs \`GET /account\`, and prints the response.

${FENCE}js
${NODE_EXAMPLE.trimEnd()}
${FENCE}

## Idempotency and retries

The API keeps each change of a session with its \`Idempotency-Key\` for 24 hours. Sent again, it changes nothing and gets the same response; a different request with the same key is refused (\`replayed_key\`). Refused changes are not kept, so you can correct one and send it with the same key. Devices can repeat any call: reports are identified by \`seq\`, acknowledgements by id, enrolment by \`device_nonce\`. Retry after 408, 429, 5xx, or no response.

## Errors

Every error has the schema \`Error\`. The status says what to do, \`code\` comes from the error catalog, and \`reason\` distinguishes cases that share both.

${Object.entries(ERROR_CODES)
  .map(([name, code]) => `- code ${code}: ${name}`)
  .join('\n')}

${Object.values(REFUSALS)
  .map(({ status, code, reason, when }) => `- ${status}, code ${code}${reason === null ? '' : `, \`${reason}\``}: ${when}`)
  .join('\n')}
- 404, code 500: unknown call. Without a signature, 401.
- 500, code 500: internal error; details are only in the server log.
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

Request, without the signature:

${block(sent)}

String to sign, eleven lines${lines.at(-1) === '' ? ', the last two empty' : ''}:

${block(lines)}

Result:

${block([`X-Signature: ${signature}`])}

The same with OpenSSL, and the call with curl (it returns 401, \`session\`, because this family has no login):

${FENCE}sh
${toShell(example, api)}
${FENCE}`;
}

/** Returns shell commands that run exactly as printed. The values contain no single quotes. */
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
