import { defineConfig } from '@playwright/test'
import { launchOptions } from '#tools/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  reporter: 'list',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    launchOptions: launchOptions(),
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
  },
})
