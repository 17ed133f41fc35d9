import { isRetryable } from '~/domain/retry';
import type { FormReply } from '~/server/form.server';
import { toFailure } from './page-load';

/** The words for a form without an answer, by its button: the key of a text. */
type Silence = (intent: string) => string;

const unknownOutcome: Silence = () => 'error_strings.unknown_outcome';

/**
 * For the `clientAction` of a page with forms: where no answer comes back, the form is shown again with its values, its token and the words
 * for «unknown» instead of an error page (A101, A120). Sending it again has one effect: the token is the same. Never tried again by itself;
 * with status 503, so that nothing is loaded anew either.
 */
export async function sendForm<Data>(request: Request, serverAction: () => Promise<Data>, silence: Silence = unknownOutcome) {
  const copy = request.clone();
  // Known before: what is lost on the way may have arrived.
  const isOnline = navigator.onLine;
  try {
    const answer = await serverAction();
    // Ours says something or leads on; nothing at all was said by somebody between.
    if (answer === null || answer === undefined) throw new TypeError('An answer without data');
    return answer;
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null || !isRetryable(failure.status)) throw error;
    const fields = await copy.formData();
    const intent = String(fields.get('intent') ?? '');
    const key = isOnline ? silence(intent) : 'error_strings.offline_not_sent';
    const reply: FormReply = {
      intent,
      token: String(fields.get('form_token') ?? ''),
      notice: { key, params: {}, link: null },
      lastResult: null,
    };
    // As a response: Remix wraps whatever else an action gives once more, and neither reply nor status would be found.
    return Response.json(reply, { status: 503 });
  }
}
