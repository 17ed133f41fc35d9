import { useLocation, useNavigation } from '@remix-run/react';
import { useContext } from 'react';
import type { BundleId, Directive } from '~/domain/app-rules';
import { PendingTaps } from '~/features/shell/forms/pending-taps';
import type { AppRow } from './app-list';
import { parseAppRuleRequest, toDirectiveIntent } from './app-rule-request';

const DIRECTIVES: ReadonlyArray<Directive> = ['A', 'S', 'N'];

/** What was asked for last of an app and has not been answered, and how it stood before that (4.8.1). */
export type DirectiveTap = { directive: Directive; read: Directive };

/** The taps on this page's apps that are on their way or wait for that. */
export function useDirectiveTaps(): ReadonlyMap<BundleId, DirectiveTap> {
  const { pathname } = useLocation();
  const { formAction, formData } = useNavigation();
  const waiting = useContext(PendingTaps);
  const onItsWay = formData !== undefined && formAction?.startsWith(pathname) ? [formData] : [];
  return new Map(
    [...onItsWay, ...waiting].flatMap((fields) => {
      const wish = parseAppRuleRequest(fields);
      return wish?.kind === 'directive' ? [[wish.bundleId, wish] as const] : [];
    }),
  );
}

type Choice = Pick<AppRow, 'bundleId' | 'directive'> & {
  asked: Directive | null;
  read: Directive;
  words: Record<Directive, string>;
  isLocked: boolean;
};

/**
 * The three buttons of one app, for a form round them. `asked`: what was tapped last and has not been answered; `read`: what stood before that.
 * Another button asks on from there, and the same one once more is the same tap.
 */
export function DirectiveButtons({ bundleId, directive, asked, read, words, isLocked }: Choice) {
  const shown = asked ?? directive;
  return DIRECTIVES.map((one) => (
    <button
      aria-pressed={one === shown}
      disabled={isLocked}
      key={one}
      name="intent"
      type="submit"
      value={toDirectiveIntent(one, one === asked ? read : shown, bundleId)}
    >
      {words[one]}
    </button>
  ));
}
