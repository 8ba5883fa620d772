import { defineConfig } from '@playwright/test'
import { launchOptions } from '#tools/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  globalSetup: './e2e/global-setup.ts',
  reporter: 'list',
  // Each file has a server of its own, and the machine two cores.
  workers: 2,
  forbidOnly: true,
  // Roomy, because a shared machine may be several times slower than its usual self; no test waits for these to pass.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    launchOptions: launchOptions(),
    // What a test saw before it failed, without the pictures, which cost the most.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false, snapshots: true },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  },
})
