import { DEVICE_SOCKET_PATH } from '#app/wire/device';
import { CLOSE_CODES, PING, PONG, REALTIME_PATH } from '#app/wire/realtime';
import { OBJECT_PATH } from '#app/wire/samples';
import type { DocumentedOperation, DocumentedResponse, Parameter, PathItem } from './document-types';
import { ACK, FRAME_DOWN, HINT } from './example-block';
import { ACCOUNT, ACCOUNT_ID, COMMAND_ID, NOON, PAIR_ID, SESSION_ID } from './examples';
import { commonRefusals, jsonResponse, refusalResponses } from './responses';
import { refTo } from './schemas';
import { DEVICE_HEADERS } from './security';

const UPGRADE: Parameter = {
  name: 'Upgrade',
  in: 'header',
  required: true,
  description: 'With `Connection: Upgrade`: the request becomes a WebSocket.',
  schema: { type: 'string', const: 'websocket' },
};
const SWITCHING: DocumentedResponse = { description: 'The socket is open.' };
const PING_TEXT = 'every 30 to 55 seconds; a socket that is silent for 120 seconds is closed';
const SILENT = { [CLOSE_CODES.silent]: 'No message for 120 seconds.' };

const realtime: DocumentedOperation = {
  operationId: 'openRealtime',
  tags: ['Realtime'],
  summary: 'Opens the socket that notifies a browser of changes.',
  description:
    'The first frame is `hello` with the family’s number. If `after` differs or is missing, `resync` follows: read everything again. Then comes one frame per change, which says what changed but not the new value. Frames without a change (heartbeats, screen time) repeat the current number. `logout` is the last frame of an ended session. The web application offers the same socket under its own address for its pages, with the cookie in place of the token.',
  security: [{}],
  parameters: [
    {
      name: 'access_token',
      in: 'query',
      required: true,
      description: 'From GET /access_token; valid for an hour, at most as long as its session.',
      schema: { type: 'string', maxLength: 512 },
      example: `${ACCOUNT_ID}.${SESSION_ID}.1795266000000.Jc5uQm8xR2`,
    },
    {
      name: 'after',
      in: 'query',
      required: false,
      description: 'The `seq` of the last frame or of GET /account.',
      schema: { type: 'string', pattern: '^\\d{1,15}$' },
      example: String(ACCOUNT.seq),
    },
    UPGRADE,
  ],
  responses: {
    101: SWITCHING,
    ...refusalResponses(['wrongShape', 'noUpgrade', 'session', 'foreignOrigin']),
    503: {
      description: 'The family has reached 1000 connected browsers. Poll, and try again later.',
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } },
    },
  },
  'x-websocket': {
    receive: refTo('RealtimeFrame'),
    send: null,
    ping: `The text \`${PING}\` ${PING_TEXT}.`,
    pong: `The text \`${PONG}\`.`,
    closes: {
      1003: 'Received something other than a ping.',
      [CLOSE_CODES.signedOut]: 'The session has ended.',
      ...SILENT,
    },
    examples: [
      { summary: 'The socket opens', value: { v: 1, seq: 41, type: 'hello', account_id: ACCOUNT_ID, ts: NOON } },
      { summary: 'A rule of Mia’s changed', value: HINT },
    ],
  },
};

const deviceSocket: DocumentedOperation = {
  operationId: 'openDeviceSocket',
  tags: ['Device'],
  summary: 'Opens the socket that delivers commands to a device immediately.',
  description:
    'Signed like any other call of a device. It delivers all open commands first, then each new one. A `policy` frame means that a schedule has started or ended, or that the current usage is needed: decide again and report. Use `server_time` to correct a wrong clock. The device replies over the same socket: `ack` and `report` take the `body` of POST /device/ack and POST /device/report, and get `accepted` with the response of that call or `refused` with its `Error`. One socket per device. Pings count as heartbeats: with a socket, a report every three hours is enough. A command without a reply is sent again after 20 seconds, then after twice as long each time. Call GET /device/commands if you have neither polled nor reported for an hour, and more often without a socket.',
  security: [DEVICE_HEADERS],
  parameters: [UPGRADE],
  responses: {
    101: SWITCHING,
    ...refusalResponses([...commonRefusals('device', false, false), 'noUpgrade']),
    429: { description: 'More than 60 connections in a minute. Retry after `Retry-After` seconds.' },
  },
  'x-websocket': {
    receive: refTo('DeviceFrameDown'),
    send: refTo('DeviceFrameUp'),
    ping: `The text \`${PING}\` ${PING_TEXT}.`,
    pong: `The text \`${PONG}\`.`,
    closes: {
      1003: 'A frame was binary.',
      1007: 'A frame was invalid.',
      1008: 'More than 120 frames in a minute: send the rest by POST.',
      1009: 'A frame was larger than 256 KiB.',
      [CLOSE_CODES.replaced]: 'A newer socket of the same device was opened.',
      [CLOSE_CODES.gone]: 'The device was removed; a `gone` frame came before.',
      ...SILENT,
    },
    examples: [
      { summary: 'Received: a command', value: FRAME_DOWN },
      { summary: 'Sent: the command was carried out', value: { v: 1, id: '17', type: 'ack', body: [ACK] } },
      { summary: 'Received: accepted', value: { v: 1, type: 'accepted', id: '17', body: { accepted: [COMMAND_ID] } } },
    ],
  },
};

const LINK_PARAMETERS = ['email', 'pair_id', 'token'].map(
  (name): Parameter => ({ name, in: 'query', required: true, description: 'From the link.', schema: { type: 'string' } }),
);
const page = (description: string): DocumentedResponse => ({ description, content: { 'text/html': { schema: { type: 'string' } } } });
const open = (operationId: string, summary: string, answer: DocumentedResponse): DocumentedOperation => {
  return { operationId, tags: ['System'], summary, security: [{}], responses: { 200: answer } };
};

const TOKEN_PARAMETER: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'From POST /vew_request or POST /device/sample.',
  schema: { type: 'string' },
};
const SEALED = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const sampleObject: PathItem = {
  get: {
    operationId: 'readObject',
    tags: ['Screenshots'],
    summary: 'Downloads a sealed object.',
    description: 'Unsigned: the address is the permit. Pages of the web application may read the response.',
    security: [{}],
    parameters: [TOKEN_PARAMETER],
    responses: {
      200: { description: 'The sealed bytes; never cached.', content: SEALED },
      ...refusalResponses(['noPermit', 'objectGone']),
    },
  },
  put: {
    operationId: 'storeObject',
    tags: ['Device'],
    summary: 'Uploads a sealed object.',
    description: 'Exactly the announced bytes. A repetition stores them again. The last object of a sample completes it.',
    security: [{}],
    parameters: [TOKEN_PARAMETER],
    requestBody: { required: true, content: SEALED },
    responses: {
      200: jsonResponse(
        'Stored.',
        {
          type: 'object',
          properties: { sample_id: { type: 'string' }, state: { enum: ['arriving', 'stored'] } },
          required: ['sample_id', 'state'],
        },
        { sample_id: '01kb0wk2p7v3m9s4t6y1c8x5dn', state: 'stored' },
      ),
      ...refusalResponses(['notAnnounced', 'noPermit', 'objectGone']),
    },
  },
};

/** Paths without an endpoint in the contract: pages, files, sockets and the document itself. */
export const OTHER_PATHS: Record<string, PathItem> = {
  [REALTIME_PATH]: { get: realtime },
  [DEVICE_SOCKET_PATH]: { get: deviceSocket },
  [`${OBJECT_PATH}/{token}`]: sampleObject,
  '/pairing': {
    get: {
      operationId: 'openPairingPage',
      tags: ['Devices'],
      summary: 'The page that a pairing link opens on the child’s device.',
      description: 'In the browser’s language, if it is one of eight.',
      security: [{}],
      parameters: LINK_PARAMETERS,
      responses: {
        200: page('The page; its form requests the enrolment file.'),
        400: page('The same page, with a message that the link is invalid.'),
      },
    },
    post: {
      operationId: 'downloadEnrolment',
      tags: ['Devices'],
      summary: 'Returns the file that the child app opens, for the form of that page.',
      security: [{}],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: { pair_id: { type: 'string' }, token: { type: 'string' }, page_token: { type: 'string' } },
              required: ['pair_id', 'token', 'page_token'],
            },
          },
        },
      },
      responses: {
        200: jsonResponse(
          'The address and credentials for enrolling.',
          {
            type: 'object',
            properties: { api: { type: 'string' }, pair_id: { type: 'string' }, token: { type: 'string' } },
            required: ['api', 'pair_id', 'token'],
          },
          { api: 'https://api.example.com', pair_id: PAIR_ID, token: ACCOUNT.token },
        ),
        400: page('An outdated or unknown form.'),
      },
    },
  },
  '/healthz': {
    get: open(
      'checkHealth',
      'Health check.',
      jsonResponse('The API is running.', { type: 'object', properties: { ok: { const: true } }, required: ['ok'] }, { ok: true }),
    ),
  },
  '/openapi.json': {
    get: open('getDocument', 'This API as an OpenAPI 3.1 document.', {
      description: 'The document.',
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
  },
  '/docs': { get: open('readDocs', 'The same document as a page.', page('The page.')) },
};
