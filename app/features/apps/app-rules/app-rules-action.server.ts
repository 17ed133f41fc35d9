import { redirect } from '@remix-run/cloudflare';
import { type BundleId, type Directive, directiveOf, type Granularity, ownValue } from '#app/domain/app-rules';
import type { RuleId } from '#app/domain/ids';
import { findAppInfo, nameOfApp } from '#app/server/app-info.server';
import { attempt, formMessage, isReplay, replyInvalid, statusOf, toFormMessage, toIdempotencyKey } from '#app/server/form.server';
import { compareWithStored, readGranularity } from '#app/server/granularity.server';
import { languageOf } from '#app/server/i18n.server';
import { flashToast } from '#app/server/toast.server';
import { createCommand } from '#app/wire/command';
import { answerChange, type Refused } from '../granularity.server';
import type { PanelAnswer, PanelForm } from '../panel-form';
import { type AppRuleRequest, parseAppRuleRequest, toUndo } from './app-rule-request';
import { listApps } from './app-rules.server';

/** Handles the forms of the app rules panel. Returns null for any other form. */
export async function answerAppRules(panelForm: PanelForm): Promise<PanelAnswer> {
  const { form, request, parent, child } = panelForm;
  if (form.intent === 'ask-apps') return askDevices(panelForm);
  const ruleRequest = parseAppRuleRequest(form.fields);
  if (ruleRequest === null) return null;
  const { bundleId } = ruleRequest;
  const [apps, { granularity }] = await Promise.all([listApps(parent.api, child.id), readGranularity(parent.api, child.id)]);
  const app = apps.find(({ bundle_id }) => bundle_id === bundleId);
  // Rules of an app that is no longer installed can still be removed.
  if (app === undefined && !isKnown(granularity, bundleId)) {
    if (ruleRequest.kind !== 'directive') return replyInvalid(form, { notice: formMessage('apps.unknown_app') });
    await flashToast(panelForm.context, { tone: 'bad', text: { key: 'toast.app_unknown', params: { app: bundleId } }, undo: null });
    return redirect(withoutDialog(request.url, ruleRequest.kind));
  }
  if (ruleRequest.kind === 'wrong') return replyInvalid(form, { lastResult: ruleRequest.lastResult });
  const title = nameOfApp({ bundleId, name: app?.name ?? '' }, await findAppInfo(panelForm.context, bundleId, languageOf(request)));
  const isUndo = form.fields.has('undo');
  // A tap in the list and an undo have no typed input to lose, so a message shows their refusal.
  const refused: Refused | null =
    ruleRequest.kind === 'directive' || isUndo
      ? { stale: { key: 'toast.app_stale', params: { app: title } }, failed: { key: 'toast.app_failed', params: { app: title } } }
      : null;
  return answerChange(panelForm, toChange(ruleRequest), {
    failed: formMessage('apps.failed', { app: title }),
    refused,
    saved: isUndo ? { key: 'toast.undone', params: {} } : { key: 'toast.app_saved', params: { app: title } },
    to: withoutDialog(request.url, ruleRequest.kind),
    toUndo: () => (isUndo ? null : toUndo(ruleRequest)),
  });
}

function isKnown({ directives, appLimits, appSchedules, uncountedApps }: Granularity, bundleId: BundleId): boolean {
  return [directives, appLimits, appSchedules].some((table) => Object.hasOwn(table, bundleId)) || uncountedApps.includes(bundleId);
}

function toChange(ruleRequest: Exclude<AppRuleRequest, { kind: 'wrong' }>) {
  const { bundleId } = ruleRequest;
  switch (ruleRequest.kind) {
    case 'directive':
      return {
        patch: { app_directives: { [bundleId]: ruleRequest.directive } },
        compareStored: (stored: Granularity) =>
          compareWithStored<Directive>(directiveOf(stored, bundleId), ruleRequest.read, ruleRequest.directive),
      };
    case 'limit':
      return {
        patch: { app_limits: { [bundleId]: ruleRequest.seconds } },
        compareStored: (stored: Granularity) =>
          compareWithStored(ownValue(stored.appLimits, bundleId) ?? null, ruleRequest.read, ruleRequest.seconds),
      };
    case 'counted':
      return {
        patch: { uncounted_apps: { [bundleId]: !ruleRequest.isCounted } },
        compareStored: (stored: Granularity) =>
          compareWithStored(!stored.uncountedApps.includes(bundleId), !ruleRequest.isCounted, ruleRequest.isCounted),
      };
    default: {
      const inOrder = (ids: ReadonlyArray<RuleId>) => [...ids].sort().join(' ');
      return {
        patch: { app_schedules: { [bundleId]: ruleRequest.ids } },
        compareStored: (stored: Granularity) =>
          compareWithStored(inOrder(ownValue(stored.appSchedules, bundleId) ?? []), inOrder(ruleRequest.read), inOrder(ruleRequest.ids)),
      };
    }
  }
}

/** Returns the URL of the list with its search. The details dialog stays open unless a limit was set. */
function withoutDialog(address: string, kind: AppRuleRequest['kind']): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.delete('limit');
  if (kind === 'limit') searchParams.delete('app');
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** Requests the app lists of the child's devices (APPS-017). */
async function askDevices({ form, parent, child, context, request }: PanelForm): Promise<PanelAnswer> {
  const idempotencyKey = await toIdempotencyKey(form);
  const body = { command: 'app_list' as const, rule_type: 'query' as const, user_id: child.id };
  const outcome = await attempt(() => parent.api.call(createCommand, { query: {}, body }, { idempotencyKey }));
  if (outcome.kind !== 'done' && !isReplay(outcome)) {
    const own = { 500: formMessage('apps.ask_failed') };
    return replyInvalid(form, { notice: toFormMessage(outcome, own) }, statusOf(outcome));
  }
  await flashToast(context, { tone: 'good', text: { key: 'toast.apps_asked', params: {} }, undo: null });
  return redirect(withoutDialog(request.url, 'counted'));
}
