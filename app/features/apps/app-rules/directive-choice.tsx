import { useLocation, useNavigation } from '@remix-run/react';
import { useContext } from 'react';
import type { BundleId, Directive } from '#app/domain/app-rules';
import { PendingTaps } from '#app/features/shell/forms/pending-taps';
import type { AppRow } from './app-list';
import { parseAppRuleRequest, toDirectiveIntent } from './app-rule-request';

const DIRECTIVES: ReadonlyArray<Directive> = ['A', 'S', 'N'];

/** The last unanswered request for an app's rule. `read`: the rule before this request (4.8.1). */
export type DirectiveTap = { directive: Directive; read: Directive };

/** Returns the taps on this page's apps that are in flight or waiting to be sent. */
export function useDirectiveTaps(): ReadonlyMap<BundleId, DirectiveTap> {
  const { pathname } = useLocation();
  const { formAction, formData } = useNavigation();
  const waiting = useContext(PendingTaps);
  const onItsWay = formData !== undefined && formAction?.startsWith(pathname) ? [formData] : [];
  return new Map(
    [...onItsWay, ...waiting].flatMap((fields) => {
      const request = parseAppRuleRequest(fields);
      return request?.kind === 'directive' ? [[request.bundleId, request] as const] : [];
    }),
  );
}

type Choice = Pick<AppRow, 'bundleId' | 'directive'> & {
  pendingDirective: Directive | null;
  read: Directive;
  words: Record<Directive, string>;
  isLocked: boolean;
};

/**
 * The three rule buttons of one app. The caller renders a form around them. `pendingDirective`: the last unanswered tap; `read`: the rule
 * before it. A tap on another button changes the pending rule. A tap on the same button repeats the request.
 */
export function DirectiveButtons({ bundleId, directive, pendingDirective, read, words, isLocked }: Choice) {
  const shown = pendingDirective ?? directive;
  return DIRECTIVES.map((one) => (
    <button
      aria-pressed={one === shown}
      disabled={isLocked}
      key={one}
      name="intent"
      type="submit"
      value={toDirectiveIntent(one, one === pendingDirective ? read : shown, bundleId)}
    >
      {words[one]}
    </button>
  ));
}
