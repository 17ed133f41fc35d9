import { isRetryable } from '~/domain/retry';
import type { FormReply } from '~/server/form.server';
import { toFailure } from './page-load';

/**
 * For the `clientAction` of a page with forms: where no answer comes back, the form is shown again with its values, its token and the words
 * for «unknown» instead of an error page (A101, A120). Sending it again has one effect: the token is the same. Never tried again by itself;
 * with status 503, so that nothing is loaded anew either.
 */
export async function sendForm<Data>(request: Request, serverAction: () => Promise<Data>) {
  const copy = request.clone();
  // Known before: what is lost on the way may have arrived.
  const key = navigator.onLine ? 'error_strings.unknown_outcome' : 'error_strings.offline_not_sent';
  try {
    return await serverAction();
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null || !isRetryable(failure.status)) throw error;
    const fields = await copy.formData();
    const reply: FormReply = {
      intent: String(fields.get('intent') ?? ''),
      token: String(fields.get('form_token') ?? ''),
      notice: { key, params: {}, link: null },
      lastResult: null,
    };
    // As a response: Remix wraps whatever else an action gives once more, and neither reply nor status would be found.
    return Response.json(reply, { status: 503 });
  }
}
