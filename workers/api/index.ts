import { clientAddress } from '../client-address';
import { createPublicApp } from './app';
import { isDemonstration, type MailMessage } from './bindings';
import type { ApiEnv } from './env';
import { composeMail, deliverMail } from './outside/mail';

export { Directory } from './directory/directory';
export { Family } from './family/family';
export { Internal } from './internal';

const app = createPublicApp();

export default {
  /** Direct callers: devices, and anyone with a key. They are known by their own address (A136). */
  fetch(request: Request, env: ApiEnv, _ctx: ExecutionContext): Promise<Response> | Response {
    if (isDemonstration(env) && !isLoopback(request, env.API_URL)) return new Response(null, { status: 421 });
    const caller = {
      ip: clientAddress(request, env.TRUSTED_PROXY),
      browser: request.headers.get('User-Agent'),
      isCounted: false,
    };
    return app.fetch(request, { ...env, caller });
  },
  /** Mails leave here; one that fails is tried again by the queue. */
  async queue(batch: MessageBatch<MailMessage>, env: ApiEnv): Promise<void> {
    for (const message of batch.messages) {
      try {
        await deliverMail(env, composeMail(message.body));
        message.ack();
      } catch (error) {
        console.error(JSON.stringify({ level: 'error', message: 'mail not sent', reason: String(error) }));
        message.retry({ delaySeconds: Math.min(600, 2 ** message.attempts) });
      }
    }
  },
} satisfies ExportedHandler<ApiEnv, MailMessage>;

/** The demonstration answers under no foreign name: one may be made to point here (A124, DNS rebinding). */
function isLoopback(request: Request, apiUrl: string): boolean {
  const { port } = new URL(apiUrl);
  return [`127.0.0.1:${port}`, `localhost:${port}`].includes(new URL(request.url).host);
}
