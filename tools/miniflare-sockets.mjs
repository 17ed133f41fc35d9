// A Miniflare plugin that opens a Worker’s own sockets.
//
// Miniflare’s entry and direct sockets trust headers that any client can send: CF-Connecting-IP and MF-CF-Blob (client address),
// MF-Original-URL (host), MF-Route-Override (which Worker answers). The entry also shows stack traces. A plain workerd socket ignores these
// headers and puts the client’s real address into `request.cf.clientIp`. Miniflare loads this file by its path.

export const PLUGIN = 'porchlight-sockets';

/** @typedef {{ type?: unknown, dev?: { options?: { addresses?: Array<string> } } }} Binding */

export const plugins = {
  [PLUGIN]: {
    getBindings: () => [],
    getNodeBindings: () => ({}),
    /** @param {{ options: { config: { name: string, env?: Record<string, Binding> } } }} worker */
    getServices({ options: { config } }) {
      const addresses = Object.values(config.env ?? {}).flatMap((binding) =>
        binding.type === `unsafe:${PLUGIN}` ? (binding.dev?.options?.addresses ?? []) : [],
      );
      const service = { name: `core:user:${config.name}` };
      const sockets = addresses.map((address, index) => ({ name: `${PLUGIN}:${config.name}:${index}`, address, service, http: {} }));
      return { services: [], extensions: [], sockets };
    },
  },
};
