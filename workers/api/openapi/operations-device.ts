import type { EndpointId } from '#app/wire/endpoints';
import { ACK, DEVICE_COMMAND, POLICY, REPORT } from './example-block';
import { ACCOUNT_ID, CHILD_ID, COMMAND_ID, DEVICE_ID, NOON } from './examples';
import type { Operation } from './operations';

const SECRET = '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f';

type DeviceCall = Extract<EndpointId, 'enrolDevice' | 'getPolicy' | 'listCommands' | 'ackCommands' | 'sendReport'>;

/** Texts and examples of the calls that devices make. */
export const DEVICE_OPERATIONS: Record<DeviceCall, Operation> = {
  enrolDevice: {
    description:
      'By `code`, or by `pair_id` and `token` of the link. The device creates `device_nonce` and keeps it until the response has arrived: the same nonce gets the same response again, any other gets `already_paired` and no secret. Wrong codes are counted per network address.',
    refusals: ['wrongCode', 'alreadyPaired', 'wrongToken', 'limit', 'rateLimited'],
    body: {
      code: 'K7MX-2QD4',
      device_nonce: 'f6a1c9d27b3e4850',
      make: 'Acme',
      model: 'A1',
      model_name: 'Acme One',
      os: 'android',
      os_version: '16',
      app_version: '8.21.0',
      udid: '',
      management_level: 'owner',
      key_pinned: false,
    },
    answer: { device_id: DEVICE_ID, account_id: ACCOUNT_ID, device_secret: SECRET, schedule_ts: NOON, policy: POLICY, account_key: null },
  },
  getPolicy: {
    description:
      'The complete policy of all children of the device, which lets the device decide offline. `schedule_ts` increases with every change.',
    refusals: [],
    query: { since: { description: 'The `schedule_ts` that the device has.', example: String(NOON - 1) } },
    answer: { schedule_ts: NOON, policy: POLICY, server_time: NOON + 300 },
    notModified: 'No change since `since`; no body.',
  },
  listCommands: {
    description:
      'At most one `policy`, the newest. Fetching marks them as sent. On `policy` the device reads GET /device/policy, applies it, and acknowledges; on `device_info` it reports; on `unmanage` it stops managing. It acknowledges an unknown kind with an error.',
    refusals: [],
    query: { after: { description: 'The last `seq` that the device received.', example: '11' } },
    answer: [DEVICE_COMMAND],
  },
  ackCommands: {
    description:
      '`schedule_ts` and `applied` are the current state of the device. Late and repeated acknowledgements have no effect. An ack of an older policy than the command’s confirms nothing; one that names the policy but doesn’t follow it ends the command as `failed`.',
    refusals: [],
    body: [ACK],
    answer: { accepted: [COMMAND_ID] },
  },
  sendReport: {
    description:
      '`seq` increases with every report; a repeated or older one is ignored. `usage` is the running total of the day. While it grows and counts, report it every `usage_every` seconds (default: 60). Report immediately when a state changes, when the daily limit or an app limit runs out, and with `in_use` when use starts and ends. Without `in_use`, the server requests the usage every minute. A report that names a policy confirms it like an acknowledgement, so a lost acknowledgement does no harm. Events of an unknown type and nested components are dropped, and the rest is kept. Sign with the server’s time; `at` and `X-Device-Ts` are the device’s own clock.',
    refusals: [],
    tooMany: 'More than 120 reports from a device in a minute. Retry after `Retry-After` seconds.',
    body: REPORT,
    answer: { seq: 93, policy_ts: NOON, usage: [{ user_id: CHILD_ID, date: '2026-11-21', seconds: 600 }], usage_every: 300 },
  },
};
