/**
 * Configuration of Remix, imported by vite.config.ts.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  // `build` for deployment; tools/build-workers.ts builds each version into its own folder.
  buildDirectory: process.env.REMIX_BUILD_FOLDER ?? 'build',
  serverModuleFormat: 'esm',
  ignoredRouteFiles: ['**/.*', '**/*.test.{ts,tsx}'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Uses file routes. With the flag on, Remix would look for app/routes.ts.
    v3_routeConfig: false,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
};
