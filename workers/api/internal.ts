import { WorkerEntrypoint } from 'cloudflare:workers';
import { normaliseEmail } from '../../app/domain/credentials';
import type { SsoType } from '../../app/wire/account';
import { findHolder } from './accounts/credentials';
import { type Imported, importLegacy } from './accounts/import-legacy';
import { createPublicApp } from './app';
import { type AppMediaWish, answerAppMedia } from './app-info/app-media';
import type { Caller, KnownBrowser } from './caller';
import { loadCatalogue, toOwnedSku } from './catalogue/catalogue';
import type { Catalogue } from './catalogue/catalogue.queries';
import { type AttemptKind, releaseAttempt, reserveAttempt } from './directory/attempts';
import type { KeyedEntry } from './directory/directory';
import { adoptEntries } from './directory/names';
import type { ApiEnv } from './env';
import type { OperatorSession } from './family/sessions/operator';
import { findFamily } from './family-of';
import { describeOffer, type LandingOffer } from './offers/offers';
import { findAuthorizationEndpoint, findProvider, listProviders, type Provider } from './outside/identity';
import { type KeptMail, readMailbox } from './outside/mail';
import { isReady } from './ready';
import { noteRefused, type Tried } from './refusals/refusals';

const app = createPublicApp();

/** What a counter that is spent refuses. */
const TRIED: Record<AttemptKind, Tried> = {
  login: 'login',
  signup: 'signup',
  forgot: 'reset_request',
  reset: 'reset',
  move: 'email_change',
};

/**
 * What no outsider may say (docs/architecture.md): bound to the web Worker by its name, so that trust is an
 * entrypoint and never a header.
 */
export class Internal extends WorkerEntrypoint<ApiEnv> {
  /** An unsigned call on behalf of a browser. `counted` = this try went through `reserveAttempt` (A136). */
  async call(request: Request, { counted, ...about }: Omit<Caller, 'isCounted'> & { counted: boolean }): Promise<Response> {
    return app.fetch(request, { ...this.env, caller: { ...about, isCounted: counted } }, this.ctx);
  }

  /** May this be tried? Counts it. Asked before any password is derived (S01). */
  async reserveAttempt(
    kind: AttemptKind,
    { reference, ...who }: { email: string; ip: string; known: Array<KnownBrowser>; reference?: string },
  ): Promise<boolean> {
    if (await reserveAttempt(this.env, kind, { ...who, email: normaliseEmail(who.email) })) return true;
    const refused = { what: TRIED[kind], reason: 'rate_limited', caller: { ip: who.ip, reference }, email: who.email };
    noteRefused(this.env, refused, (work) => this.ctx.waitUntil(work));
    return false;
  }

  /** Takes back a try that `reserveAttempt` counted and that nothing came of. */
  async releaseAttempt(kind: AttemptKind, who: { email: string; ip: string; known: Array<KnownBrowser> }): Promise<void> {
    await releaseAttempt(this.env, kind, { ...who, email: normaliseEmail(who.email) });
  }

  /** Ends a session at once (S63). */
  async revokeSession(accountId: string, sessionId: string): Promise<void> {
    await findFamily(this.env, accountId)?.revokeSession(sessionId);
  }

  /** What the landing page may promise a visit that brings a coupon or a group (A87). */
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
      noteRefused(this.env, { what: 'coupon', reason, caller: { ip: visit.ip, reference } }, (work) => this.ctx.waitUntil(work));
    }
    return offer;
  }

  /** The public catalogue, for pages that need no session (A115). */
  async catalogue(): Promise<Catalogue> {
    return loadCatalogue(this.env);
  }

  /** The providers of single sign-on that this installation has; nothing of them is secret (A85). */
  async ssoProviders(): Promise<Array<Provider>> {
    return listProviders(this.env);
  }

  /** Where a provider asks people to sign in; null where there is none, or when it gives no answer. */
  async ssoEndpoint(type: SsoType): Promise<string | null> {
    const provider = findProvider(this.env, type);
    return provider === null ? null : findAuthorizationEndpoint(this.env, provider);
  }

  /** A picture or video of an app, for whoever is signed in: nobody else makes us fetch one (APPS-020, APPS-021, APPS-026). */
  async appMedia(wish: AppMediaWish): Promise<Response> {
    return answerAppMedia(this.env, wish, Date.now(), (work) => this.ctx.waitUntil(work));
  }

  /** True when the catalogue and a directory object answer: what every sign-in needs. */
  async ready(): Promise<boolean> {
    return isReady(this.env);
  }

  /** Gives an account a plan by the operator's hand (A123). */
  async grant(email: string, sku: string): Promise<{ granted: true } | { granted: false; reason: string }> {
    const definition = (await loadCatalogue(this.env)).skus.find((candidate) => candidate.sku === sku);
    if (definition === undefined) return { granted: false, reason: `Unknown plan «${sku}»` };
    const family = await findHolder(this.env, normaliseEmail(email));
    if (family === null) return { granted: false, reason: `No account with the address ${email}` };
    await family.grant(toOwnedSku(definition, 'operator', Date.now()));
    return { granted: true };
  }

  /** Where an account is logged in, the newest use first; null where the address has no account. For the operator. */
  async listSessions(email: string): Promise<Array<OperatorSession> | null> {
    const family = await findHolder(this.env, normaliseEmail(email));
    return family === null ? null : family.listSessions();
  }

  /**
   * Ends every session of an account at once; devices stay paired. Gives how many, null where the address has no account. For the
   * operator.
   */
  async endSessions(email: string): Promise<number | null> {
    const family = await findHolder(this.env, normaliseEmail(email));
    return family === null ? null : family.endSessions();
  }

  /** Takes over an account of another system (A80); `line` as `import-legacy.ts` describes it. */
  async importLegacy(line: unknown): Promise<Imported> {
    return importLegacy(this.env, line);
  }

  /** Takes directory entries over that were kept elsewhere; what is here already stays. Repeating it changes nothing. */
  async adoptEntries(entries: ReadonlyArray<KeyedEntry>): Promise<void> {
    await adoptEntries(this.env, entries);
  }

  /** The development mailbox (A124). @throws Error outside the demonstration */
  async mailbox(): Promise<Array<KeptMail>> {
    return readMailbox(this.env);
  }
}
