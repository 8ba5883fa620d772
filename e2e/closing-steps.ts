import { expect, type Page } from '@playwright/test'
import { quiet } from './quiet.ts'

/** The parts of closing a year in the browser, for tests that do more with the year. Each begins where the one before ends. */

/** Opens the checklist of a year, as 31 Dec 2025, from the page of the books. */
export async function openChecklist(page: Page, url: string, yearEnd: string): Promise<void> {
  await page.goto(`${url}/coop/financial-operations/reports/closing`)
  await page
    .getByRole('row', { name: new RegExp(`to ${yearEnd}`) })
    .getByRole('link', { name: 'Close year' })
    .click()
  await expect(page.getByRole('heading', { name: `Close the year to ${yearEnd}` })).toBeVisible()
  await expect(page.getByRole('row', { name: /Proof of the books/ })).toBeVisible()
}

/** Expects a line of the checklist to be in a state, and to name what was found. */
export async function expectLine(
  page: Page,
  name: string | RegExp,
  state: 'Done' | 'Open' | 'Blocking' | 'Not needed',
  found: string | RegExp,
): Promise<void> {
  const line = page.getByRole('row', { name })
  await expect(line.getByText(state, { exact: true })).toBeVisible()
  await expect(line).toContainText(found)
}

/** Records an asset that is bought from an account of the society, on the register. */
export async function buyAsset(
  page: Page,
  url: string,
  {
    name,
    boughtOn,
    cost,
    lifeMonths,
    paidFrom,
  }: Record<'name' | 'boughtOn' | 'cost' | 'lifeMonths' | 'paidFrom', string>,
): Promise<void> {
  await page.goto(`${url}/coop/financial-operations/fixed-assets`)
  await page.getByRole('button', { name: 'Add an asset' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Add an asset' })
  await drawer.getByLabel('What it is').fill(name)
  await drawer.getByLabel('Bought on').fill(boughtOn)
  await drawer.getByLabel('Cost').fill(cost)
  await drawer.getByLabel('Useful life in months').fill(lifeMonths)
  await drawer.getByLabel('Paid from').selectOption({ label: paidFrom })
  await drawer.getByRole('button', { name: /^(?:Add asset|Send for approval)$/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  // The drawer takes its entry out of the history when it closes, and that would interrupt the navigation to another page.
  await expect(drawer).toBeHidden()
  await expect.poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)).toBe(0)
}

/** From the checklist: posts the depreciation of the year, which must come to `amount`, as ₦15,000.00. */
export async function postDepreciation(page: Page, amount: string): Promise<void> {
  await page.getByRole('link', { name: /^Run depreciation/ }).click()
  await page.getByRole('button', { name: new RegExp(`^(?:Post|Send) ${amount}`) }).click()
  await expect(page.getByText(/^(?:Depreciation posted|The depreciation waits for approval)$/).first()).toBeVisible()
  // The preview closes by itself, and that would interrupt the navigation to another page.
  await expect(page.getByRole('heading', { name: /^Depreciation to / })).toBeHidden()
}

/** On the checklist: posts the provision for loan losses on the last day of the year. */
export async function postProvision(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post provision' }).click()
  await expect(page.getByText('Provision posted').first()).toBeVisible()
}

/** On the checklist: gives the same reason for everything that stays open, and closes the year; where a second officer must, after `agree`. */
export async function closeYear(page: Page, reason: string, agree = async (): Promise<void> => {}): Promise<void> {
  const button = page.getByRole('button', { name: /^(?:Close year|Send for approval)$/ })
  await expect(button).toBeEnabled()
  // The checklist may be asked for again after what was posted; a line that is done then has no reason any more.
  await quiet(page)
  for (const field of await page.getByLabel(/^Reason: /).all()) await field.fill(reason)
  await button.click()
  await agree()
  await expect(page.getByText(/^Closed by entry No\. \d+$/)).toBeVisible()
}
