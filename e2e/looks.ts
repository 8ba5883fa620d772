import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { atSize } from '#dev/testing/size.ts'

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
// WCAG 2.5.3, level A, which axe still calls experimental and leaves out.
const named = { 'label-content-name-mismatch': { enabled: true } }
// Two thirds of axe's time: each text and each control is looked at where the page draws it.
const drawn = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }
const rules = {
  'WCAG 2.2 AA': { runOnly: levels, rules: named },
  'WCAG 2.2 AA but contrast and sizes': { runOnly: levels, rules: { ...named, ...drawn } },
  // After a change of colours, all that can have changed.
  contrast: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  'WCAG 2.2 AA and best practice': { runOnly: [...levels, 'best-practice'], rules: named },
} satisfies Record<string, Axe.RunOptions>
type Rules = keyof typeof rules

/** What the journeys look at: what `screens.test.ts` looks at is left to it at the quick size. */
const rulesOfJourneys = atSize<Rules>('WCAG 2.2 AA but contrast and sizes', 'WCAG 2.2 AA')

/** What is left to it besides: rows like those above them, and the shell, unless something of it is open. */
const leftOutOf = (by: Rules) =>
  by === rulesOfJourneys
    ? atSize(
        ['tbody > tr:nth-child(n+9)', '.shell__side', '.shell__top:not(:has([aria-expanded=true], :popover-open))'],
        [],
      )
    : []

/** No complaint of axe by these rules, and nothing wider than the window. */
export async function expectClean(
  page: Page,
  where: string,
  by: Rules = rulesOfJourneys,
  without: readonly string[] = leftOutOf(by),
): Promise<void> {
  await expectAccessible(page, where, by, without)
  expect({ where, sideways: await sidewaysScroll(page) }).toEqual({ where, sideways: 0 })
}

/** No complaint of axe by these rules: about the whole page but `without`, or about the dialog alone that keeps it out of reach. */
export async function expectAccessible(
  page: Page,
  where: string,
  by: Rules = rulesOfJourneys,
  without: readonly string[] = leftOutOf(by),
): Promise<void> {
  await page.mouse.move(0, 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const complaints = await page.evaluate(
    async ({ options, leftOut }: { options: Axe.RunOptions; leftOut: string }) => {
      // Half way through a fade nothing has its contrast. A spinner, and what scrolling moves, never end.
      for (const each of document.getAnimations())
        if (each.timeline === document.timeline && Number(each.effect?.getComputedTiming().endTime) < Infinity)
          each.finish()
      const { axe } = window as unknown as { axe: typeof Axe }
      const include = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
      const exclude = [...document.querySelectorAll(leftOut)]
      const { violations } = await axe.run({ include: [include], exclude }, { ...options, resultTypes: ['violations'] })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .join(' | ')
            .slice(0, 300)}`,
      )
      // A toast may begin to fade at any moment.
    },
    { options: rules[by], leftOut: ['.toast', ...without].join() },
  )
  expect({ where, complaints }).toEqual({ where, complaints: [] })
}

/** How far the page, or a dialog that is open on it, is wider than its window, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      0,
      ...[document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  )
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
