import { isRetryable } from '#app/domain/retry';
import type { FormReply } from '#app/server/form.server';
import { toFailure } from './page-load';

/** Returns the text key to show when the form gets no response. `intent` is the value of the pressed button. */
type NoResponseText = (intent: string) => string;

const unknownOutcome: NoResponseText = () => 'error_strings.unknown_outcome';

/**
 * Runs the action of a page with forms, for `clientAction`. Without a response, returns a reply with the form's intent, its token and
 * «unknown outcome», or «not sent» if offline (A101, A120). With the same token, the user can safely submit again; this function does not
 * retry. Status 503 prevents revalidation.
 */
export async function sendForm<Data>(request: Request, serverAction: () => Promise<Data>, noResponseText: NoResponseText = unknownOutcome) {
  const copy = request.clone();
  // Checked before sending, because a request that fails later may have reached the server.
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
    // Must be a Response. Remix would wrap another value and hide the reply and the status.
    return Response.json(reply, { status: 503 });
  }
}
