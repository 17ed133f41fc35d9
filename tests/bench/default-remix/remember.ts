import type { LoaderFunctionArgs } from '@remix-run/cloudflare';

const kept = new Map<string, unknown>();

/** Returns a loader that calls `load` once per address and then answers from memory. */
export function remember(route: string, load: (args: LoaderFunctionArgs) => unknown) {
  return async (args: LoaderFunctionArgs) => {
    const key = `${route} ${new URL(args.request.url).pathname.replace(/\.data$/, '')}`;
    if (!kept.has(key)) kept.set(key, await load(args));
    return kept.get(key);
  };
}
