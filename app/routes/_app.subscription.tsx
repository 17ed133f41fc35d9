import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { type PlanFacts, PlanPage } from '#app/features/plans/plan-page';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { useClock } from '#app/features/shell/time/use-clock';
import { toAccountState } from '#app/server/account.server';
import { requireParent } from '#app/server/guards.server';

export const handle = {
  title: 'frame.subscription',
  live: { hints: ['account', 'user', 'device', 'rule', 'command', 'subscription', 'notification'], poll: null },
  texts: ['account'],
} satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireParent(request, context);
  const { entitlements, skus, counts, deviceCount, children, timeZone } = account;
  const plan: PlanFacts = {
    tier: entitlements.tier,
    limits: entitlements.limits,
    sku: skus.find(({ tier }) => tier === entitlements.tier) ?? null,
    used: { blocks: counts.blocks, devices: deviceCount, children: children.length },
    resetsAt: counts.resetsAt,
  };
  const now = Date.now();
  return { plan, zone: timeZone, now, accountState: toAccountState(account, now), isFull: account.isFull, seq: account.seq };
}

const load = createPageLoader<SerializeFrom<typeof loader>>({ texts: handle.texts });

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export default function Subscription() {
  const { t } = useTranslation();
  const { plan, zone, now, accountState } = useLoaderData<typeof loader>();
  return (
    <AppFrame pageName={t('frame.subscription')} accountState={accountState}>
      <PlanPage clock={useClock(zone, now)} plan={plan} />
    </AppFrame>
  );
}
