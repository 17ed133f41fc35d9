import type { AppLoadContext } from '@remix-run/cloudflare';
import type { Question } from '~/domain/block-status';
import { type Child, compareByName } from '~/domain/child';
import { resolveDay } from '~/domain/day';
import type { ChildId } from '~/domain/ids';
import type { Rule } from '~/domain/rule';
import { addDays, type Instant, instantOf, localDate, type TimeZone } from '~/domain/time';
import type { ChildStatus } from '~/features/children/child-status';
import { findChildStatus } from '~/features/children/child-status.server';
import type { SwitcherEntry } from '~/features/children/child-switcher';
import { loadNewApp } from '~/features/children/new-app.server';
import { toStanding } from '~/server/account.server';
import { updateFlow } from '~/server/flow.server';
import { newFormToken } from '~/server/form.server';
import { type Parent, requireParent } from '~/server/guards.server';
import { languageOf } from '~/server/i18n.server';
import { leadOn } from '~/server/redirect.server';
import { findBeneath } from './beneath';
import type { PanelId } from './panels';

const MORNING_MINUTE = 7 * 60;

/** The child of the address, or back to /manage: foreign, unknown and retired ids alike, without a word about them (A112, MAN-004). */
function requireChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Child {
  const child = account.children.find(({ id }) => id === childId);
  if (child === undefined) throw leadOn(context, '/manage');
  return child;
}

/** 07:00 of the next morning in the child's zone. */
export function nextMorning(now: Instant, zone: TimeZone): Instant {
  const today = localDate(now, zone);
  const morning = instantOf(today, MORNING_MINUTE, zone);
  return morning > now ? morning : instantOf(addDays(today, 1), MORNING_MINUTE, zone);
}

/** What the rules are asked for the day: the pause and today's usage as the status tells them (A119). */
export function toQuestion({ timeZone }: Child, { why, beaten, usage }: ChildStatus, rules: Array<Rule>): Question {
  const pause = [why, ...beaten].find((reason) => reason?.kind === 'pause');
  return {
    rules,
    timeZone,
    allowance: usage && { enabled: true, limitSeconds: usage.limitSeconds, usedSeconds: usage.usedSeconds },
    pause: pause ? { until: pause.until } : null,
  };
}

/** Who asks, and about which child. */
export type ManagePlace = { request: Request; context: AppLoadContext; parent: Parent; child: Child };

/** The guard of every panel's loader and action: signed in, and a child of the account (A112). */
export async function requireManagePlace(request: Request, context: AppLoadContext, childId: string | undefined): Promise<ManagePlace> {
  const parent = await requireParent(request, context);
  return { request, context, parent, child: requireChild(context, parent, childId) };
}

/** What every panel's page shows of one child, whatever else its panel adds. */
export async function loadManagePage({ request, context, parent, child }: ManagePlace, panel: PanelId) {
  const { account, api } = parent;
  const [found, newApp] = await Promise.all([
    findChildStatus(api, child.id, account.children),
    loadNewApp(parent, child.id, languageOf(request)),
  ]);
  if (found === null) throw new Error('The API gave no status for a child of the account');
  const { statuses, status, rules } = found;
  await updateFlow(request, context, { childId: child.id, panel });
  const now = Date.now();
  const question = toQuestion(child, status, rules);
  const entries: Array<SwitcherEntry> = [...account.children].sort(compareByName).map(({ id, name, colourSlot, pictureIndex, photo }) => ({
    id,
    name,
    colourSlot,
    pictureIndex,
    photo,
    view: statuses.find(({ childId }) => childId === id)?.view ?? 'unmanaged',
  }));
  return {
    child,
    status,
    rules,
    day: resolveDay(question, now),
    beneath: findBeneath(question, now),
    entries,
    newApp,
    panel,
    now,
    morning: nextMorning(now, child.timeZone),
    parentZone: account.timeZone,
    blocks: { limit: account.entitlements.limits.blocksPerMonth, used: account.counts.blocks, resetsAt: account.counts.resetsAt },
    standing: toStanding(account, now),
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
    titleParams: { name: child.name },
  };
}
