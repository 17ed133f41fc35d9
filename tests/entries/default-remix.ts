// The Worker of a default Remix application, as in its template: no front door. The benchmark compares the product's pages with it.
import { createRequestHandler } from '@remix-run/cloudflare';
import * as build from 'server-build';
import type { LoadContext, WebEnv } from '#app/context.ts';

const remix = createRequestHandler(build, 'production');

export default {
  fetch(request, env) {
    const context: LoadContext = {
      env,
      nonce: 'bench',
      ip: 'unknown',
      networks: { narrow: 'unknown', wide: null },
      network: 'unknown',
      edge: { timeZone: null, place: null },
      reference: 'bench',
      responseCookies: [],
      responseHeaders: new Headers(),
      contentSources: [],
      startedAt: Date.now(),
      waitUntil: () => {},
    };
    return remix(request, context);
  },
} satisfies ExportedHandler<WebEnv>;
