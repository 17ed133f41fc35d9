import type { SubscriptionPageData } from './plan-dialogs';

let lastShown: string | null = null;

/** Removes the dialog that a link asked for from data that were shown before, because the page’s data may come from the cache again. */
export function showOnce<Data extends { page: SubscriptionPageData }>(data: Data): Data {
  const id = data.page.opened?.id ?? null;
  if (id === null) return data;
  if (id === lastShown) return { ...data, page: { ...data.page, opened: null } };
  lastShown = id;
  return data;
}
