import type { SubmissionResult } from '@conform-to/react';
import type { BundleId, Directive } from '#app/domain/app-rules';
import type { RuleId } from '#app/domain/ids';

/** Limits that can be set in one tap, in seconds (similar to A122). */
export const LIMIT_CHOICES = [900, 1800, 3600, 7200] as const;

const MINUTES_MAX = 1440;
const DIRECTIVES = ['A', 'S', 'N'] as const satisfies ReadonlyArray<Directive>;

/**
 * A request from a form of the list. `read`: the value when the form was shown. `wrong`: the typed text is not a valid limit and is
 * returned unchanged.
 */
export type AppRuleRequest = { bundleId: BundleId } & (
  | { kind: 'directive'; directive: Directive; read: Directive }
  | { kind: 'limit'; seconds: number | null; read: number | null }
  | { kind: 'schedules'; ids: Array<RuleId>; read: Array<RuleId> }
  | { kind: 'counted'; isCounted: boolean }
  | { kind: 'wrong'; lastResult: SubmissionResult<Array<string>> }
);

/** Returns the value of a row's button: the wanted rule, the rule that was read, and the app. One form serves the whole list. */
export function toDirectiveIntent(directive: Directive, read: Directive, bundleId: BundleId): string {
  return `app-${directive}${read}-${bundleId}`;
}

/**
 * Returns the form that undoes a change, for the message's Undo button; null if there is nothing to undo. Sending it twice has the same
 * effect as once.
 */
export function toUndo(request: Exclude<AppRuleRequest, { kind: 'wrong' }>): { intent: string; fields: Record<string, string> } | null {
  const fields = { bundle_id: request.bundleId, undo: 'yes' };
  switch (request.kind) {
    case 'directive':
      if (request.directive === request.read) return null;
      return { intent: toDirectiveIntent(request.read, request.directive, request.bundleId), fields: { undo: 'yes' } };
    case 'limit':
      if (request.seconds === request.read) return null;
      return { intent: `limit-${request.read ?? 0}`, fields: { ...fields, read: String(request.seconds ?? '') } };
    case 'schedules':
      if (request.ids.join(' ') === request.read.join(' ')) return null;
      return { intent: 'app-schedules', fields: { ...fields, schedule: request.read.join(' '), read: request.ids.join(' ') } };
    // A switch has no undo: a second tap undoes the first.
    default:
      return null;
  }
}

/** Parses a form of the panel. Returns null for any other form. */
export function parseAppRuleRequest(fields: FormData): AppRuleRequest | null {
  const text = (name: string) => String(fields.get(name) ?? '');
  const intent = text('intent');
  const [, to, from, named = ''] = /^app-([A-Z])([A-Z])-(.+)$/.exec(intent) ?? [];
  const directive = toDirective(to);
  const read = toDirective(from);
  if (directive !== null && read !== null) return { kind: 'directive', bundleId: named, directive, read };
  const bundleId = text('bundle_id');
  const readSeconds = toSeconds(text('read'));
  const [, chosen] = /^limit-(\d{1,5})$/.exec(intent) ?? [];
  if (chosen !== undefined) return { kind: 'limit', bundleId, seconds: toSeconds(chosen), read: readSeconds };
  switch (intent) {
    case 'limit-minutes': {
      const typed = text('minutes').trim();
      const minutes = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
      if (minutes >= 1 && minutes <= MINUTES_MAX) return { kind: 'limit', bundleId, seconds: minutes * 60, read: readSeconds };
      const lastResult = { status: 'error' as const, initialValue: { minutes: typed }, error: { minutes: ['limit_minutes'] } };
      return { kind: 'wrong', bundleId, lastResult };
    }
    case 'app-schedules':
      return { kind: 'schedules', bundleId, ids: toIds(fields.getAll('schedule').join(' ')), read: toIds(text('read')) };
    case 'app-counted':
    case 'app-uncounted':
      return { kind: 'counted', bundleId, isCounted: intent === 'app-counted' };
    default:
      return null;
  }
}

function toIds(text: string): Array<RuleId> {
  return text.split(' ').filter(Boolean);
}

function toDirective(text: string | undefined): Directive | null {
  return DIRECTIVES.find((directive) => directive === text) ?? null;
}

/** Parses seconds. Returns null, which means no limit, for «0» and for text that is not a number. */
function toSeconds(text: string): number | null {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return seconds === 0 ? null : seconds;
}
