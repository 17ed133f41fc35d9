import { WorkerEntrypoint } from 'cloudflare:workers';
import { normalizeEmail } from '#app/domain/credentials';
import type { MapSource } from '#app/domain/map-source';
import { type Partner, partnerSchema } from '#app/domain/partner';
import type { SsoType } from '#app/wire/account';
import { findOwner } from './accounts/credentials';
import { type Imported, importLegacy } from './accounts/import-legacy';
import { createPublicApp } from './app';
import { type AppMediaRequest, answerAppMedia } from './app-info/app-media';
import { type BillingHealth, readBillingHealth } from './billing/billing-health';
import { providerNameOf } from './billing/provider-name';
import type { SandboxCall } from './billing/sandbox/sandbox-calls';
import { syncBilling } from './billing/sync-billing';
import type { Caller, KnownBrowser } from './caller';
import { loadCatalogue, toOwnedSku } from './catalogue/catalogue';
import type { Catalogue } from './catalogue/catalogue.queries';
import { findPartner, putPartner } from './catalogue/offer.queries';
import { type AttemptKind, releaseAttempt, reserveAttempt } from './directory/attempts';
import type { KeyedEntry } from './directory/directory.queries';
import { adoptEntries } from './directory/names';
import type { ApiEnv } from './env';
import type { OperatorSession } from './family/sessions/operator';
import { findFamily } from './family-of';
import { findMapTile, listMapSources, type MapTile, type MapTileRequest } from './map/map-tiles';
import { describeAffiliate, describeOffer, type LandingOffer } from './offers/offers';
import { findAuthorizationEndpoint, findProvider, listProviders, type Provider } from './outside/identity';
import { type KeptMail, readMailbox } from './outside/mail';
import { isReady } from './ready';
import { type AttemptedAction, logRefusal } from './refusals/refusals';

const app = createPublicApp();

const TILES_MAX = 64;
const DAY_MS = 24 * 60 * 60_000;

/** The action that the log names when an attempt of this kind is refused. */
const TRIED: Record<AttemptKind, AttemptedAction> = {
  login: 'login',
  signup: 'signup',
  forgot: 'reset_request',
  reset: 'reset',
  move: 'email_change',
};

/**
 * Calls that no outsider may make (docs/architecture.md). Bound to the web Worker by name, so that trust depends on the entrypoint and
 * never on a header.
 */
export class Internal extends WorkerEntrypoint<ApiEnv> {
  /** Handles an unsigned call on behalf of a browser. `counted` means that `reserveAttempt` has already counted the attempt (A136). */
  async call(request: Request, { counted, ...about }: Omit<Caller, 'isCounted'> & { counted: boolean }): Promise<Response> {
    return app.fetch(request, { ...this.env, caller: { ...about, isCounted: counted } }, this.ctx);
  }

  /** Counts an attempt before a password is derived (S01). Returns false and logs the refusal if the limit is reached. */
  async reserveAttempt(
    kind: AttemptKind,
    { reference, ...who }: { email: string; ip: string; known: Array<KnownBrowser>; reference?: string },
  ): Promise<boolean> {
    if (await reserveAttempt(this.env, kind, { ...who, email: normalizeEmail(who.email) })) return true;
    const refused = { what: TRIED[kind], reason: 'rate_limited', caller: { ip: who.ip, reference }, email: who.email };
    logRefusal(this.env, refused, (work) => this.ctx.waitUntil(work));
    return false;
  }

  /** Gives back an attempt that `reserveAttempt` counted but that was not carried out. */
  async releaseAttempt(kind: AttemptKind, who: { email: string; ip: string; known: Array<KnownBrowser> }): Promise<void> {
    await releaseAttempt(this.env, kind, { ...who, email: normalizeEmail(who.email) });
  }

  /** Ends a session immediately (S63). */
  async revokeSession(accountId: string, sessionId: string): Promise<void> {
    await findFamily(this.env, accountId)?.revokeSession(sessionId);
  }

  /** Returns what the landing page may offer for a coupon or a group (A87). Logs unusable coupons. */
  async offer({
    reference,
    ...visit
  }: {
    coupon: string | null;
    groupId: string | null;
    ip: string;
    reference?: string;
  }): Promise<LandingOffer> {
    const offer = await describeOffer(this.env, visit);
    if (visit.coupon !== null && offer.coupon !== 'usable') {
      const reason = offer.coupon === null ? 'rate_limited' : 'wrong_coupon';
      logRefusal(this.env, { what: 'coupon', reason, caller: { ip: visit.ip, reference } }, (work) => this.ctx.waitUntil(work));
    }
    return offer;
  }

  /** Returns the partner of a coupon that an account has. Returns null if the coupon’s group does not belong to affiliates. */
  async affiliate(code: string): Promise<{ partner: Partner | null } | null> {
    return describeAffiliate(this.env, code);
  }

  /** Returns what the operator entered about the partner of a coupon group, or null. */
  async partner(couponGroupId: string): Promise<Partner | null> {
    return findPartner(this.env.CATALOGUE, couponGroupId);
  }

  /** Stores the partner of a coupon group for the operator, or removes it with null. */
  async setPartner(couponGroupId: string, partner: unknown): Promise<{ stored: true } | { stored: false; reason: string }> {
    const read = partnerSchema.nullable().safeParse(partner);
    if (!read.success) return { stored: false, reason: 'The partner is not valid' };
    const isKnown = await putPartner(this.env.CATALOGUE, couponGroupId, read.data);
    return isKnown ? { stored: true } : { stored: false, reason: `No coupon group ${couponGroupId}` };
  }

  /** Returns whether this installation has a payment provider. */
  async sellsPlans(): Promise<boolean> {
    return providerNameOf(this.env) !== null;
  }

  /** Returns the public catalog, for pages without a session (A115). */
  async catalogue(): Promise<Catalogue> {
    return loadCatalogue(this.env);
  }

  /** Returns the single sign-on providers of this installation, without secrets (A85). */
  async ssoProviders(): Promise<Array<Provider>> {
    return listProviders(this.env);
  }

  /** Returns a provider's authorization endpoint, or null if it is not configured or does not respond. */
  async ssoEndpoint(type: SsoType): Promise<string | null> {
    const provider = findProvider(this.env, type);
    return provider === null ? null : findAuthorizationEndpoint(this.env, provider);
  }

  /**
   * Serves an image or video of an app. Only for logged-in callers, so that nobody else can make us fetch files (APPS-020, APPS-021,
   * APPS-026).
   */
  async appMedia(wish: AppMediaRequest): Promise<Response> {
    return answerAppMedia(this.env, wish, Date.now(), (work) => this.ctx.waitUntil(work));
  }

  /** Lists the sources of map tiles (A56). Only the web Worker, which requires a session, passes tiles on. */
  async mapSources(): Promise<Array<MapSource>> {
    return listMapSources(this.env);
  }

  /** Returns map tiles in the order of `tiles`. At most 64, so that a call's answer stays small. */
  async mapTiles(tiles: ReadonlyArray<MapTileRequest>): Promise<Array<MapTile>> {
    return Promise.all(tiles.slice(0, TILES_MAX).map((tile) => findMapTile(this.env, tile, Date.now())));
  }

  /** True if the catalog and a directory object respond. Every login needs both. */
  async ready(): Promise<boolean> {
    return isReady(this.env);
  }

  /** Grants a plan to an account for the operator (A123). */
  async grant(email: string, sku: string): Promise<{ granted: true } | { granted: false; reason: string }> {
    const definition = (await loadCatalogue(this.env)).skus.find((candidate) => candidate.sku === sku);
    if (definition === undefined) return { granted: false, reason: `Unknown plan “${sku}”` };
    const family = await findOwner(this.env, normalizeEmail(email));
    if (family === null) return { granted: false, reason: `No account with the address ${email}` };
    await family.grant(toOwnedSku(definition, 'operator', Date.now()));
    return { granted: true };
  }

  /** Returns how well the payment provider’s webhooks arrive. */
  async billingHealth(): Promise<BillingHealth> {
    return readBillingHealth(this.env);
  }

  /**
   * Lets days pass in the sandbox of an account, then syncs. Returns false if no account has the address, or outside the demonstration.
   */
  async advanceSandbox(email: string, days: number): Promise<boolean> {
    const family = await findOwner(this.env, normalizeEmail(email));
    if (family === null || providerNameOf(this.env) !== 'sandbox') return false;
    await family.runSandbox(JSON.stringify({ call: 'advance', ms: days * DAY_MS } satisfies SandboxCall));
    await syncBilling(this.env, family.id.toString());
    return true;
  }

  /** Lists an account's sessions for the operator, most recently used first. Returns null if no account has the address. */
  async listSessions(email: string): Promise<Array<OperatorSession> | null> {
    const family = await findOwner(this.env, normalizeEmail(email));
    return family === null ? null : family.listSessions();
  }

  /**
   * Ends all sessions of an account for the operator; devices stay paired. Returns the number of ended sessions, or null if no account has
   * the address.
   */
  async endSessions(email: string): Promise<number | null> {
    const family = await findOwner(this.env, normalizeEmail(email));
    return family === null ? null : family.endSessions();
  }

  /** Imports an account from another system (A80). `import-legacy.ts` describes `line`. */
  async importLegacy(line: unknown): Promise<Imported> {
    return importLegacy(this.env, line);
  }

  /** Adds directory entries from another installation. Keeps existing entries, so the call can be repeated. */
  async adoptEntries(entries: ReadonlyArray<KeyedEntry>): Promise<void> {
    await adoptEntries(this.env, entries);
  }

  /**
   * Returns the development mailbox (A124).
   * @throws Error outside the demonstration
   */
  async mailbox(): Promise<Array<KeptMail>> {
    return readMailbox(this.env);
  }
}
