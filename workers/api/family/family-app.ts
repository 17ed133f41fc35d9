import { type Context, Hono, type Next } from 'hono';
import { readTogether } from '#app/wire/reads';
import { REALTIME_PATH, realtimeQuery } from '#app/wire/realtime';
import { noSuchCall, readInput, toErrorResponse } from '../on-error';
import { account, verification } from './accounts/account';
import { agent } from './agent/agent';
import { apps } from './apps/apps';
import { attributes } from './attributes/attributes';
import { checkouts, paymentSources, planChanges, purchaseInfo, purchases, subscriptions } from './billing/billing';
import { blockStatus } from './block-status/block-status';
import { children } from './children/children';
import { commands } from './commands/commands';
import type { FamilyApp } from './core/handle-endpoint';
import { answerReads } from './core/reads';
import { checkSignature, readSignedCall } from './core/signature';
import { coupons } from './coupons/coupons';
import { credentials } from './credentials/credentials';
import { data } from './data/data';
import { deletion } from './deletion/deletion';
import { devices } from './devices/devices';
import { granularity } from './granularity/granularity';
import { keys } from './keys/keys';
import { locationLookup } from './location-lookup/location-lookup';
import { geofences } from './locations/geofences';
import { locationHistory, locationInfo, userLocations } from './locations/positions';
import { notifications } from './notifications/notifications';
import { accessToken } from './realtime/access-token';
import { rules } from './rules/rules';
import { vew } from './samples/vew';
import { sessions } from './sessions/sessions';
import { skus } from './subscription/skus';

/** Creates the app for all signed requests to one family. Runs inside the family's Durable Object (docs/architecture.md). */
export function createFamilyApp(): Hono<FamilyApp> {
  const app = new Hono<FamilyApp>();
  app.onError((error, c) => toErrorResponse(error, c.env.family.now()));
  app.notFound(() => {
    const { status, body } = noSuchCall();
    return Response.json(body, { status });
  });
  app.get(REALTIME_PATH, openRealtime);
  app.use(requireSignature);
  app.route('/account', account);
  app.route('/account_verification', verification);
  app.route('/user', children);
  app.route('/data', data);
  app.route('/device', agent);
  app.route('/device', devices);
  app.route('/rule', rules);
  app.route('/granularity_by_user', granularity);
  app.route('/installed_apps', apps);
  app.route('/command', commands);
  app.route('/block_status', blockStatus);
  app.route('/notifications', notifications);
  app.route('/geofences', geofences);
  app.route('/user_location', userLocations);
  app.route('/location_history', locationHistory);
  app.route('/location_info', locationInfo);
  app.route('/vew_request', vew);
  app.route('/skus', skus);
  app.route('/coupon_details', coupons);
  app.route('/purchase', purchases);
  app.route('/purchase_info', purchaseInfo);
  app.route('/payment_sources', paymentSources);
  app.route('/checkout', checkouts);
  app.route('/plan_change', planChanges);
  app.route('/subscription', subscriptions);
  app.route('/access_token', accessToken);
  app.route('/key_exchange', keys);
  app.route('/credentials', credentials);
  app.route('/session', sessions);
  app.route('/account_deletion', deletion);
  app.route('/account_attributes', attributes);
  app.route('/location_lookup', locationLookup);
  app.get(readTogether.path, answerReads(app));
  return app;
}

/** Checks signature and clock of a request, and that its session or device is valid (S00). Waits only for the request body. */
async function requireSignature(c: Context<FamilyApp>, next: Next): Promise<void> {
  const { family } = c.env;
  const signed = readSignedCall(c.req.raw, new Uint8Array(await c.req.arrayBuffer()));
  checkSignature(signed, family.secretOf(signed), family.now());
  // For a session, `secretOf` has already checked that it is valid. A removed device still has a secret, so check it here.
  if (signed.actor === 'device') family.requireActor(signed);
  c.set('signed', signed);
  await next();
}

/** Opens a browser's socket by token, because browsers cannot sign an upgrade (A42). */
function openRealtime(c: Context<FamilyApp>): Response {
  const { access_token, after } = readInput(realtimeQuery, c.req.query());
  return c.env.family.openBrowserSocket(access_token, after === undefined ? null : Number(after));
}
