import { expect, type Page } from '@playwright/test'

/** From the amount of an application for a loan to its guarantors, pressing only once a step has all its figures: what arrives above a button moves it away from under the press. */
export async function goToGuarantors(page: Page): Promise<void> {
  const go = page.getByRole('button', { name: 'Continue' })
  await go.click()
  await expect(page.getByRole('table', { name: 'If it is paid out today' })).toBeVisible()
  await go.click()
  await expect(page.getByLabel('Guarantors').first()).toBeVisible()
}

/** On to the review of an application whose loan needs no guarantor. */
export async function goToReview(page: Page): Promise<void> {
  await goToGuarantors(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Apply for ₦/ })).toBeVisible()
}
