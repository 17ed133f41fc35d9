import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // Tests often wait for the servers, so one and a half workers per core keep the cores busy.
  workers: Math.ceil(availableParallelism() * 1.5),
  // These timeouts only end hangs. A busy machine takes minutes for what an idle one does in seconds.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Requests of a service worker bypass a test's routes. Only offline.test.ts allows service workers.
    serviceWorkers: 'block',
    // A 24-hour clock, and days before months. Other regions have their own tests (formats.test.ts).
    locale: 'en-GB',
    baseURL: process.env.WEB_URL ?? 'http://localhost',
    launchOptions: { executablePath: requireChromium(), args: CHROMIUM_ARGS },
  },
  projects: [
    { name: 'js', testIgnore: /nojs/ },
    { name: 'nojs', testMatch: /nojs/, use: { javaScriptEnabled: false } },
  ],
});
