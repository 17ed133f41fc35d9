import { describe, expect, test } from 'vitest';
import { NO_GRANULARITY } from '#app/domain/app-rules';
import { takeToast } from '#app/server/toast.server';
import { toWireGranularity } from '#app/wire/granularity';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import type { PanelForm } from '../panel-form';
import { answerWebFilter, loadWebFilter } from './web-filter.server';

describe('web filter', () => {
  test.each([
    [20, 'toast.saved', 'web-filter-undo'],
    [200, 'toast.filter_final', undefined],
  ])('offers to undo a change of %d blocked sites only if the undo fits in its cookie', async (sites, said, undo) => {
    const deny = Array.from({ length: sites }, (_, index) => `site-${index}.example.com`);
    const stored = { ...toWireGranularity(NO_GRANULARITY), user_id: 'mia', updated_ts: 1, web_filter: { allow: [], deny, categories: [] } };
    const parent = { api: { call: async () => [stored] }, account: { entitlements: { limits: { granularity: 'on' } } } };
    const context = webContext();
    const request = new Request('https://porchlight.example/manage/mia/web-filter', { method: 'POST' });
    const panelContext = { request, context, parent, child: { id: 'mia', name: 'Mia' }, now: 0 };
    const panel = await loadWebFilter(panelContext as unknown as PanelForm, Promise.resolve({ devices: [] }) as never);
    const fields = new FormData();
    for (const [name, value] of Object.entries({ deny: 'another.example.com', allow: '', on: 'on', version: panel.version }))
      fields.set(name, value);
    await answerWebFilter({ ...panelContext, form: { fields, intent: 'web-filter', token: 't' } } as unknown as PanelForm);
    const toast = await takeToast(requestWithCookies(context), webContext());
    expect([toast?.text.key, toast?.undo?.intent]).toEqual([said, undo]);
  });
});
