import type { EndpointId } from '../../../app/wire/endpoints';
import type { GranularityWire } from '../../../app/wire/granularity';
import { CHILD_ID, DEVICE_ID, HOUR, NOON } from './examples';
import type { Operation } from './operations';

const CHILD = { description: 'The child.', example: CHILD_ID };
const AVATAR_QUERY = { key: { description: 'Always `avatar.png`, whatever the picture’s format.', example: 'avatar.png' }, user_id: CHILD };

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

/** Words and examples of the calls about apps, restrictions and pictures. */
export const APP_OPERATIONS: Record<Extract<EndpointId, Described>, Operation> = {
  getData: {
    description:
      'The picture as base64. With an `Accept` that begins with `image/` the answer is its bytes, for one browser to keep and to ask about by `ETag`.',
    refusals: ['notYours', 'noOwnPicture'],
    notModified: 'As bytes: the picture is still the one that `If-None-Match` names; no body.',
    query: AVATAR_QUERY,
    answer: { user_id: CHILD_ID, content_type: 'image/png', data: 'iVBORw0KGgo=' },
  },
  putData: {
    description:
      'PNG or JPEG by its content, at most 2 MB and 4096 pixels on a side. What it tells of place, time and camera is taken out before it is stored, a camera’s note of how it was held too: turn the pixels before. With `img_modified`, that of the picture which was seen, another one that came since stays.',
    refusals: ['notYours', 'emptyPicture', 'noPicture', 'stale'],
    query: AVATAR_QUERY,
    body: { data: 'iVBORw0KGgo=' },
    answer: { img_url: `/data?key=avatar.png&user_id=${CHILD_ID}`, img_modified: NOON },
  },
  removeData: { refusals: [], query: AVATAR_QUERY, answer: { objects_deleted: 1 } },
  getGranularity: {
    description: 'What stands at its default is absent. Without a plan that has it, it is kept and in force nowhere.',
    refusals: ['notYours'],
    query: { user_id: { description: 'One child; all without it.', example: CHILD_ID } },
    answer: [GRANULARITY],
  },
  putGranularity: {
    description:
      '`patch` is merged key by key: `S`, a default, an empty list, `null` or `false` takes a key away. `app_schedules` names schedules with `scope` `apps`. The app that manages the device has no directive, schedule or limit. Of the web filter a list that is given replaces the one before, at most 200 hosts; a pasted address is understood as its host, other scripts become punycode. Every device of the child is sent one `policy` command; what changes nothing sends nothing. `replaced` is what `app_directives` stood at before, to take the change back with.',
    refusals: ['notYours', 'notInPlan', 'stale', 'noSuchSetting'],
    body: { user_id: CHILD_ID, patch: { app_directives: { 'com.example.game': 'N' } } },
    answer: { ...GRANULARITY, replaced: { 'com.example.game': 'S' } },
  },
  listInstalledApps: {
    description: 'What the child’s devices reported last, as one list. POST /command with `app_list` asks them to look again.',
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
      'Unsigned, and a service with an address of its own. A locale without texts gets English. The answer may be kept for a day; ask again by its `ETag`.',
    refusals: ['unknownApp'],
    notModified: 'The answer is still the one that `If-None-Match` names; no body.',
    query: {
      bundle_id: { description: 'Under which the system knows the app.', example: 'com.example.game' },
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
