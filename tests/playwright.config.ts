import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // Each waits for the other half of its journey now and then: three keep two cores busy.
  workers: Math.ceil(availableParallelism() * 1.5),
  // These end what hangs and judge nothing: a busy machine takes minutes for what takes seconds on an idle one.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // What a service worker fetches passes by a test's routes; its own test allows it.
    serviceWorkers: 'block',
    // Clocks of 24 hours and days before months; other regions are tests of their own (formats.test.ts).
    locale: 'en-GB',
    baseURL: process.env.WEB_URL ?? 'http://localhost',
    launchOptions: { executablePath: requireChromium(), args: CHROMIUM_ARGS },
  },
  projects: [
    { name: 'js', testIgnore: /nojs/ },
    { name: 'nojs', testMatch: /nojs/, use: { javaScriptEnabled: false } },
  ],
});
