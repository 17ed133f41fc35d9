/** Minimum interval between key fetches, in ms (9.2.2, CONST-016, KEYS-017). */
export const KEY_FETCH_EVERY_MS = 5000;

/**
 * Runs `work` at most once per `everyMs`. Calls with equal input within that time share one result. A call with another input waits until
 * the time has passed.
 */
export function throttleSame<Value>(work: (input: string) => Promise<Value>, everyMs: number): (input: string) => Promise<Value> {
  let last: { input: string; at: number; answer: Promise<Value> } | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const take = async (input: string): Promise<Value> => {
    const rest = last === null ? 0 : last.at + everyMs - Date.now();
    if (last !== null && rest > 0 && last.input === input) return last.answer;
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    last = { input, at: Date.now(), answer: work(input) };
    return last.answer;
  };
  return (input) => {
    const mine = turn.then(() => take(input));
    turn = mine.catch(() => {});
    return mine;
  };
}
