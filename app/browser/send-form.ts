import { isRetryable } from '#app/domain/retry';
import type { FormReply } from '#app/server/form.server';
import { toFailure } from './page-load';

/** Returns the text key for a form without a response, by the value of its button. */
type NoResponseText = (intent: string) => string;

const unknownOutcome: NoResponseText = () => 'error_strings.unknown_outcome';

/**
 * Runs the action of a page with forms, for `clientAction`. Without a response it returns the form with its values, its token and «unknown
 * outcome» instead of an error page (A101, A120). The same token makes a second submit safe. It never retries by itself, and status 503
 * prevents revalidation.
 */
export async function sendForm<Data>(request: Request, serverAction: () => Promise<Data>, noResponseText: NoResponseText = unknownOutcome) {
  const copy = request.clone();
  // Checked before sending: a request that fails on the way may have reached the server.
  const isOnline = navigator.onLine;
  try {
    const answer = await serverAction();
    // Our actions always return data or redirect, so an empty response came from a proxy.
    if (answer === null || answer === undefined) throw new TypeError('An answer without data');
    return answer;
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null || !isRetryable(failure.status)) throw error;
    const fields = await copy.formData();
    const intent = String(fields.get('intent') ?? '');
    const key = isOnline ? noResponseText(intent) : 'error_strings.offline_not_sent';
    const reply: FormReply = {
      intent,
      token: String(fields.get('form_token') ?? ''),
      notice: { key, params: {}, link: null },
      lastResult: null,
    };
    // Must be a Response: Remix would wrap any other value again, which would hide the reply and the status.
    return Response.json(reply, { status: 503 });
  }
}
