// A Miniflare plugin that opens plain workerd sockets for a Worker. Miniflare’s own sockets trust headers that any client can send:
// CF-Connecting-IP, MF-CF-Blob, MF-Original-URL and MF-Route-Override. Its entry socket also shows stack traces. A plain socket ignores
// these headers and puts the client’s real address into `request.cf.clientIp`. Miniflare loads this file by its path.

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
