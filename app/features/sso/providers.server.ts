import type { AppLoadContext } from '@remix-run/cloudflare';
import type { SsoProvider, WebEnv } from '#app/context';
import { readEndpoint } from '#app/server/endpoint-choice.server';
import type { SsoType } from '#app/wire/account';

const KEPT_MS = 10 * 60_000;
// Cached, because every page with login links needs the providers. They do not change while an installation runs.
const kept = new WeakMap<WebEnv, { at: number; providers: Array<SsoProvider> }>();

/**
 * Returns the providers of single sign-on. Empty if another API is chosen, which has its own clients (A32), or if our API does not answer.
 */
export async function findProviders(request: Request, context: AppLoadContext): Promise<Array<SsoProvider>> {
  if ((await readEndpoint(request, context)) !== null) return [];
  const known = kept.get(context.env);
  if (known !== undefined && Date.now() - known.at < KEPT_MS) return known.providers;
  try {
    const providers = await context.env.INTERNAL.ssoProviders();
    kept.set(context.env, { at: Date.now(), providers });
    return providers;
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'identity providers did not respond', cause: String(error) }));
    return [];
  }
}

/** Returns one provider, or null if it is not available. */
export async function findProvider(request: Request, context: AppLoadContext, type: SsoType): Promise<SsoProvider | null> {
  return (await findProviders(request, context)).find((provider) => provider.type === type) ?? null;
}

/** Returns the provider types for which pages show a link. */
export async function listSsoTypes(request: Request, context: AppLoadContext): Promise<Array<SsoType>> {
  return (await findProviders(request, context)).map(({ type }) => type);
}
