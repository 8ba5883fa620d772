import { expect, type Page, type Request } from '@playwright/test'
import { followChanges } from '#core/contract/live.ts'

const quietMilliseconds = 500

/** Whether it is the stream of live events, which goes on for as long as the page is open. */
export function isStream(request: Request): boolean {
  return new URL(request.url()).pathname === followChanges.path
}

/** Resolves once the page has all its answers and asked nothing for half a second. */
export async function quiet(page: Page): Promise<void> {
  let lastAt = Date.now()
  const note = (request: Request) => {
    if (!isStream(request)) lastAt = Date.now()
  }
  page.on('request', note)
  await page.waitForLoadState('load')
  await expect
    .poll(
      async () => {
        const asked = (await page.requests()).filter((request) => !isStream(request))
        // Their heads: the body of an answer that no one reads never ends.
        await Promise.all(asked.map((request) => request.response()))
        return Date.now() - lastAt >= quietMilliseconds
      },
      // A bench has no configuration of its own that would say so.
      { timeout: 30_000, message: `${page.url()} has all its answers` },
    )
    .toBe(true)
  page.off('request', note)
}
