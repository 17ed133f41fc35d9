import { useSyncExternalStore } from 'react';
import { addAccountCache } from '#app/browser/page-load';
import { ACCESS_PATH } from './sample-access';

const revealed = new Set<string>();
const subscribers = new Set<() => void>();
let isRegistered = false;

function tell(): void {
  for (const changed of subscribers) changed();
}

function subscribe(changed: () => void): () => void {
  if (!isRegistered) {
    isRegistered = true;
    const empty = () => {
      revealed.clear();
      tell();
    };
    addAccountCache({ expire() {}, clean() {}, empty });
  }
  subscribers.add(changed);
  return () => void subscribers.delete(changed);
}

/**
 * Returns whether the parent has revealed a screenshot with possible hits, and a function that reveals it. Lasts until the page is left by a
 * document load or the session ends.
 */
export function useRevealed(sampleId: string): { isRevealed: boolean; reveal: () => void } {
  const isRevealed = useSyncExternalStore(
    subscribe,
    () => revealed.has(sampleId),
    () => false,
  );
  const reveal = () => {
    recordReveal(sampleId);
    revealed.add(sampleId);
    tell();
  };
  return { isRevealed, reveal };
}

/** Has the family's access log record the reveal. The picture does not wait for it. */
function recordReveal(sampleId: string): void {
  const body = new URLSearchParams({ id: sampleId });
  fetch(ACCESS_PATH, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {});
}
