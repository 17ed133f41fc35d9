import { describe, expect, test, vi } from 'vitest';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { makeSession } from '#tests/web-session.ts';

type Route = { loader: (args: { request: Request; context: ReturnType<typeof webContext>; params: Record<string, string> }) => unknown };

const CHILD_ID = ACCOUNT_WIRE.users[0]?.user_id ?? '';
const SESSION = makeSession({ tokenTS: ACCOUNT_WIRE.token_ts });

// Imported up front, because importing the routes takes longer than the tests.
const routes = import.meta.glob<Route>(['./_app.*.tsx', './_app.tsx'], { eager: true });
const STATUS = `/block_status?dev_info=true&rule_info=true&usage=true`;
const OF_CHILD = `${STATUS}&rules_of=${CHILD_ID}&details_of=${CHILD_ID}`;
const [APPS, GRANULARITY] = [`/installed_apps?user_id=${CHILD_ID}`, `/granularity_by_user?user_id=${CHILD_ID}`];

const PLACES = '/geofences?include=all';

const PAGES: Array<[path: string, route: string, reads: Array<string>]> = [
  [`/manage/${CHILD_ID}/schedule`, './_app.manage.$userId.($feature).tsx', [OF_CHILD]],
  [`/manage/${CHILD_ID}/allowance`, './_app.manage.$userId.allowance.tsx', [OF_CHILD, APPS, GRANULARITY]],
  [`/manage/${CHILD_ID}/app-rules`, './_app.manage.$userId.app-rules.tsx', [OF_CHILD, APPS, GRANULARITY]],
  [`/manage/${CHILD_ID}/restrictions`, './_app.manage.$userId.restrictions.tsx', [OF_CHILD, GRANULARITY]],
  [`/manage/${CHILD_ID}/web-filter`, './_app.manage.$userId.web-filter.tsx', [OF_CHILD, GRANULARITY]],
  [`/manage/${CHILD_ID}/devices`, './_app.manage.$userId.devices.tsx', [OF_CHILD, `/device?user_id=${CHILD_ID}`]],
  ['/my-family', './_app.my-family.tsx', [STATUS, '/device']],
  [`/my-family?child=${CHILD_ID}&confirm=remove`, './_app.my-family.tsx', [STATUS, '/device', OF_CHILD]],
  [`/connect?child=${CHILD_ID}&confirm=remove`, './_app.connect.tsx', ['/device', OF_CHILD]],
  ['/notifications', './_app.notifications.($selectedId).tsx', ['/notifications?locale=en-US&state=active']],
  ['/notifications?lng=de', './_app.notifications.($selectedId).tsx', ['/notifications?locale=de-DE&state=active']],
  ['/locator?all', './_app.locator._index.tsx', [STATUS, '/device', '/user_location?last=1', PLACES]],
  [
    `/locator/${CHILD_ID}`,
    './_app.locator.$userId._index.tsx',
    [STATUS, '/device', '/user_location?last=1', PLACES, `/location_info?user_id=${CHILD_ID}`],
  ],
  [`/locator/${CHILD_ID}/history`, './_app.locator.$userId.history.tsx', [STATUS, '/device', '/user_location?last=1', PLACES]],
  [`/gallery/${CHILD_ID}/sample-1`, './_app.gallery.$userId.$sampleId.tsx', ['/device', '/account_attributes']],
  [`/gallery/${CHILD_ID}/sample-1/server`, './_app.gallery.$userId.$sampleId_.[server].tsx', ['/device', '/account_attributes']],
  [`/gallery/${CHILD_ID}`, './_app.gallery.$userId._index.tsx', [STATUS, '/device', '/account_attributes']],
  ['/locator/places/new', './_app.locator.places.$placeId.tsx', [STATUS, PLACES, '/user_location?last=1']],
  [`/gallery/${CHILD_ID}/settings`, './_app.gallery.$userId.settings.tsx', [OF_CHILD]],
  ['/locator/places/p1', './_app.locator.places.$placeId.tsx', [STATUS, PLACES]],
  ...['', '/pay', '/card'].map((path): [string, string, Array<string>] => [
    `/subscription${path}`,
    `./_app.subscription.${path === '' ? '($dialog)' : path.slice(1)}.tsx`,
    ['/purchase_info?query=summary', '/payment_sources'],
  ]),
  ['/account', './_app.account.($change).tsx', ['/session', '/account_attributes', '/account_deletion']],
];

describe('API reads of pages', () => {
  test.each(PAGES)('%s and its layout call the API once (NOTI-036, NOTI-037, I18N-026)', async (path, file, reads) => {
    const asked: Array<string> = [];
    const context = webContext({
      // Refuses every read except the account. A read that a loader did not declare in advance would cause a second call.
      api: async (request) => {
        asked.push(request.url.slice('https://api.porchlight.example'.length));
        const wanted = new URL(request.url).searchParams.getAll('path');
        const refused = { status: 403, body: { errors: { code: 410, message: 'no' } } };
        return Response.json(wanted.map((one) => (one === '/account' ? { status: 200, body: ACCOUNT_WIRE } : refused)));
      },
    });
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    await writeSession(context, SESSION);
    const request = requestWithCookies(context, `https://porchlight.example${path}`);
    const outcomes = await Promise.allSettled(
      ['./_app.tsx', file].map((one) =>
        routes[one]?.loader({ request, context, params: { userId: CHILD_ID, placeId: path.split('/').at(-1) ?? '' } }),
      ),
    );
    lines.mockRestore();
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(asked.map((url) => new URLSearchParams(url.slice('/reads?'.length)).getAll('path'))).toEqual([['/account', ...reads]]);
  });
});
