import { includesMonitoring, SAMPLE_LIFE_MS } from '#app/domain/sample-config';
import { ERROR_CODES, invalid, notInPlan, outsideAccount, Refusal } from '#app/wire/errors';
import { type AnnounceAnswer, type AnnounceBody, maxBytesOf, UPLOAD_LIFE_MS } from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import { findObstacle } from '../status/sampling';
import { findCommandOf } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';
import { accountKeyOf } from '../store/key.queries';
import { countAnnounced, findAnswerTo, findSample, insertSample, type StoredSample } from '../store/sample.queries';
import { findSampleConfig } from '../store/sample-config.queries';
import { planOf } from '../subscription/plan-of';
import { addressOf } from './address';
import { planUpkeep } from './sweep';

const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of samples that a device may announce in 24 hours. Captures every 15 minutes are 96. */
const PER_DAY_MAX = 150;
/** How long before a capture its notice may have appeared, and how much later. The clock of a device may jump in between. */
const NOTICE_BEFORE_MS = 5 * 60_000;
const NOTICE_AFTER_MS = 60_000;
/** An upload may take longer than a request waits to be carried out. */
const UPLOAD_OF_REQUEST_MS = 60 * 60_000;

/**
 * Accepts an announced sample and returns addresses for the objects that are not stored yet. A repeated announcement continues the upload.
 * @param at the time of the capture by the device's clock, at most now
 * @throws Refusal 400 with `fields`, 403
 */
export function takeSample(call: CallContext, device: StoredDevice, body: AnnounceBody, at: number): AnnounceAnswer {
  const known = findSample(call.sql, body.sample_id);
  if (known !== null) return continueUpload(call, device, body, known);
  if (!device.childIds.includes(body.user_id)) throw outsideAccount();
  // The device forgets what is too old to be kept.
  if (at <= call.now - SAMPLE_LIFE_MS) return answer(call, { id: body.sample_id, state: 'deleted', objects: [] });
  requireWanted(call, device, body);
  requireNotice(body);
  requireShape(call, body);
  if (countAnnounced(call.sql, device.id, call.now - DAY_MS) >= PER_DAY_MAX) {
    throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many samples, try again later');
  }
  insertSample(call.sql, device.id, body, { at, now: call.now });
  if (body.command_id !== undefined) call.setDue('command', body.command_id, call.now + UPLOAD_OF_REQUEST_MS);
  planUpkeep(call);
  call.hint('sample', { childId: body.user_id, deviceId: device.id });
  const sample = findSample(call.sql, body.sample_id);
  if (sample === null) throw new Error('The sample was not stored');
  return answer(call, sample);
}

function continueUpload(call: CallContext, device: StoredDevice, body: AnnounceBody, known: StoredSample): AnnounceAnswer {
  if (known.device_id !== device.id) throw invalid('This id belongs to another sample', { sample_id: 'taken' });
  if (known.state === 'deleted') return answer(call, known);
  const contentOf = (objects: ReadonlyArray<{ kind: string; sha256: string }>) =>
    objects.map(({ kind, sha256 }) => `${kind} ${sha256}`).join();
  if (contentOf(known.objects) !== contentOf(body.objects)) throw invalid('This id belongs to another sample', { sample_id: 'taken' });
  return answer(call, known);
}

function answer(call: CallContext, { id, state, objects }: Pick<StoredSample, 'id' | 'state' | 'objects'>): AnnounceAnswer {
  const expires = call.now + UPLOAD_LIFE_MS;
  const waiting = state === 'arriving' ? objects.filter(({ storedAt }) => storedAt === null) : [];
  return {
    sample_id: id,
    state: state === 'leaving' ? 'stored' : state,
    put: waiting.map(({ kind }) => ({
      kind,
      url: addressOf(call, { action: 'put', sampleId: id, kind, expires, actorId: call.actor.id }),
    })),
    expires_ts: expires,
  };
}

/** @throws Refusal if the plan or the settings do not want the sample, or if nobody requested it */
function requireWanted(call: CallContext, device: StoredDevice, { user_id, cause, command_id }: AnnounceBody): void {
  const obstacle = findObstacle(call, device);
  if (obstacle?.why === 'plan') throw notInPlan('screenshots');
  if (obstacle !== null) throw invalid('This device can’t make screenshots', { device_id: obstacle.why });
  const { user_enabled, automated } = findSampleConfig(call.sql, user_id).config;
  if (!user_enabled) throw invalid('Screenshots are turned off for this child', { user_id: 'off' });
  if (cause === 'periodic') {
    if (!includesMonitoring(planOf(call))) throw notInPlan('automatic screenshots');
    if (!automated.enabled) throw invalid('Automatic screenshots are turned off for this child', { cause: 'off' });
    return;
  }
  const command = command_id === undefined ? null : findCommandOf(call.sql, device.id, command_id);
  const isOpen = command?.kind === 'on_demand' && (command.state === 'saved' || command.state === 'sent');
  // A request is answered by one sample.
  const isRequested = isOpen && findAnswerTo(call.sql, device.id, command.id) === null;
  if (!isRequested) throw invalid('Nobody requested this sample', { command_id: 'unknown' });
}

/**
 * Compares the two times of the device’s own clock. A wrong clock is wrong in both.
 * @throws Refusal 400 with `fields` if the child was not shown a notice at the time of the capture
 */
function requireNotice({ notice_ts, sample_ts }: AnnounceBody): void {
  if (notice_ts < sample_ts - NOTICE_BEFORE_MS) throw invalid('The notice is older than the capture', { notice_ts: 'too_early' });
  if (notice_ts > sample_ts + NOTICE_AFTER_MS) throw invalid('The notice is later than the capture', { notice_ts: 'too_late' });
}

/** @throws Refusal 400 with `fields` for a sample that no viewer could open, or that is too large */
function requireShape(call: CallContext, { keys, objects }: AnnounceBody): void {
  if (keys[0]?.key_id !== accountKeyOf(call.sql)?.key_id) throw invalid('Sealed to another key', { keys: 'other_key' });
  const screens = objects.filter(({ kind }) => kind.startsWith('screen-')).length;
  const expected = new Set(['thumb', 'meta', ...Array.from({ length: screens }, (_, index) => `screen-${index}`)]);
  const isComplete = objects.length === expected.size && objects.every(({ kind }) => expected.delete(kind));
  if (!isComplete || screens === 0) throw invalid('A sample has thumb, meta and screens from screen-0 on', { objects: 'kinds' });
  if (new Set(objects.map(({ iv }) => iv)).size !== objects.length) throw invalid('Two objects have the same iv', { objects: 'iv' });
  const large = objects.findIndex(({ kind, bytes }) => bytes > maxBytesOf(kind));
  if (large !== -1) throw invalid('An object is too large', { [`objects.${large}.bytes`]: 'too_large' });
}
