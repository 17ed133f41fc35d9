import { describe, expect, test } from 'vitest';
import type { LiveHandle } from '#app/browser/use-live';

const ROUTES = import.meta.glob<{ handle: { live: LiveHandle } }>('./_app.*.tsx');

describe('live polling of pages', () => {
  test.each<[path: string, poll: LiveHandle['poll']]>([
    ['connect', { kind: 'add-child', isFastFromStart: true }],
    ['pair.($page)', { kind: 'add-child', isFastFromStart: true }],
    ['my-family', { kind: 'devices' }],
    ['notifications.($selectedId)', { kind: 'notifications' }],
    ['manage.$userId.($feature)', { kind: 'block-status' }],
    ['manage.$userId.allowance', { kind: 'block-status' }],
    ['manage.$userId.app-rules', { kind: 'block-status' }],
    ['manage.$userId.restrictions', { kind: 'block-status' }],
    ['manage.$userId.web-filter', { kind: 'block-status' }],
    ['manage.$userId.devices', { kind: 'block-status' }],
    ['locator._index', { kind: 'location' }],
    ['locator.$userId._index', { kind: 'location' }],
    ['locator.$userId.history', { kind: 'location' }],
    ['gallery.$userId._index', { kind: 'samples' }],
    ['gallery.$userId.settings', { kind: 'devices' }],
  ])(
    '%s uses the poll rate of its content, which is fast from the start when adding a device (A41, RT-009, RT-010, RT-012, PAIR-034)',
    async (path, poll) => {
      expect((await ROUTES[`./_app.${path}.tsx`]?.())?.handle.live.poll).toEqual(poll);
    },
  );
});
