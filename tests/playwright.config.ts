import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from '../tools/chromium.ts';

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // What a service worker fetches passes by a test's routes; its own test allows it.
    serviceWorkers: 'block',
    baseURL: process.env.WEB_URL ?? 'http://localhost',
    launchOptions: { executablePath: requireChromium(), args: CHROMIUM_ARGS },
  },
  projects: [
    { name: 'js', testIgnore: /nojs/ },
    { name: 'nojs', testMatch: /nojs/, use: { javaScriptEnabled: false } },
  ],
});
