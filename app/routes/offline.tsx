import { useRootFacts } from '#app/features/shell/frame/root-facts';
import { OfflinePage } from '#app/features/shell/messages/offline-page';

/** With `still`, the document contains no application scripts, because the service worker does not cache them. */
export const handle = { title: 'offline.title', still: true };

/** Renders the offline page, which is the same for every user. Public; the service worker caches it (A38). */
export default function OfflineRoute() {
  return <OfflinePage nonce={useRootFacts()?.nonce} />;
}
