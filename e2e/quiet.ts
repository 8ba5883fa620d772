import { expect, type Page, type Request } from '@playwright/test'
import { followChanges } from '#contract/live.ts'

const quietMilliseconds = 500

/** Resolves once the page has all its answers and asked nothing for half a second. The stream of live events never ends, so it does not count. */
export async function quiet(page: Page): Promise<void> {
  let lastAt = Date.now()
  const isStream = (request: Request) => request.url().endsWith(followChanges.path)
  const note = (request: Request) => {
    if (!isStream(request)) lastAt = Date.now()
  }
  page.on('request', note)
  await page.waitForLoadState('load')
  await expect
    .poll(async () => {
      const asked = (await page.requests()).filter((request) => !isStream(request))
      // Their heads: the body of an answer that no one reads never ends.
      await Promise.all(asked.map((request) => request.response()))
      return Date.now() - lastAt >= quietMilliseconds
    })
    .toBe(true)
  page.off('request', note)
}
