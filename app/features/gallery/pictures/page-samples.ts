import { addAccountCache } from '#app/browser/page-load';
import { get } from './fetch-sealed';
import { leaveSignedOut, pagePictures } from './page-pictures';
import { type SampleRows, unpackRows } from './sample-rows';
import { createSampleStore, type SampleStore } from './sample-store';

const stores = new Map<string, SampleStore>();

/** Returns the page's list of a child's screenshots. Import this file on demand. */
export function pageSamples(accountId: string, childId: string): SampleStore {
  const name = `${accountId} ${childId}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const store = createSampleStore({
    async fetchSamples(since) {
      const answer = await get(`/resources/samples/${childId}${since === null ? '' : `?since=${since}`}`, null);
      const body: unknown = await answer.json();
      if (!isRows(body)) throw new Error('An answer without rows');
      return unpackRows(body);
    },
    now: Date.now,
    untilMidnight: () => new Date().setHours(24, 0, 0, 0) - Date.now(),
    onGone: (ids) => pagePictures(accountId).drop(ids),
    onSignedOut: leaveSignedOut,
  });
  stores.set(name, store);
  addAccountCache({ expire() {}, clean() {}, empty: store.empty });
  return store;
}

/** Tells our answer from that of a proxy. Our own answers are not checked field by field. */
function isRows(body: unknown): body is SampleRows {
  return typeof body === 'object' && body !== null && 'rows' in body && Array.isArray(body.rows);
}
