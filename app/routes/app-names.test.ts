import { describe, expect, test } from 'vitest';
import { mergeEntitlements } from '#app/domain/plan';
import { loadAllowance } from '#app/features/allowance/allowance.server';
import { loadAppRules } from '#app/features/apps/app-rules/app-rules.server';
import { loadSchedulePanel } from '#app/features/schedules/schedule-panel.server';
import { getAppInfo, listInstalledApps } from '#app/wire/apps';
import { getGranularity } from '#app/wire/granularity';
import { childStatus, child as makeChild, NOW } from '#tests/child-status.ts';
import { OPERATIONS } from '#tests/examples.ts';
import { webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';

describe('app names', () => {
  test('shows the same name for an app on every page, regardless of the name that the device reports', async () => {
    const installed = { name: 'WA-device', version: '1', device_ids: ['d'], installed_ts: 0, came_with_device: true, used_today: 0 };
    const apps = ['com.whatsapp', 'com.example.other'].map((bundle_id) => ({ ...installed, bundle_id }));
    const context = webContext({
      api: async ({ url }) => {
        const { pathname, searchParams } = new URL(url);
        const bundle_id = searchParams.get('bundle_id');
        if (pathname !== getAppInfo.path || bundle_id !== 'com.whatsapp') return new Response('{}', { status: 404 });
        const nothing = {
          description: '',
          screenshots: [],
          videos: [],
          rating: null,
          content_rating: null,
          advisories: [],
          genres: [],
          logo: null,
        };
        return Response.json({ bundle_id, title: `WhatsApp (${searchParams.get('locale')})`, ...nothing });
      },
    });
    const limits = { ...mergeEntitlements([], 0).limits, allowance: 'on', granularity: 'on', scheduleGranularity: 'on' } as const;
    const parent = {
      ...webParent(() => [], { entitlements: { ...mergeEntitlements([], 0), limits }, webappFlags: ['wasAllowanceWelcomeModalShown'] }),
      api: {
        call: async (endpoint: unknown) =>
          (endpoint === listInstalledApps ? apps : endpoint === getGranularity ? OPERATIONS.getGranularity.answer : []) as never,
      },
    };
    const request = new Request('https://porchlight.example/manage/mia/schedule?edit=new', { headers: { 'Accept-Language': 'de' } });
    const child = makeChild();
    const manageContext = { request, context, parent, child };
    const status = childStatus([]);
    const found = Promise.resolve({ views: new Map(), status, rules: [], storedRules: [], devices: [] });
    const page = Promise.resolve({ child, rules: [], status, now: NOW });
    const input = { rules: [], timeZone: child.timeZone, allowance: null, pause: null };
    const named = ['WA-device', 'WhatsApp (de)'];
    expect((await loadAllowance(manageContext, found))?.apps?.map(({ name }) => name)).toEqual(named);
    expect((await loadSchedulePanel(manageContext, input, NOW)).editor?.apps?.map(({ name }) => name)).toEqual(named);
    expect((await loadAppRules(manageContext, found, page as never)).rows.map(({ title }) => title)).toEqual(named);
  });
});
