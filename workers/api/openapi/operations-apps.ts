import type { EndpointId } from '#app/wire/endpoints';
import type { GranularityWire } from '#app/wire/granularity';
import { CHILD_ID, DEVICE_ID, HOUR, NOON } from './examples';
import type { Operation } from './operations';

const CHILD = { description: 'The child.', example: CHILD_ID };
const AVATAR_QUERY = { key: { description: 'Always `avatar.png`, for any picture format.', example: 'avatar.png' }, user_id: CHILD };

const GRANULARITY: GranularityWire = {
  user_id: CHILD_ID,
  app_directives: { 'com.example.game': 'N' },
  omnibus_directives: { allowAirDrop: 'N' },
  app_schedules: {},
  app_limits: { 'com.example.video': 3600 },
  uncounted_apps: ['com.example.vocabulary'],
  web_filter: { allow: [], deny: ['example.org'], categories: [] },
  updated_ts: NOON,
};

type Described = 'getData' | 'putData' | 'removeData' | 'getGranularity' | 'putGranularity' | 'listInstalledApps' | 'getAppInfo';

/** Texts and examples of the calls about apps, restrictions and profile pictures. */
export const APP_OPERATIONS: Record<Extract<EndpointId, Described>, Operation> = {
  getData: {
    description:
      'The picture as base64. With an `Accept` header that begins with `image/`, the response is its bytes, which one browser can cache and revalidate by `ETag`.',
    refusals: ['notYours', 'noOwnPicture'],
    notModified: 'For bytes: the picture matches `If-None-Match`; no body.',
    query: AVATAR_QUERY,
    answer: { user_id: CHILD_ID, content_type: 'image/png', data: 'iVBORw0KGgo=' },
  },
  putData: {
    description:
      'PNG or JPEG by its content, at most 2 MB and 4096 pixels on a side. Location, time and camera data are removed before it is stored, including the orientation: rotate the pixels first. With the `img_modified` that was read, a picture that was uploaded since is not replaced.',
    refusals: ['notYours', 'emptyPicture', 'noPicture', 'stale'],
    query: AVATAR_QUERY,
    body: { data: 'iVBORw0KGgo=' },
    answer: { img_url: `/data?key=avatar.png&user_id=${CHILD_ID}`, img_modified: NOON },
  },
  removeData: { refusals: [], query: AVATAR_QUERY, answer: { objects_deleted: 1 } },
  getGranularity: {
    description: 'Default values are absent. Without a plan that includes app rules, they are kept but not applied.',
    refusals: ['notYours'],
    query: { user_id: { description: 'One child; without it, all.', example: CHILD_ID } },
    answer: [GRANULARITY],
  },
  putGranularity: {
    description:
      '`patch` is merged key by key: `S`, a default, an empty list, `null` or `false` takes a key away. `app_schedules` names schedules with `scope` `apps`. The app that manages the device can’t have a directive, schedule or limit. A web filter list replaces the previous one, at most 200 hosts; a pasted address is reduced to its host, other scripts become punycode. Every device of the child is sent one `policy` command; a patch without changes sends nothing. `replaced` contains the previous `app_directives`, to undo the change.',
    refusals: ['notYours', 'notInPlan', 'stale', 'noSuchSetting'],
    body: { user_id: CHILD_ID, patch: { app_directives: { 'com.example.game': 'N' } } },
    answer: { ...GRANULARITY, replaced: { 'com.example.game': 'S' } },
  },
  listInstalledApps: {
    description: 'The latest reports of the child’s devices, as one list. POST /command with `app_list` requests a new report.',
    refusals: ['notYours'],
    query: { user_id: CHILD },
    answer: [
      {
        bundle_id: 'com.example.game',
        name: 'Example Game',
        version: '3.2',
        device_ids: [DEVICE_ID],
        installed_ts: NOON - 20 * HOUR,
        came_with_device: false,
        used_today: 1260,
      },
    ],
  },
  getAppInfo: {
    description:
      'Unsigned, on a separate service. A locale without texts gets English. The response can be cached for a day; revalidate it by its `ETag`.',
    refusals: ['unknownApp'],
    notModified: 'The response matches `If-None-Match`; no body.',
    query: {
      bundle_id: { description: 'The app’s id on the system.', example: 'com.example.game' },
      locale: { description: 'The language of the texts.', example: 'en' },
    },
    answer: {
      bundle_id: 'com.example.game',
      other_ids: ['com.example.game.ios'],
      title: 'Example Game',
      description: 'A game about examples.',
      screenshots: [],
      videos: [],
      rating: null,
      content_rating: null,
      advisories: [],
      genres: ['games'],
      logo: null,
    },
  },
};
