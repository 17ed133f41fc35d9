import type { AppLoadContext } from '@remix-run/cloudflare';
import type { StatusInput } from '#app/domain/block-status';
import { type Child, compareByName } from '#app/domain/child';
import { resolveDay } from '#app/domain/day';
import type { ChildId } from '#app/domain/ids';
import type { Rule } from '#app/domain/rule';
import { addDays, type Instant, instantOf, localDate, type TimeZone } from '#app/domain/time';
import { CHILD_GONE } from '#app/features/children/child-gone';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { loadNewApp } from '#app/features/children/new-apps/new-app.server';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { type FoundStatus, findChildStatus, toStatusRead } from '#app/features/children/status/child-status.server';
import { toAccountState } from '#app/server/account.server';
import type { Read } from '#app/server/api.server';
import { updateOwnFlow } from '#app/server/flow.server';
import { newFormToken } from '#app/server/form.server';
import { type Parent, requireParent } from '#app/server/guards.server';
import { localeOf } from '#app/server/i18n.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { findOverriddenRule } from './overridden-rule';
import type { PanelId } from './panels';

const MORNING_MINUTE = 7 * 60;

/**
 * Returns the child with this ID.
 * @throws a redirect to /manage with a neutral message for a foreign, unknown or removed ID (A112, MAN-004)
 */
async function requireChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Promise<Child> {
  const child = account.children.find(({ id }) => id === childId);
  if (child !== undefined) return child;
  throw await redirectWithToast(context, '/manage', CHILD_GONE);
}

/** Returns the next 07:00 in the child's time zone. */
export function nextMorning(now: Instant, zone: TimeZone): Instant {
  const today = localDate(now, zone);
  const morning = instantOf(today, MORNING_MINUTE, zone);
  return morning > now ? morning : instantOf(addDays(today, 1), MORNING_MINUTE, zone);
}

/** Returns the input for resolving the rules of today and later days, with pause and usage from the status (A119). */
export function toPageStatusInput(
  { child, parent }: Pick<ManageContext, 'child' | 'parent'>,
  { why, overridden, usage }: ChildStatus,
  rules: Array<Rule>,
  now: Instant,
): StatusInput {
  const { timeZone, allowance } = child;
  // A limit that the plan no longer includes stays stored but is not active.
  const isOn = allowance.isOn && parent.account.entitlements.limits.allowance === 'on';
  const pause = [why, ...overridden].find((reason) => reason?.kind === 'pause');
  return {
    rules,
    timeZone,
    allowance: isOn
      ? {
          enabled: true,
          limits: allowance.seconds,
          extra: allowance.extra,
          used: { date: localDate(now, timeZone), seconds: usage?.usedSeconds ?? 0 },
        }
      : null,
    pause: pause ? { until: pause.until } : null,
  };
}

/** The request to a manage page, with its parent and child. */
export type ManageContext = { request: Request; context: AppLoadContext; parent: Parent; child: Child };

/**
 * Guards every panel's loader and action: requires a session and a child of the account (A112). `toReads` returns the panel's own API
 * reads, sent in the same call as the status.
 */
export async function requireManageContext(
  request: Request,
  context: AppLoadContext,
  childId: string | undefined,
  toReads: (childId: ChildId) => Array<Read> = () => [],
): Promise<ManageContext> {
  const reads = childId === undefined ? [] : [toStatusRead(childId), ...toReads(childId)];
  const parent = await requireParent(request, context, reads);
  return { request, context, parent, child: await requireChild(context, parent, childId) };
}

/**
 * Returns the child's status, which page and panel share.
 * @throws if the API returns no status for the child
 */
export async function readStatus({ parent, child }: ManageContext): Promise<FoundStatus> {
  const found = await findChildStatus(parent.api, child.id, parent.account.children);
  if (found === null) throw new Error('The API gave no status for a child of the account');
  return found;
}

/** Loads the data that every panel page shows. Also remembers the child and the panel for the next visit. */
export async function loadManagePage(
  manageContext: ManageContext,
  panel: PanelId,
  found: FoundStatus | Promise<FoundStatus> = readStatus(manageContext),
) {
  const { request, context, parent, child } = manageContext;
  const { account } = parent;
  const [{ views, status, rules }, newApp] = await Promise.all([found, loadNewApp(parent, child.id, localeOf(request))]);
  await updateOwnFlow(request, context, account.id, { childId: child.id, panel });
  const now = Date.now();
  const input = toPageStatusInput(manageContext, status, rules, now);
  const entries: Array<SwitcherEntry> = [...account.children].sort(compareByName).map(({ id, name, colorSlot, pictureIndex, photo }) => ({
    id,
    name,
    colorSlot,
    pictureIndex,
    photo,
    view: views.get(id) ?? 'unmanaged',
  }));
  return {
    child,
    status,
    rules,
    day: resolveDay(input, now),
    beneath: findOverriddenRule(input, now),
    entries,
    newApp,
    panel,
    now,
    morning: nextMorning(now, child.timeZone),
    parentZone: account.timeZone,
    blocks: { limit: account.entitlements.limits.blocksPerMonth, used: account.counts.blocks, resetsAt: account.counts.resetsAt },
    accountState: toAccountState(account, now),
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
    titleParams: { name: child.name },
  };
}
