import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

/**
 * Runs the local provider in its own thread. Under hot reload, a page’s API request blocks the main thread until the API and the provider
 * have answered.
 */
export async function startIdentityThread(port: number, webUrl: string): Promise<IdentityProvider> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { port, webUrl, isFormPost: Boolean(process.env.APPLE_FORM_POST) } });
  const [{ origin, settings }] = await once(thread, 'message');
  return {
    origin,
    settings,
    close: async () => {
      await thread.terminate();
    },
  };
}

if (!isMainThread) {
  const { port, webUrl, isFormPost } = workerData;
  const { origin, settings } = await startIdentityProvider(port, webUrl, { isFormPost });
  parentPort?.postMessage({ origin, settings });
}
