import type { AppLoadContext } from '@remix-run/cloudflare';
import type { SsoProvider, WebEnv } from '~/context';
import { readEndpoint } from '~/server/endpoint-choice.server';
import type { SsoType } from '~/wire/account';

const KEPT_MS = 10 * 60_000;
// The settings of a running installation do not change; each page with the links would ask for them.
const kept = new WeakMap<WebEnv, { at: number; providers: Array<SsoProvider> }>();

/** The providers of single sign-on, none where another API was chosen: it has clients of its own (A32). */
export async function findProviders(request: Request, context: AppLoadContext): Promise<Array<SsoProvider>> {
  if ((await readEndpoint(request, context)) !== null) return [];
  const known = kept.get(context.env);
  if (known !== undefined && Date.now() - known.at < KEPT_MS) return known.providers;
  try {
    const providers = await context.env.INTERNAL.ssoProviders();
    kept.set(context.env, { at: Date.now(), providers });
    return providers;
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'providers gave no answer', cause: String(error) }));
    return [];
  }
}

/** One of them; null where it is not there. */
export async function findProvider(request: Request, context: AppLoadContext, type: SsoType): Promise<SsoProvider | null> {
  return (await findProviders(request, context)).find((provider) => provider.type === type) ?? null;
}

/** Which of them the links name. */
export async function listSsoTypes(request: Request, context: AppLoadContext): Promise<Array<SsoType>> {
  return (await findProviders(request, context)).map(({ type }) => type);
}
