import { describe, expect, test, vi } from 'vitest';
import { png } from '#app/domain/image-bytes.fixture';
import { createAccount, getAccount, getVerification, resendVerification } from '#app/wire/account';
import { listInstalledApps } from '#app/wire/apps';
import {
  cancelSubscription,
  changePlan,
  createCheckout,
  endTrialEligibility,
  finishCheckout,
  getPurchaseInfo,
  listPaymentSources,
  previewPlanChange,
  purchase,
  putPaymentSource,
  resumeSubscription,
  withdrawPlanChange,
} from '#app/wire/billing';
import { getBlockStatus } from '#app/wire/block-status';
import { cancelCommand, createCommand } from '#app/wire/command';
import { getData, putData, removeData } from '#app/wire/data';
import { ackCommands } from '#app/wire/device';
import { ENDPOINTS } from '#app/wire/endpoints';
import { createPairing, createUser, listDevices, listUsers, removeDevice, removeUser, updateDevice, updateUser } from '#app/wire/family';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import {
  changeDeletion,
  changeEmail,
  changePassword,
  correctEmail,
  exchangeSso,
  getAttributes,
  getDeletion,
  listSessions,
  putAttributes,
  RECENT_LOGIN_MS,
  revokeSessions,
} from '#app/wire/identity';
import { getLocationHistory, getLocationInfo, listGeofences, listUserLocations, lookUpLocation, removeGeofences } from '#app/wire/location';
import { listNotifications, updateNotifications } from '#app/wire/notification';
import { listCoupons } from '#app/wire/offers';
import { getAccessToken, REALTIME_TOKEN_TYPE } from '#app/wire/realtime';
import { createRule, listRules, removeRules, updateRule } from '#app/wire/rule';
import { getSkus } from '#app/wire/subscription';
import { accountKey, envelope } from '#tests/clients/account-key';
import { Agent } from '#tests/clients/agent';
import { createJsonSchemaCheck } from '#tests/clients/json-schema';
import { fix, newPlace, SCHOOL } from '#tests/clients/located-family';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { type CheckedDocument, listOperations, lookUp, readDocument } from '#tests/clients/open-api';
import { API, authKey, Parent, post, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { registerKey, reportReady, uploadSample } from '#tests/clients/sampled-family';
import { sealSample } from '#tests/clients/seal-sample';
import { openBrowser, openDevice } from '#tests/clients/socket';
import { internal, newDevice, newFamily, prove, send, stopClock } from '#tests/clients/worker';
import { closeProviders, playProviders, signInAt } from '#tests/fakes/identity-provider';

const DAY = 86_400_000;

/** Returns a `send` function that checks each response against the document, and the list of responses it received. */
async function createContractCheckedSend() {
  const document = readDocument(await (await send(new Request(`${API}/openapi.json`))).text());
  const check = createJsonSchemaCheck(document.components.schemas, true);
  const seen: Array<string> = [];
  const watched = async (request: Request): Promise<Response> => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    const response = await send(request);
    const operation = listOperations(document).find((found) => found.method === method && found.path === pathname)?.operation;
    const where = `${method} ${pathname} ${response.status}`;
    const told = operation?.responses[response.status];
    expect(told, where).toBeDefined();
    const documented = told !== undefined && '$ref' in told ? lookUp(document, told.$ref) : told;
    const schema = Object(documented).content?.['application/json']?.schema;
    const text = await response.clone().text();
    if (schema === undefined) expect(text, where).toBe('');
    else {
      expect(response.headers.get('Content-Type'), where).toMatch(/^application\/json(?:;|$)/);
      const body: unknown = JSON.parse(text);
      expect(check(schema, body), `${where} ${text.slice(0, 500)}`).toEqual([]);
      if (!response.ok) expect(casesOf(document, documented), `${where} ${text}`).toContainEqual(caseOf(body));
    }
    seen.push(`${where} ${operation?.operationId}`);
    return response;
  };
  return { send: watched, seen };
}

/** Makes each call about a subscription, and causes the refusals that are easy to cause. */
async function buyAndChange(parent: Parent): Promise<void> {
  const order = { email: parent.email, sku: 'premium_monthly', source: 'WEB_PARENT' };
  await parent.raw('POST', '/purchase', [{ ...order, token: 'tok_declined' }]);
  await parent.raw('POST', '/purchase', [{ ...order, token: 'tok_visa', price_uscent: 1 }]);
  await parent.raw('PUT', '/purchase_info', { is_trial_eligible: true });
  await parent.raw('DELETE', '/plan_change');
  const { checkout_id } = await parent.call(createCheckout, { body: { sku: order.sku, ui: 'hosted' } });
  await parent.call(purchase, { body: [{ ...order, token: 'tok_visa' }] });
  await parent.call(finishCheckout, { body: { checkout_id } });
  await parent.raw('POST', '/checkout', { sku: order.sku, ui: 'hosted' });
  await parent.call(endTrialEligibility, { body: { is_trial_eligible: false } });
  await parent.call(getPurchaseInfo, { query: { query: 'summary' } });
  const { sku, ...preview } = await parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
  const { proration_ts, amount_due_uscent } = preview;
  await parent.call(changePlan, { body: { sku, proration_ts, amount_due_uscent } });
  await parent.call(changePlan, { body: { sku: order.sku } });
  await parent.call(withdrawPlanChange);
  await parent.call(cancelSubscription, { query: { sku } });
  await parent.call(resumeSubscription, { query: { sku } });
  await parent.call(putPaymentSource, { body: { token: 'tok_amex' } });
  await parent.call(listPaymentSources);
}

function caseOf(body: unknown): { code: unknown; reason: unknown } {
  const { code, reason } = Object(body).errors;
  return { code, reason: reason ?? null };
}

/** Returns code and reason of each documented example for a status. */
function casesOf(document: CheckedDocument, response: unknown): Array<{ code: unknown; reason: unknown }> {
  const examples: Array<{ $ref: string }> = Object.values(Object(response).content['application/json'].examples ?? {});
  return examples.map(({ $ref }) => caseOf(Object(lookUp(document, $ref)).value));
}

describe('contract', () => {
  test('finds the response to every call in the document (API-001)', async () => {
    const { send: watched, seen } = await createContractCheckedSend();
    const parent = await Parent.signUp(watched);
    await Parent.signIn(watched, parent.email);
    const mail = await vi.waitFor(
      async () => {
        const found = (await internal.mailbox()).find(({ to, text }) => to === parent.email && text.includes('/verify?'));
        if (found === undefined) throw new Error('No mail yet');
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
    await watched(new Request(`${API}/account_verification?${new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams}`));
    await parent.call(getVerification);
    await parent.call(resendVerification, { body: { action: 'resend_email', account_id: parent.accountId } });
    const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
    const query = { user_id: child.user_id };
    await parent.call(updateUser, { body: { user_id: child.user_id, updated_ts: child.updated_ts, user_name: 'Mia B' } });
    await parent.call(listUsers);
    await parent.call(listUsers, { query });
    const picture = { query: { key: 'avatar.png', user_id: child.user_id } };
    expect((await parent.raw('GET', `/data?${new URLSearchParams(picture.query)}`)).status).toBe(404);
    await parent.call(putData, { ...picture, body: { data: Buffer.from(png({ width: 1, height: 1 })).toString('base64') } });
    await parent.call(getData, picture);
    await parent.call(removeData, picture);
    const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    await watched(
      new Request(`${API}/confirm?${new URLSearchParams({ email: parent.email, pair_id: pairing.pair_id, token: parent.token })}`),
    );
    const agent = await Agent.enrol(watched, { code: pairing.code });
    const block = await parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    await parent.call(getBlockStatus, { query: { dev_info: '', rule_info: '', usage: '' } });
    await agent.ack(await agent.commands(), 'blocked');
    const { schedule_ts } = await agent.policy();
    expect((await agent.raw('GET', `/device/policy?since=${schedule_ts}`)).status).toBe(304);
    const usage = [{ user_id: child.user_id, date: '2026-11-21', seconds: 60 }];
    await agent.report('blocked', { battery: 0.5, components: { agent: 1 }, usage });
    await manageApps(watched, parent, child.user_id, agent);
    await locate(parent, child.user_id, agent);
    await takeSamples(parent, child.user_id, agent);
    await parent.call(getBlockStatus, {
      query: { dev_info: '', rule_info: '', usage: '', rules_of: child.user_id, details_of: child.user_id },
    });
    await parent.call(createCommand, { body: { command: 'pause', action: 'pause', duration: 'PT30M', user_id: child.user_id } });
    await parent.call(createCommand, { body: { command: 'resume', action: 'resume', user_id: child.user_id } });
    const { command_ids } = await parent.call(createCommand, { body: { command: 'device_info', user_id: child.user_id } });
    await parent.call(cancelCommand, { body: { command_id: command_ids[0] } });
    const [bedtime] = (await parent.call(listRules, { query })).filter(({ type }) => type === 'temporal_default');
    const change = {
      rule_id: bedtime?.rule_id,
      updated_ts: bedtime?.updated_ts,
      exceptions: [{ date: `${new Date().getUTCFullYear() + 1}-12-24`, off: true }],
    };
    await parent.call(updateRule, { query, body: change });
    await parent.call(removeRules, { query: { ...query, rule_ids: block.rule_id } });
    const [device] = await parent.call(listDevices);
    await parent.call(updateDevice, { body: { device_id: device?.device_id, display_name: 'Phone' } });
    await watched(new Request(`${API}/group_details?group_id=family-friends`));
    const made = await watched(post('/account', { ...signUpBody(uniqueEmail()), coupon: 'ANNUAL25' }));
    const guest = new Parent(watched, createAccount.output.parse(await made.json()));
    expect(await guest.call(listCoupons, { query: { query_type: 'account' } })).toHaveLength(1);
    await parent.call(getSkus, { query: { merged: 'true' } });
    await parent.call(getSkus, { query: { defs: 'true' } });
    await buyAndChange(parent);
    await parent.raw('GET', `/reads?${new URLSearchParams({ path: '/account' })}`);
    await internal.grant(parent.email, 'premium_annual');
    await parent.call(lookUpLocation, { query: { lookup: 'reverse_geocode', latlons: '52.5163,13.3777;48.1,11.6' } });
    const token = { device_id: parent.credentials.sessionId, token_type: REALTIME_TOKEN_TYPE, user_id: parent.userId };
    await parent.call(getAccessToken, { query: token });
    await watched(new Request(`${API}/system?extras=feature_flags,onboarding_choices`));
    await stopClock(Date.now() + 3 * DAY, parent, agent);
    const notifications = await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
    expect(notifications.length).toBeGreaterThan(0);
    await parent.call(updateNotifications, { body: notifications.map(({ notif_id }) => ({ notif_id, details: { hidden: true } })) });
    await parent.call(getAccount);
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    expect((await agent.report('allowed')).status).toBe(410);
    await parent.call(removeUser, { query });
    await manageAccount(watched);
    await recoverAccount(watched);
    playProviders();
    await correctAddress(watched);
    closeProviders();
    for (const { endpoint } of ENDPOINTS) expect(seen.join('\n')).toContain(`${endpoint.method} ${endpoint.path} 200`);
  });

  /** Makes the calls about apps and their data. */
  async function manageApps(watched: typeof send, parent: Parent, user_id: string, agent: Agent): Promise<void> {
    const game = 'com.example.game';
    const body = {
      user_id,
      patch: { app_directives: { [game]: 'N' }, app_limits: { [game]: 3600 }, web_filter: { deny: ['example.org'] } },
    };
    expect((await parent.raw('PUT', '/granularity_by_user', body)).status).toBe(403);
    await internal.grant(parent.email, 'premium_monthly');
    await parent.call(putGranularity, { body });
    expect((await parent.raw('PUT', '/granularity_by_user', { ...body, updated_ts: 1 })).status).toBe(400);
    const wrong = { user_id, patch: { web_filter: { deny: ['example.org', 'nowhere'] } } };
    expect((await parent.raw('PUT', '/granularity_by_user', wrong)).status).toBe(400);
    await parent.call(getGranularity, { query: { user_id } });
    await parent.call(createCommand, { body: { command: 'app_list', rule_type: 'query', user_id } });
    const apps = ['Game', 'Video'].map((name) => ({ bundle_id: `com.example.${name.toLowerCase()}`, name, version: '1' }));
    const app_usage = [{ user_id, date: '2026-11-21', bundle_id: game, seconds: 60 }];
    await agent.report('blocked', { apps: apps.slice(1) });
    await agent.report('blocked', { apps, app_usage, unsupported: ['allowAirplaneMode'] });
    await parent.call(listInstalledApps, { query: { user_id } });
    const info = (bundleId: string, headers = {}) => watched(new Request(`${API}/app_info?bundle_id=${bundleId}&locale=de`, { headers }));
    const etag = (await info('com.whatsapp')).headers.get('etag') ?? '';
    expect([(await info('com.whatsapp', { 'If-None-Match': etag })).status, (await info(game)).status]).toEqual([304, 404]);
  }

  /** Makes the calls about places and positions. */
  async function locate(parent: Parent, user_id: string, agent: Agent): Promise<void> {
    const at = Date.now();
    const place = await newPlace(parent, [user_id], { not_by: [{ user_id, weekdays: [1], time: '08:30' }] });
    expect((await parent.raw('PUT', '/geofences', { ...place, lat: '1' })).status).toBe(400);
    expect((await parent.raw('PUT', '/geofences', { ...place, ts: 1 })).status).toBe(400);
    await parent.call(listGeofences, { query: { include: 'all' } });
    await parent.call(createCommand, { body: { command: 'location_burst', user_id } });
    await agent.report('blocked', {
      events: [{ type: 'location_on', at }],
      locations: [fix(agent, SCHOOL, { at }), { at: at - 1, lat: 1, lng: 1 }],
    });
    expect(await parent.call(listUserLocations, { query: { last: '1' } })).toHaveLength(1);
    const [date = ''] = new Date(at).toISOString().split('T');
    await parent.call(getLocationHistory, { query: { user_id, date } });
    expect((await parent.raw('GET', `/location_history?user_id=${user_id}&date=2099-01-01`)).status).toBe(410);
    await parent.call(getLocationInfo, { query: { user_id, extras: 'last,places' } });
    await parent.call(removeGeofences, { body: { ids: [place.id] } });
  }

  /** Makes the calls about screenshots, and the refusals that are easy to get. */
  async function takeSamples(parent: Parent, user_id: string, agent: Agent): Promise<void> {
    const call = async (request_type: string, request_args: object = {}) =>
      (await parent.raw('POST', '/vew_request', { request_type, request_args })).status;
    expect(await call('on_demand', { user_id })).toBe(400);
    await registerKey(parent);
    await reportReady(agent);
    expect(await call('update_user_config', { user_id, config: { ocr: { custom_terms: ['skate park'] } } })).toBe(403);
    expect(await call('update_user_config', { user_id, updated_ts: 1, config: { args: { max_px: 640 } } })).toBe(400);
    expect(await call('update_user_config', { user_id, config: { args: { max_px: 640 } } })).toBe(200);
    expect(await call('on_demand', { user_id })).toBe(200);
    const command = (await agent.commands()).find(({ kind }) => kind === 'on_demand');
    const options = { cause: 'on_demand', command_id: command?.id };
    const unwanted = await sealSample(agent, user_id, { ...options, command_id: 'other' });
    expect((await agent.raw('POST', '/device/sample', unwanted.body)).status).toBe(400);
    const { sampleId } = await uploadSample(agent, user_id, options);
    for (const type of ['get_sample_meta', 'get_user_config']) expect(await call(type, { user_id }), type).toBe(200);
    for (const type of ['get_sample_stats', 'get_vew_info']) expect(await call(type), type).toBe(200);
    const kinds = ['thumbnails', 'screens'];
    expect(await call('get_download_urls', { sample_ids: [sampleId], kinds })).toBe(200);
    expect(await call('get_analysis', { sample_ids: [sampleId] })).toBe(200);
    expect(await call('delete_sample', { sample_ids: [sampleId] })).toBe(200);
    expect(await call('get_everything', { user_id }), 'API-084').toBe(400);
  }

  /** Makes the calls about the account itself. */
  async function manageAccount(watched: typeof send): Promise<void> {
    const parent = await Parent.signUp(watched);
    const login_obj = { email: parent.email, password: authKey(parent.email), new_password: authKey('new') };
    const exchange = (type: string, args: object) =>
      parent.raw('POST', '/key_exchange', { request_type: `acctkey.${type}`, request_args: { requested_by: parent.userId, ...args } });
    const [secret, new_secret] = [login_obj.password, login_obj.new_password];
    await exchange('register', { ...accountKey(), secret });
    await exchange('retrieve', { secret });
    await exchange('retrieve', { secret: new_secret });
    await exchange('changepw', { ...accountKey('first', envelope('new')), secret, new_secret });
    await exchange('register', { ...accountKey('second'), secret });
    await exchange('reset', { ...accountKey('second'), secret, new_secret: secret });
    await parent.call(getAccount);
    await Parent.signIn(watched, parent.email);
    await parent.call(listSessions);
    await parent.call(revokeSessions, { query: { session_id: 'others' } });
    await parent.call(putAttributes, { body: { account: { marketing_email_optin: true }, webapp: { system_of_units: 'metric' } } });
    await parent.call(getAttributes);
    for (const action of ['request_deletion', 'request_deletion', 'cancel_deletion'])
      await parent.call(changeDeletion, { body: { action } });
    await parent.call(getDeletion);
    await parent.raw('PUT', '/credentials', { login_obj: { ...login_obj, new_email: 'no address', upd_password: new_secret } });
    await parent.raw('PUT', '/credentials', { login_obj: { ...login_obj, new_email: parent.email, upd_password: new_secret } });
    await parent.call(changePassword, { body: { login_obj } });
    for (let wrong = 0; wrong < 11; wrong++) await parent.raw('PUT', '/credentials', { login_obj });
    for (let wrong = 0; wrong < 6; wrong++) await exchange('retrieve', { secret });
  }

  /** Follows emailed links: undoes an address change and resets a password. */
  async function recoverAccount(watched: typeof send): Promise<void> {
    const parent = await Parent.signUp(watched);
    const { email } = parent;
    const login_obj = { email, password: authKey(email), new_email: uniqueEmail(), upd_password: authKey('other') };
    // Only a verified address can be restored.
    await prove(parent.accountId);
    await parent.call(changeEmail, { body: { login_obj } });
    const [undo] = await mailsLeadingTo('/undo-email', email);
    await watched(post('/credentials_undo', { account_id: parent.accountId, token: undo?.link.searchParams.get('token') }));
    await watched(post('/resetpw', { email }));
    const [mail] = await mailsLeadingTo('/reset', email);
    const token = mail?.link.searchParams.get('token');
    for (const used of ['a guess', token, token]) await watched(post('/resetpw', { email, token: used, password: authKey('new') }));
  }

  /** Corrects a mistyped address with single sign-on. Checks that this is refused after an old login, and once the address is verified. */
  async function correctAddress(watched: typeof send): Promise<void> {
    const told = await signInAt('google', { sub: 'documented', email: uniqueEmail(), email_verified: true });
    const { id_token } = exchangeSso.output.parse(await (await watched(post('/account_sso', told))).json());
    const [typed, wanted] = [uniqueEmail(), uniqueEmail()];
    const body = { ...signUpBody(typed), login_obj: { email: typed, sso: { id_token, type: 'google' } } };
    const parent = new Parent(watched, createAccount.output.parse(await (await watched(post('/account', body))).json()));
    await parent.call(correctEmail, { body: { login_obj: { email: typed, new_email: wanted } } });
    const again = { login_obj: { email: wanted, new_email: uniqueEmail() } };
    await stopClock(Date.now() + RECENT_LOGIN_MS, parent);
    expect((await parent.raw('PUT', '/credentials', again)).body).toMatchObject({ errors: { reason: 'old_login' } });
    await prove(parent.accountId);
    expect((await parent.raw('PUT', '/credentials', again)).body).toMatchObject({ errors: { code: 410 } });
  }

  test('finds every refusal in the document', async () => {
    const { send: watched, seen } = await createContractCheckedSend();
    const email = uniqueEmail();
    const parent = await Parent.signUp(watched, email);
    const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
    const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    // Makes every call unsigned, empty, and with foreign ids. Its documentation must list each response.
    for (const { endpoint } of ENDPOINTS) {
      const { method, path, auth } = endpoint;
      const init = method === 'GET' ? { method } : { method, body: '{}' };
      await watched(new Request(API + path, init));
      if (auth !== 'session') continue;
      const body =
        method === 'GET' ? undefined : { user_id: 'foreign', device_id: 'foreign', action: 'resend_email', account_id: 'foreign' };
      await parent.raw(method, path, body);
      await parent.raw(method, `${path}?user_id=foreign&rule_ids=foreign&locale=en&state=active`, body);
      if (method !== 'GET') await parent.raw(method, path, body, { key: '' });
      await parent.raw(method, path, body, { date: Date.now() - 3_600_000 });
      await parent.raw(method, path, body, {
        tamper: (request) => new Request(request, { headers: { ...headersOf(request), 'x-secret-id': 'x' } }),
      });
    }
    const refused = async (body: unknown, path = '/login') => caseOf(await (await watched(post(path, body))).json());
    expect(await refused(signUpBody(email, 'f'.repeat(64)), '/account')).toEqual({ code: 100, reason: null });
    expect(await refused({ ...signUpBody(uniqueEmail()), coupon: 'NOPE' }, '/account')).toEqual({ code: 433, reason: null });
    await watched(new Request(`${API}/group_details?group_id=nope`));
    expect(await refused(signUpBody('no address'), '/account')).toEqual({ code: 301, reason: null });
    expect(await refused(signUpBody(email, 'short'))).toEqual({ code: 300, reason: null });
    expect(await refused(signUpBody(email, 'f'.repeat(64)))).toEqual({ code: 300, reason: null });
    const stale = { updated_ts: 1, user_id: child.user_id, user_name: 'M' };
    expect(await parent.raw('PUT', '/user', stale)).toMatchObject({ status: 400, body: { errors: { reason: 'stale' } } });
    const pause = { command: 'device_info', user_id: child.user_id };
    expect(await parent.raw('POST', '/command', pause)).toMatchObject({ status: 400 });
    expect((await Agent.postEnrolment(watched, { code: 'AAAA-AAAA' })).body).toMatchObject({ errors: { reason: 'code' } });
    expect((await Agent.postEnrolment(watched, { pair_id: pairing.pair_id, token: 'x' })).status).toBe(400);
    const agent = await Agent.enrol(watched, { code: pairing.code });
    const again = await Agent.postEnrolment(watched, { pair_id: pairing.pair_id, token: parent.token });
    expect(again.body).toMatchObject({ errors: { reason: 'already_paired' } });
    const second = await parent.raw('POST', '/device', { user_id: child.user_id, os: 'android' });
    expect(second).toMatchObject({ status: 403, body: { errors: { reason: 'limit', limit: 1 } } });
    for (const path of ['/device/ack', '/device/report']) await agent.raw('POST', path, {});
    await agent.raw('GET', '/device/policy?since=x');
    await agent.raw('GET', '/device/commands?after=-1');
    await agent.raw('GET', '/device/socket');
    await agent.raw('GET', '/account');
    const block = { type: 'override', ruledef_name: 'block', expiry: null };
    const blocks = [1, 2, 3, 4, 5, 6].map(() => parent.raw('POST', `/rule?user_id=${child.user_id}`, block));
    expect((await Promise.all(blocks)).filter(({ status }) => status === 403)).toHaveLength(1);
    await parent.raw('POST', '/command', { command: 'pause', action: 'pause', user_id: child.user_id });
    const key = crypto.randomUUID();
    await parent.raw('POST', `/rule?user_id=${child.user_id}`, { ...block, ruledef_name: 'grant' }, { key });
    const replayed = await parent.raw('POST', `/rule?user_id=${child.user_id}`, block, { key });
    expect(replayed.body).toMatchObject({ errors: { reason: 'replayed_key' } });
    await watched(new Request(`${API}/realtime`));
    await watched(new Request(`${API}/realtime?access_token=x`, { headers: { Origin: 'https://evil.example' } }));
    await watched(new Request(`${API}/realtime?access_token=x`, { headers: { Upgrade: 'websocket' } }));
    expect(seen.filter((line) => / 4\d\d /.test(line)).length).toBeGreaterThan(100);
  });

  function headersOf(request: Request): Record<string, string> {
    return Object.fromEntries(request.headers);
  }

  test('finds all socket frames in the document', async () => {
    const document = readDocument(await (await send(new Request(`${API}/openapi.json`))).text());
    const check = createJsonSchemaCheck(document.components.schemas, true);
    const framesOf = (path: string) => document.paths[path]?.get?.['x-websocket'];
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const browser = await openBrowser(parent);
    const { opened: device } = await openDevice(agent);
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    const { command } = (await device?.waitFor('command')) ?? {};
    const { id, args } = Object(command);
    const ack = { id, status: 'ok', schedule_ts: args.schedule_ts, applied: 'blocked', at: Date.now() };
    const sent = [
      { v: 1, id: 'a', type: 'ack', body: [ack] },
      { v: 1, id: 'b', type: 'report', body: {} },
    ];
    for (const frame of sent) {
      expect(check(framesOf('/device/socket')?.send ?? {}, frame)).toEqual([]);
      device?.socket.send(JSON.stringify(frame));
    }
    const accepted = await device?.waitFor('accepted');
    expect(ackCommands.output.parse(accepted?.body)).toEqual({ accepted: [id] });
    const refused = await device?.waitFor('refused');
    expect(check({ $ref: '#/components/schemas/Error' }, refused?.body)).toEqual([]);
    await browser.waitFor('command');
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    await device?.waitFor('gone');
    await browser.waitFor('device');
    for (const frame of device?.received ?? []) expect(check(framesOf('/device/socket')?.receive ?? {}, frame)).toEqual([]);
    for (const frame of browser.received) expect(check(framesOf('/realtime')?.receive ?? {}, frame)).toEqual([]);
    await vi.waitUntil(() => device?.closed());
    expect(framesOf('/device/socket')?.closes).toHaveProperty(String(device?.closed()?.code));
  });
});
