import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No complaint of axe against WCAG 2.2 AA, and nothing wider than the window. */
export async function expectClean(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  expect({ where, sideways: await sidewaysScroll(page) }).toEqual({ where, sideways: 0 })
}

export async function expectAccessible(page: Page, where: string): Promise<void> {
  // A toast that comes or goes has no contrast for a moment, and it may begin to go at any; under the pointer it stays.
  await page.mouse.move(0, 0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.evaluate(movementsEnd)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(' | ').slice(0, 300)}`)).toEqual([])
}

/** Resolves when what comes or goes has come or gone: half way it has no contrast. A spinner, and what scrolling moves, never end. */
async function movementsEnd(): Promise<void> {
  const ending = document.getAnimations().filter(({ playState, timeline, effect }) => playState === 'running' && timeline === document.timeline && Number(effect?.getComputedTiming().endTime) < Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** How far the page, or a dialog that is open on it, is wider than its window, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...[document.documentElement, ...document.querySelectorAll('dialog[open]')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)))
}

/** Errors, refused scripts and styles, broken promises: whatever the browser complains about from now on. */
export function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()} ${message.text()}`)
  })
  return complaints
}
