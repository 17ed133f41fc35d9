import { clientAddress } from '../client-address';
import { refuseInvalidUrl } from '../front-door';
import { runFamilyJob } from './accounts/change-email';
import { withHeaders } from './answer-headers';
import { createPublicApp } from './app';
import { type FamilyJob, findJob, isDemonstration, type OldFamilyJob, type QueuedMail } from './bindings';
import type { ApiEnv } from './env';
import { findFamily } from './family-of';
import { reportBug } from './on-error';
import { deliverMail } from './outside/mail';
import { composeMail } from './outside/write-mail';

export { Directory } from './directory/directory';
export { Family } from './family/family';
export { Internal } from './internal';
export { Operator } from './operator';

const app = createPublicApp();

export default {
  /** Handles calls that do not come from the web Worker: calls of devices and of programs with a key. */
  async fetch(request: Request, env: ApiEnv, ctx: ExecutionContext): Promise<Response> {
    return withHeaders(await respond(request, env, ctx), env);
  },
  /** Sends queued emails and runs the jobs of families. The queue retries messages that fail. */
  async queue(batch: MessageBatch<QueuedMail | FamilyJob | OldFamilyJob>, env: ApiEnv): Promise<void> {
    for (const message of batch.messages) {
      try {
        const job = findJob(message.body);
        await (job === null ? deliverOnce(env, message.body as QueuedMail) : runFamilyJob(env, job));
        message.ack();
      } catch (error) {
        reportBug(error, 'mail or job');
        message.retry({ delaySeconds: Math.min(600, 2 ** message.attempts) });
      }
    }
  },
} satisfies ExportedHandler<ApiEnv, QueuedMail | FamilyJob | OldFamilyJob>;

/** Handles a direct call. Direct callers are identified by their own network address (A136). */
function respond(request: Request, env: ApiEnv, ctx: ExecutionContext): Promise<Response> | Response {
  const unreadable = refuseInvalidUrl(request.url);
  if (unreadable !== null) return unreadable;
  if (isDemonstration(env) && !isLoopback(request, env.API_URL)) return new Response(null, { status: 421 });
  const caller = {
    ip: clientAddress(request, env.TRUSTED_PROXY),
    browser: request.headers.get('User-Agent'),
    isCounted: false,
    known: [],
    freshId: null,
    place: null,
  };
  return app.fetch(request, { ...env, caller }, ctx);
}

/**
 * Sends an email only if the family still waits for it. So a message that the queue delivers twice is sent once. The family keeps the email
 * until it is sent, so the queue can't lose it.
 */
async function deliverOnce(env: ApiEnv, mail: QueuedMail): Promise<void> {
  const family = findFamily(env, mail.accountId);
  if (family === null || !(await family.isMailWaiting(mail.outboxId))) return;
  await deliverMail(env, composeMail(mail));
  await family.noteMailSent(mail.outboxId);
}

/** True if the request names a loopback host and the API's port. The demonstration refuses other hosts to prevent DNS rebinding (A124). */
function isLoopback(request: Request, apiUrl: string): boolean {
  const { port } = new URL(apiUrl);
  return [`127.0.0.1:${port}`, `localhost:${port}`].includes(new URL(request.url).host);
}
