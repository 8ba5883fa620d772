import { expect, type Locator, type Page } from '@playwright/test'

export type Counts = { clicks: number; fields: number }

/** What happens on a page, as the browser itself sees it: a press of the mouse or a finger, and a field that is given something. */
function report(): void {
  const told = (what: 'click' | 'field') => (window as unknown as { walked: (what: string) => void }).walked(what)
  document.addEventListener('pointerdown', () => told('click'), true)
  const filled = new WeakSet<EventTarget>()
  for (const type of ['input', 'change']) {
    document.addEventListener(
      type,
      ({ target }) => {
        const isPressed = target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')
        if (!target || isPressed || filled.has(target)) return
        filled.add(target)
        told('field')
      },
      true,
    )
  }
}

/**
 * Counts what a person does on pages, job by job: clicks, and fields that they fill in or choose from, files among them. A
 * tick is a click. Going to an address by hand is no click, so a walk begins on one page and follows what is on it.
 */
export class Walk {
  readonly jobs = new Map<string, Counts>()
  #current: Counts = { clicks: 0, fields: 0 }

  /** Call before the page is opened. */
  async watch(page: Page): Promise<void> {
    await page.exposeBinding('walked', (_source, what: 'click' | 'field') => {
      if (what === 'click') this.#current.clicks += 1
      else this.#current.fields += 1
    })
    await page.addInitScript(report)
  }

  /** One job, counted by what is done in it. */
  async job(name: string, work: () => Promise<void>): Promise<void> {
    this.#current = { clicks: 0, fields: 0 }
    this.jobs.set(name, this.#current)
    await work()
    // What follows is no job until the next one begins.
    this.#current = { clicks: 0, fields: 0 }
  }
}

/** Presses a button or link of this name, and nothing else of that name beside it. */
export const press = (where: Page | Locator, name: string | RegExp) =>
  where
    .getByRole('button', { name, exact: true })
    .or(where.getByRole('link', { name, exact: true }))
    .first()
    .click()

/**
 * Types a number and takes the first of the list with Enter once the list answers what was typed: Enter before that takes
 * no one, so the number must not be of somebody whom the list shows anyway.
 */
export async function choosePerson(form: Locator, number: string): Promise<void> {
  const field = form.getByRole('combobox', { name: 'Member' })
  await field.fill(number)
  const found = form.getByRole('listbox').getByRole('option')
  await expect(found.first()).toContainText(number)
  await field.press('Enter')
  await expect(found).toHaveCount(0)
}

/** The table of docs/figures.md: what each job takes. */
export function figuresOf(text: string): Map<string, Counts> {
  const rows = [...text.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|$/gm)]
  expect(rows.length, 'rows of the table').toBeGreaterThan(0)
  return new Map(rows.map(([, job = '', clicks, fields]) => [job, { clicks: Number(clicks), fields: Number(fields) }]))
}
