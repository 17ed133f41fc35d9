import type { EndpointId } from '#app/wire/endpoints';
import { type AnnounceBody, DEFAULT_SAMPLE_CONFIG, NO_HITS, type SampleMetaWire } from '#app/wire/samples';
import { CHILD_ID, COMMAND_ID, DEVICE_ID, HOUR, NOON } from './examples';
import type { Operation } from './operations';

const SAMPLE_ID = '01kb0wk2p7v3m9s4t6y1c8x5dn';
const KEY_ID = '3f0e7c529d414b86a1f762c8d05b9e133f0e7c52';
const IV = 'q83vASNFZ4mrze8B';
const SHA256 = '5d1f7b20c9e84a36b7f0d2581c6e93a45d1f7b20c9e84a36b7f0d2581c6e93a4';
const KEYS = [{ key_id: KEY_ID, wrapped: 'A'.repeat(512) }];
const ADDRESS = 'https://api.example.com/sample_object/8f3a…';
const HITS = { ...NO_HITS, violence: 2 };
const LOGGED = 'The family’s access log records who got it.';
const CONFIG = { user_id: CHILD_ID, ...DEFAULT_SAMPLE_CONFIG, updated_ts: NOON };

const META: SampleMetaWire = {
  sample_id: SAMPLE_ID,
  user_id: CHILD_ID,
  device_id: DEVICE_ID,
  sample_ts: NOON,
  updated_ts: NOON + 4000,
  deleted: false,
  cause: 'on_demand',
  screens: [{ kind: 'screen-0', iv: IV, bytes: 182_410, missing: false }],
  thumbnails: { iv: IV, url: null, missing: false },
  keys: KEYS,
  ocr_summary: HITS,
  objects_gone_ts: null,
};

const ANNOUNCED: AnnounceBody = {
  sample_id: SAMPLE_ID,
  user_id: CHILD_ID,
  sample_ts: NOON,
  cause: 'on_demand',
  command_id: COMMAND_ID,
  notice_ts: NOON,
  keys: KEYS,
  ocr_summary: HITS,
  objects: ['thumb', 'meta', 'screen-0'].map((kind, index) => ({
    kind,
    bytes: 4096,
    sha256: SHA256,
    iv: `${IV.slice(0, -1)}${index}`,
  })),
};

type SampleCall = Extract<
  EndpointId,
  | 'getSampleMeta'
  | 'getSampleStats'
  | 'getAnalysis'
  | 'getDownloadUrls'
  | 'requestSample'
  | 'deleteSample'
  | 'getVewInfo'
  | 'getUserConfig'
  | 'updateUserConfig'
  | 'announceSample'
>;

/** Texts and examples of the calls about screenshots. */
export const SAMPLE_OPERATIONS: Record<SampleCall, Operation> = {
  getSampleMeta: {
    description:
      '`request_type` chooses the request: `get_sample_meta`, `get_sample_stats`, `get_analysis`, `get_download_urls`, `on_demand`, `delete_sample`, `get_vew_info`, `get_user_config` or `update_user_config`; any other is refused. Images and details are sealed on the device; the server can’t open them.\n\nReturns at most 10,000 samples with a higher `updated_ts` than the one sent, in that order, deleted ones included. After two weeks without a call, read everything again.',
    refusals: ['notYours', 'notInPlan'],
    body: { request_type: 'get_sample_meta', request_args: { user_id: CHILD_ID, updated_ts: NOON } },
    answer: [META],
  },
  getSampleStats: {
    refusals: ['notYours', 'notInPlan'],
    body: { request_type: 'get_sample_stats', request_args: { user_id: CHILD_ID } },
    answer: [
      {
        user_id: CHILD_ID,
        samples: 1,
        with_hits: 1,
        ocr_summary: HITS,
        devices: [{ device_id: DEVICE_ID, samples: 1, with_hits: 1 }],
        days: [{ date: '2026-11-21', samples: 1, with_hits: 1 }],
        last_sample_ts: NOON,
        bytes: 190_602,
      },
    ],
  },
  getAnalysis: {
    description: `\`meta\` contains the recognized text, its hits, the app and the title of its window. ${LOGGED}`,
    refusals: ['notYours', 'notInPlan'],
    body: { request_type: 'get_analysis', request_args: { sample_ids: [SAMPLE_ID] } },
    answer: [{ sample_id: SAMPLE_ID, user_id: CHILD_ID, device_id: DEVICE_ID, ocr_summary: HITS, keys: KEYS, meta: 'UExTMQE=' }],
  },
  getDownloadUrls: {
    description: `An address is valid for 10 minutes, as long as the session, and until the sample is deleted. ${LOGGED}`,
    refusals: ['notYours', 'notInPlan'],
    body: { request_type: 'get_download_urls', request_args: { sample_ids: [SAMPLE_ID] } },
    answer: [
      {
        sample_id: SAMPLE_ID,
        dlExpiry: NOON + HOUR / 6,
        thumbnails: { iv: IV, url: ADDRESS, bytes: 4096, sha256: SHA256 },
        screens: [],
        keys: META.keys,
      },
    ],
  },
  requestSample: {
    description:
      'A device with an open request isn’t asked again. Each new request counts in this month until it fails, expires or is canceled. The uploaded sample confirms it.',
    refusals: ['notYours', 'notInPlan', 'limit', 'cannotSample'],
    body: { request_type: 'on_demand', request_args: { user_id: CHILD_ID } },
    answer: { command_ids: [COMMAND_ID] },
  },
  deleteSample: {
    description:
      'Responds when the objects are gone. `objects_gone_ts` of the deleted sample says when that was checked. With `undo` `offer`, the samples are hidden and are deleted 15 s later; until then, `undo` `take` restores them.',
    refusals: [],
    body: { request_type: 'delete_sample', request_args: { sample_ids: [SAMPLE_ID] } },
    answer: { objects_deleted: 1 },
  },
  getVewInfo: {
    refusals: ['notYours'],
    body: { request_type: 'get_vew_info', request_args: {} },
    answer: {
      quota: { limit: 30, used: 1, resets_ts: NOON + 9 * 24 * HOUR },
      monitoring: false,
      users: [{ user_id: CHILD_ID, user_enabled: true, vewStatus: 'inactive', samples: 1, last_sample_ts: NOON }],
      devices: [
        {
          device_id: DEVICE_ID,
          users: [CHILD_ID],
          vewStatus: 'inactive',
          why: 'needs_app',
          version: '6',
          samples: 1,
          last_sample_ts: NOON,
          request: null,
        },
      ],
    },
  },
  getUserConfig: {
    refusals: ['notYours'],
    body: { request_type: 'get_user_config', request_args: { user_id: CHILD_ID } },
    answer: CONFIG,
  },
  updateUserConfig: {
    description:
      'Settings that aren’t given stay. Automatic captures and the search for terms need Premium+. At most 200 own and 200 ignored terms. With the `updated_ts` that was read, a change based on older settings is refused as `stale`.',
    refusals: ['notYours', 'notInPlan', 'stale', 'tooManyTerms'],
    body: { request_type: 'update_user_config', request_args: { user_id: CHILD_ID, config: { user_enabled: false } } },
    answer: { ...CONFIG, user_enabled: false },
  },
  announceSample: {
    description:
      'The device makes `sample_id`, shows the child that a screenshot was taken (`notice_ts`), and seals thumbnail, details and screens to the account key that it has pinned. Then it sends each object to its address with PUT. To continue an interrupted upload, repeat the call with the same content: it returns the addresses of what is missing. `deleted`: forget the sample. The format is in docs/reference/sealed-samples.md.',
    refusals: ['notYours', 'notInPlan', 'wrongSample', 'rateLimited'],
    body: ANNOUNCED,
    answer: {
      sample_id: SAMPLE_ID,
      state: 'arriving',
      put: [{ kind: 'thumb', url: ADDRESS }],
      expires_ts: NOON + HOUR / 12,
    },
  },
};
