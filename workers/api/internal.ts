import { WorkerEntrypoint } from 'cloudflare:workers';
import { normaliseEmail } from '../../app/domain/credentials';
import { createPublicApp } from './app';
import { loadCatalogue, toOwnedSku } from './catalogue/catalogue';
import type { Catalogue } from './catalogue/catalogue.queries';
import { type AttemptKind, reserveAttempt } from './directory/attempts';
import { directoryFor } from './directory/names';
import type { ApiEnv } from './env';
import { findFamily } from './family-of';
import { type KeptMail, readMailbox } from './outside/mail';
import { isReady } from './ready';

const app = createPublicApp();

/**
 * What no outsider may say (design/architecture.md §1.11): bound to the web Worker by its name, so that trust is an
 * entrypoint and never a header.
 */
export class Internal extends WorkerEntrypoint<ApiEnv> {
  /** An unsigned call on behalf of a browser. `counted` = this try went through `reserveAttempt` (A136). */
  async call(request: Request, context: { ip: string; browser: string | null; counted: boolean }): Promise<Response> {
    const caller = { ip: context.ip, browser: context.browser, isCounted: context.counted };
    return app.fetch(request, { ...this.env, caller });
  }

  /** May this be tried? Counts it. Asked before any password is derived (S01). */
  async reserveAttempt(kind: AttemptKind, who: { email: string; ip: string }): Promise<boolean> {
    return reserveAttempt(this.env, kind, { email: normaliseEmail(who.email), ip: who.ip });
  }

  /** Ends a session at once (S63). */
  async revokeSession(accountId: string, sessionId: string): Promise<void> {
    await findFamily(this.env, accountId)?.revokeSession(sessionId);
  }

  /** The public catalogue, for pages that need no session (A115). */
  async catalogue(): Promise<Catalogue> {
    return loadCatalogue(this.env);
  }

  /** True when the catalogue and a directory object answer: what every sign-in needs. */
  async ready(): Promise<boolean> {
    return isReady(this.env);
  }

  /** Gives an account a plan by the operator's hand (A123). */
  async grant(email: string, sku: string): Promise<{ granted: true } | { granted: false; reason: string }> {
    const definition = (await loadCatalogue(this.env)).skus.find((candidate) => candidate.sku === sku);
    if (definition === undefined) return { granted: false, reason: `There is no plan «${sku}»` };
    const standing = await directoryFor(this.env, 'mail', normaliseEmail(email)).standing();
    const family = standing.state === 'confirmed' ? findFamily(this.env, standing.owner) : null;
    if (family === null) return { granted: false, reason: `There is no account with the address ${email}` };
    await family.grant(toOwnedSku(definition, 'operator', Date.now()));
    return { granted: true };
  }

  /** The development mailbox (A124). @throws Error outside the demonstration */
  async mailbox(): Promise<Array<KeptMail>> {
    return readMailbox(this.env);
  }
}
