import { defineConfig } from '@playwright/test'
import { presentChromium } from '#tools/chromium.ts'

const executablePath = presentChromium()

/** Chromium's own traffic and its graphics process are only noise here; as root it cannot build its sandbox. */
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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
    launchOptions: { ...(executablePath && { executablePath }), args },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
  },
})
