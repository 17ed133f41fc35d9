import type { Account } from './account.ts';
import { readParams, type Shape } from './params.ts';
import { listOf } from './plain.ts';

/** A call of the API: `POST /v1/customers/{id}`. Objects come back as stored; the server expands them. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  call: string;
  run: (account: Account, tree: Parameters<typeof readParams>[1], id: string) => { object: object; expand: Array<string> };
};

/** Declares a call with its parameters. `path` has at most one `{id}`. */
export function route<T>(
  method: Route['method'],
  path: string,
  shape: Shape<T>,
  handle: (account: Account, params: T, id: string) => object,
): Route {
  return {
    method,
    path: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
    call: `${method} ${path}`,
    run: (account, tree, id) => {
      const { expand = [], ...params } = readParams(shape, tree);
      return { object: handle(account, params as T, id), expand };
    },
  };
}

/** Parameters of every list. */
export const PAGE = { limit: 'integer', starting_after: 'string', ending_before: 'string' } as const;

/** Returns a page, newest first. `limit` is 10 unless given, at most 100. */
export function pageOf<T extends { id: string }>(
  url: string,
  all: Iterable<T>,
  { limit = 10, starting_after: after }: { limit?: number; starting_after?: string },
): object {
  const sorted = [...all].reverse();
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
  const size = Math.min(limit, 100);
  return listOf(url, sorted.slice(from, from + size), sorted.length > from + size);
}
