import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { type SubmittedForm, textOf } from './form.server';
import type { FormAnswer } from './form-action.server';
import { toOwnPath } from './redirect.server';
import { flashToast, type ToastKey } from './toast.server';

/**
 * Redirects to `back`, the page on which the button of a toast was pressed. A toast stays during navigation, so another page may handle its
 * form. A refusal becomes a toast that replaces the outdated one. Returns the answer unchanged if the form has no valid `back` or the
 * status is 503.
 */
export async function redirectBack(context: AppLoadContext, form: SubmittedForm, answer: FormAnswer): Promise<FormAnswer> {
  const back = toOwnPath(textOf(form.fields, 'back'));
  if (back === null || ('data' in answer && answer.init?.status === 503)) return answer;
  if ('data' in answer) {
    const { key, params } = answer.data.notice ?? { key: 'error_strings.unknown', params: {} };
    await flashToast(context, { tone: 'bad', text: { key: isEverywhere(key) ? key : 'error_strings.unknown', params }, undo: null });
  }
  return redirect(back);
}

/** True if every page has this text, so that any page can show it in a toast. */
function isEverywhere(key: string): key is ToastKey {
  return /^(?:toast|notices|limits|error_strings)\./.test(key);
}
