import { useSyncExternalStore } from 'react';
import { addAccountCache } from '#app/browser/page-load';

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
    revealed.add(sampleId);
    tell();
  };
  return { isRevealed, reveal };
}
