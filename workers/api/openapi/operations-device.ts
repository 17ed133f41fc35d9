import type { EndpointId } from '../../../app/wire/endpoints';
import { ACK, DEVICE_COMMAND, POLICY, REPORT } from './example-block';
import { ACCOUNT_ID, CHILD_ID, COMMAND_ID, DEVICE_ID, NOON } from './examples';
import type { Operation } from './operations';

const SECRET = '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f';

type DeviceCall = Extract<EndpointId, 'enrolDevice' | 'getPolicy' | 'listCommands' | 'ackCommands' | 'sendReport'>;

/** Words and examples of what devices call. */
export const DEVICE_OPERATIONS: Record<DeviceCall, Operation> = {
  enrolDevice: {
    description:
      'By `code`, or by `pair_id` and `token` of the link. `device_nonce` is made by the device and kept until the answer has arrived: the same nonce gets the same answer again, any other gets `already_paired` and no secret. Wrong codes are counted per network address.',
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
      'The whole policy of all children of the device; with it the device decides alone, offline. `schedule_ts` rises whenever any part of it changes.',
    refusals: [],
    query: { since: { description: 'The `schedule_ts` that the device has.', example: String(NOON - 1) } },
    answer: { schedule_ts: NOON, policy: POLICY, server_time: NOON + 300 },
    notModified: 'Nothing is newer than `since`; no body.',
  },
  listCommands: {
    description:
      'At most one `policy`, the newest. Fetching marks them as sent. On `policy` the device reads GET /device/policy, applies it, and acknowledges; on `device_info` it reports; on `unmanage` it lets go. A kind that it does not know it acknowledges with an error.',
    refusals: [],
    query: { after: { description: 'The last `seq` that the device has seen.', example: '11' } },
    answer: [DEVICE_COMMAND],
  },
  ackCommands: {
    description:
      '`schedule_ts` and `applied` are what holds on the device now. Late and repeated ones are harmless. An ack of an older policy than the command’s proves nothing; one that names the policy and does not follow it ends the command as `failed`.',
    refusals: [],
    body: [ACK],
    answer: { accepted: [COMMAND_ID] },
  },
  sendReport: {
    description:
      '`seq` rises with every report; a repeated or older one is ignored. `usage` is the running total of the day. While it grows and counts, tell it again after `usage_every` seconds, a minute where none are named; tell at once when a state changes, when the time of the day or of an app runs out, and with `in_use` when use begins and when it has ended. Without `in_use` a device is asked for its use every minute. A report that names a policy proves it as well as an acknowledgement, so a lost one heals. Events of an unknown type and nested components are left out, and the rest is kept. Sign with the server’s time; `at` and `X-Device-Ts` are the device’s own clock.',
    refusals: [],
    tooMany: 'More than 120 reports of a device in a minute. Come back after `Retry-After` seconds.',
    body: REPORT,
    answer: { seq: 93, policy_ts: NOON, usage: [{ user_id: CHILD_ID, date: '2026-11-21', seconds: 600 }], usage_every: 300 },
  },
};
