import { defineConfig } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { launchOptions } from '#tools/chromium.ts'

// Node reads TypeScript itself, and its lines stay where they are: Playwright's own translation has a source map looked up for each step.
process.env['PW_DISABLE_TS_ESM'] = '1'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  globalSetup: './e2e/global-setup.ts',
  reporter: 'list',
  // Each file has a server of its own, and the machine two cores; two more use the time in which the others wait.
  workers: 4,
  // A journey of which the quick size has another of the same business, or whose figures server tests have: docs/testing.md.
  ...atSize({ grepInvert: /@full/ }, {}),
  forbidOnly: true,
  // Roomy, because a shared machine may be several times slower than its usual self; no test waits for these to pass.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    // A process fewer a browser: nothing here draws on a graphics card. One more fewer a context: its pages share one.
    // Pages live too briefly for what optimising their scripts costs.
    launchOptions: launchOptions([
      '--in-process-gpu',
      ...atSize(['--renderer-process-limit=1', '--js-flags=--no-opt,--no-maglev'], []),
    ]),
    // What a test did before it failed and a picture of the end. A copy of the page at each step is the costliest part of a trace.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false, snapshots: atSize(false, true) },
    screenshot: 'only-on-failure',
    // A service worker loads the whole app into each new context. The tests of it allow it.
    serviceWorkers: atSize('block', 'allow'),
    // Drawing what moves costs time. The tests of it allow it.
    contextOptions: { reducedMotion: atSize('reduce', 'no-preference') },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  },
})
