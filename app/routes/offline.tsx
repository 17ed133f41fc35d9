import { useRootFacts } from '~/features/shell/frame/root-facts';
import { OfflinePage } from '~/features/shell/messages/offline-page';

/** `still`: the document comes without the application's scripts, which are not kept. */
export const handle = { title: 'offline.title', still: true };

/** Public, the same for everybody, kept by the service worker (A38). */
export default function OfflineRoute() {
  return <OfflinePage nonce={useRootFacts()?.nonce} />;
}
