import { type Handler, Hono } from 'hono';
import type * as z from 'zod';
import { invalid } from '#app/wire/errors';
import {
  deleteSample,
  getAnalysis,
  getDownloadUrls,
  getSampleMeta,
  getSampleStats,
  getUserConfig,
  getVewInfo,
  requestSample,
  updateUserConfig,
} from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint, handleEndpointAfter } from '../core/handle-endpoint';
import { type SignedCall, unauthorised } from '../core/signature';
import { requireSamples } from '../status/sampling';
import { type ChildRow, listChildren } from '../store/child.queries';
import { findSample, markDeleted } from '../store/sample.queries';
import { readConfig, updateConfig } from './configure';
import { findAnalyzed, handOutDetails, handOutUrls, readDetails } from './hand-out';
import { holdSamples, restoreSamples } from './hold-samples';
import { readInfo, requestSamples, requireChild } from './on-demand';
import { readMeta, readStats } from './read-samples';
import { removeDeletedObjects } from './remove-objects';

const deleteRoute = handleEndpoint(deleteSample, (call, { body }) => ({
  objects_deleted: answerDeletion(call, body.request_args),
}));

/** One route per type of request (S56 to S59). */
const ROUTES: Record<string, Handler<FamilyApp>> = {
  get_sample_stats: handleEndpoint(getSampleStats, (call, { body }) => {
    const children = childrenOf(call, body.request_args.user_id);
    requireSamples(call);
    return readStats(call, children);
  }),
  get_sample_meta: handleEndpoint(getSampleMeta, (call, { body: { request_args } }) => {
    const child = requireChild(call, request_args.user_id);
    requireSamples(call);
    return readMeta(call, child, request_args);
  }),
  get_download_urls: handleEndpoint(getDownloadUrls, (call, { body: { request_args } }) => {
    requireSamples(call);
    return handOutUrls(
      call,
      request_args.sample_ids,
      request_args.revealed === true ? ['revealed'] : (request_args.kinds ?? ['thumbnails']),
    );
  }),
  get_analysis: handleEndpointAfter(
    getAnalysis,
    async (c, { body }) => {
      const { family } = c.env;
      const { signed } = c.var;
      const samples = family.transaction({ kind: signed.actor, id: signed.parts.actorId }, (call) => {
        family.requireActor(signed);
        requireSamples(call);
        return findAnalyzed(call, body.request_args.sample_ids);
      });
      return readDetails(family, samples);
    },
    (call, { body }, details) => handOutDetails(call, body.request_args.sample_ids, details),
  ),
  on_demand: handleEndpoint(requestSample, (call, { body: { request_args } }) => ({
    command_ids: requestSamples(call, requireChild(call, request_args.user_id), request_args.device_id),
  })),
  // Responds only when the objects are gone, so that a parent who deletes sees the proof. After a failure, the alarm tries again.
  delete_sample: async (c, next) => {
    const response = await deleteRoute(c, next);
    await removeDeletedObjects(c.env.family);
    return response;
  },
  get_vew_info: handleEndpoint(getVewInfo, (call, { body }) => readInfo(call, childrenOf(call, body.request_args.user_id))),
  get_user_config: handleEndpoint(getUserConfig, (call, { body }) => readConfig(call, requireChild(call, body.request_args.user_id))),
  update_user_config: handleEndpoint(updateUserConfig, (call, { body: { request_args } }) =>
    updateConfig(call, requireChild(call, request_args.user_id), request_args),
  ),
};

/** Screenshots: what the family has, and requests and settings for devices. */
export const vew = new Hono<FamilyApp>().post('/', (c, next) => {
  const route = ROUTES[typeOf(c.var.signed)];
  if (route === undefined) throw invalid('Unknown request_type', { request_type: 'unknown' });
  return route(c, next);
});

/** Returns the type of the request; '' if the body names none. */
function typeOf({ actor, body }: SignedCall): string {
  if (actor !== 'session') throw unauthorised('session');
  try {
    const { request_type } = Object(JSON.parse(body));
    return typeof request_type === 'string' && Object.hasOwn(ROUTES, request_type) ? request_type : '';
  } catch {
    throw invalid('The body is not JSON');
  }
}

function childrenOf(call: CallContext, id: string | undefined): Array<ChildRow> {
  return id === undefined ? listChildren(call.sql) : [requireChild(call, id)];
}

function answerDeletion(call: CallContext, { sample_ids, undo }: z.infer<typeof deleteSample.body>['request_args']): number {
  if (undo === 'offer') return holdSamples(call, sample_ids);
  return undo === 'take' ? restoreSamples(call, sample_ids) : deleteSamples(call, sample_ids);
}

/** Marks samples as deleted. Returns how many there were. */
function deleteSamples(call: CallContext, ids: ReadonlyArray<string>): number {
  let count = 0;
  for (const id of new Set(ids)) {
    const sample = findSample(call.sql, id);
    if (sample === null || !markDeleted(call.sql, id, call.now)) continue;
    call.recordChange('sample', id, { childId: sample.child_id, deviceId: sample.device_id });
    count += 1;
  }
  if (count > 0) call.setDue('samples', 'gone', call.now);
  return count;
}
