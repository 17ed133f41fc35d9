import type { Language } from '~/domain/language';
import { compareNotices, type Notice } from '~/domain/notice';
import type { Api } from '~/server/api.server';
import { fromWireNotice, listNotices as listNoticesEndpoint, updateNotices as updateNoticesEndpoint } from '~/wire/notice';

/** The call takes no more at once. */
const MOST_CHANGES = 100;

/** What a parent does with a notice. Instants in epoch ms. */
export type NoticeChange = { id: string } & Partial<{ readAt: number; shownAt: number; hidden: boolean }>;

/** The account's notices that are not hidden, of 30 days, in the reader's language and in their order (S47). */
export async function listNotices(api: Api, language: Language): Promise<Array<Notice>> {
  const wire = await api.call(listNoticesEndpoint, { query: { locale: language, state: 'active' }, body: undefined });
  return wire.map(fromWireNotice).sort(compareNotices);
}

/**
 * Notes what was read, shown or hidden (S47). Doing it twice is doing it once, so every call may have a key of its own.
 * @throws Refusal where one of them is not the account's
 */
export async function updateNotices(api: Api, changes: Array<NoticeChange>): Promise<void> {
  for (let at = 0; at < changes.length; at += MOST_CHANGES) {
    const body = changes.slice(at, at + MOST_CHANGES).map(({ id, readAt, shownAt, hidden }) => ({
      notif_id: id,
      details: {
        ...(readAt === undefined ? {} : { read_ts: readAt }),
        ...(shownAt === undefined ? {} : { shown_ts: shownAt }),
        ...(hidden === undefined ? {} : { hidden }),
      },
    }));
    await api.call(updateNoticesEndpoint, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
  }
}
