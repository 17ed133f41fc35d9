/** A cache of computed values by key. */
export type BoundedMemo<Value> = {
  get(key: string, compute: () => Value): Value;
  size(): number;
};

/** Creates a cache that deletes all its entries when it exceeds `limit` entries (9.1.9, A99). */
export function createBoundedMemo<Value>(limit: number): BoundedMemo<Value> {
  const known = new Map<string, Value>();

  function get(key: string, compute: () => Value): Value {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute();
    known.set(key, value);
    if (known.size > limit) known.clear();
    return value;
  }

  return { get, size: () => known.size };
}
