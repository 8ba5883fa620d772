import { expect, type Page } from '@playwright/test'

// What axe does not look at: size of what is pressed, where the focus is, edges of controls, motion, room for larger text.

/** Every stop of the Tab key is visibly focused and not covered; after the first page the way begins behind the navigation. */
export async function walkByKeyboard(page: Page, path: string, isFirst: boolean): Promise<void> {
  const content = page.locator('#content')
  if (!isFirst && (await content.count()) > 0) await content.focus()
  const isDialog = (await page.locator('dialog[open]').count()) > 0
  const seen = new Set<string>()
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    const found = await focused(page)
    // A date has three stops of its own.
    if (found?.isSame) continue
    const focus = found && { which: found.which, isMarked: found.isMarked, isSeen: found.isSeen }
    // The browser's own bar, between the last and the first; a dialog is begun in its middle and gone round once.
    if (focus === undefined && (seen.size === 0 || isDialog)) continue
    if (focus === undefined) break
    if (seen.has(focus.which)) break
    seen.add(focus.which)
    expect({ path, ...focus }).toEqual({ path, which: focus.which, isMarked: true, isSeen: true })
  }
  expect({ path, reached: seen.size > 0 }).toEqual({ path, reached: true })
}

const spacedText =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** Spaces the text out as WCAG 1.4.12 has it, until it is closed up again. The content security policy refuses styles from outside; the browser's own way in is a style sheet. */
export async function spaceTextOut(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, spacedText)
  const spacing = () => page.evaluate(() => getComputedStyle(document.body).letterSpacing)
  expect(await spacing()).not.toBe('normal')
  return async () => {
    await page.evaluate(() => void document.adoptedStyleSheets.pop())
    expect(await spacing()).toBe('normal')
  }
}

/** What moves on a page whose visitor asked for little motion. */
export async function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => each.playState === 'running' && Number(each.effect?.getComputedTiming().duration ?? 0) > 1)
      .map(
        (each) =>
          `${(each.effect as KeyframeEffect | null)?.target?.className} ${String(each.effect?.getComputedTiming().duration)} ${(each as CSSAnimation).animationName}`,
      ),
  )
}

/** Controls under 24 by 24 px; links in the run of a text are as high as their line, and may be. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option]',
      ),
    ]
      .filter(
        (each) =>
          each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          !each.closest('[inert], .visually-hidden'),
      )
      .filter((each) => getComputedStyle(each).display !== 'inline')
      .map((each) => ({ each, box: (each.closest('label') ?? each).getBoundingClientRect() }))
      // One pixel wide is there for screen readers alone, such as what leads past the navigation.
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 24 || box.height < 24))
      .map(
        ({ each, box }) =>
          `${each.tagName} ${each.className} ${(each.ariaLabel ?? each.textContent).slice(0, 60)} ${Math.round(box.width)}x${Math.round(box.height)}`,
      ),
  )
}

type Focus = { which: string; isSame: boolean; isMarked: boolean; isSeen: boolean }

/** What has the focus, whether that is marked by a line of two pixels, and whether nothing lies over it. */
async function focused(page: Page): Promise<Focus | undefined> {
  return page.evaluate(async () => {
    const look = (): Focus | undefined => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      const index = [...document.querySelectorAll('*')].indexOf(element)
      const isMarked = [element, element.parentElement].some((each) => {
        const style = each && getComputedStyle(each)
        return Boolean(style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2)
      })
      const { x, y, width, height } = element.getBoundingClientRect()
      const points = [
        [x + width / 2, y + height / 2],
        [x + 3, y + 3],
        [x + width - 3, y + height - 3],
      ] as const
      const isSeen = points.some(([left, top]) => {
        const at = document.elementFromPoint(left, top)
        return at !== null && (element.contains(at) || at.contains(element))
      })
      // By itself and not by its place, which moves when something above it arrives.
      const isSame = (window as { before?: Element }).before === element
      return {
        which: `${index} ${element.tagName} ${element.className} ${(element.ariaLabel ?? element.textContent).slice(0, 60)}`,
        isSame,
        isMarked,
        isSeen,
      }
    }
    let found = look()
    if (found?.isMarked !== true || !found.isSeen) {
      // What the focus changes may be on the screen with the next picture only.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      found = look()
    }
    Object.assign(window, { before: document.activeElement })
    return found
  })
}

/** Fields and boxes whose edge has less than 3:1 against the ground behind them. */
export async function weakEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('This browser draws nothing')
    const rgba = (color: string) => {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const ground = (element: Element | null): number[] => {
      for (let each = element; each; each = each.parentElement) {
        const color = rgba(getComputedStyle(each).backgroundColor)
        if (color[3] === 255) return color
      }
      return rgba('white')
    }
    const light = (color: number[]) => {
      const [r = 0, g = 0, b = 0] = color
        .slice(0, 3)
        .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    return [...document.querySelectorAll<HTMLElement>('.input, .input-box, .checkbox input')]
      .filter((each) => each.checkVisibility() && Number.parseFloat(getComputedStyle(each).borderTopWidth) > 0)
      .map((each) => {
        const [one, other] = [light(rgba(getComputedStyle(each).borderTopColor)), light(ground(each.parentElement))]
        return { each, ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) }
      })
      .filter(({ ratio }) => ratio < 3)
      .map(
        ({ each, ratio }) =>
          `${each.tagName} ${each.className} ${each.getAttribute('name') ?? ''} ${Math.round(ratio * 100) / 100}`,
      )
  })
}
