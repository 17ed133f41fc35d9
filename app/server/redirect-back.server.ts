import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { type replyInvalid, type SubmittedForm, textOf } from './form.server';
import { toOwnPath } from './redirect.server';
import { leaveToast, type ToastKey } from './toast.server';

type Answer = ReturnType<typeof redirect> | ReturnType<typeof replyInvalid>;

/**
 * A message stays while its reader goes on, and its button may be pressed on another page than the one that can take the change back: what
 * that page answers leads to `back`, the page where it was pressed, and a no is a message of its own, in the place of the one that is no
 * longer true. As it is: the answer to a form without `back`, and that nobody answered, for then nobody would answer another page either.
 */
export async function redirectBack(context: AppLoadContext, form: SubmittedForm, answer: Answer): Promise<Answer> {
  const back = toOwnPath(textOf(form.fields, 'back'));
  if (back === null || ('data' in answer && answer.init?.status === 503)) return answer;
  if ('data' in answer) {
    const { key, params } = answer.data.notice ?? { key: 'error_strings.unknown', params: {} };
    await leaveToast(context, { tone: 'bad', text: { key: isEverywhere(key) ? key : 'error_strings.unknown', params }, undo: null });
  }
  return redirect(back);
}

/** Is the text among those of every page? */
function isEverywhere(key: string): key is ToastKey {
  return /^(?:toast|notices|limits|error_strings)\./.test(key);
}
