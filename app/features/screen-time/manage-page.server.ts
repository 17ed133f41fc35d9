import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, compareByName } from '~/domain/child';
import type { ChildId } from '~/domain/ids';
import { addDays, type Instant, instantOf, localDate, type TimeZone } from '~/domain/time';
import { listChildStatuses } from '~/features/children/child-status.server';
import type { SwitcherEntry } from '~/features/children/child-switcher';
import { updateFlow } from '~/server/flow.server';
import { newFormToken } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { leadOn } from '~/server/redirect.server';
import { toPanelId } from './panels';
import { findBedtime } from './screen-time.server';

const MORNING_MINUTE = 7 * 60;

/** The child of the address, or back to /manage: foreign, unknown and retired ids alike, without a word about them (A112, MAN-004). */
export function requireChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Child {
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

/** All that the manage page shows of one child. */
export async function loadManagePage(request: Request, context: AppLoadContext, parent: Parent, child: Child, slug: string | undefined) {
  const { account, api } = parent;
  const panel = toPanelId(slug);
  const [statuses, bedtime] = await Promise.all([listChildStatuses(api), findBedtime(api, child.id)]);
  const status = statuses.find(({ childId }) => childId === child.id);
  if (status === undefined) throw new Error('The API gave no status for a child of the account');
  await updateFlow(request, context, { childId: child.id, panel });
  const now = Date.now();
  const entries: Array<SwitcherEntry> = [...account.children].sort(compareByName).map(({ id, name, colourSlot }) => ({
    id,
    name,
    colourSlot,
    view: statuses.find(({ childId }) => childId === id)?.view ?? 'unmanaged',
  }));
  return {
    child,
    status,
    bedtime,
    entries,
    panel,
    now,
    morning: nextMorning(now, child.timeZone),
    parentZone: account.timeZone,
    blocks: { limit: account.entitlements.limits.blocksPerMonth, used: account.counts.blocks, resetsAt: account.counts.resetsAt },
    verified: account.verified,
    formToken: newFormToken(),
    titleParams: { name: child.name },
  };
}
