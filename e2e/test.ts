import { test as base } from '@playwright/test'

/** A test that leaves no page open behind it: one that is left goes on asking its server while later tests run. */
export const test = base.extend<{ pagesLeft: void }>({
  pagesLeft: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use()
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      )
    },
    { auto: true },
  ],
})
