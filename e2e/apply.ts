import { expect, type Page } from '@playwright/test'

/** From the amount of an application for a loan to its terms, which are all there then: what arrives above a button moves it away from under a press. */
export async function goToTerms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('table', { name: 'If it is paid out today' })).toBeVisible()
}

/** From the amount to the guarantors. */
export async function goToGuarantors(page: Page): Promise<void> {
  await goToTerms(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Guarantors').first()).toBeVisible()
}

/** From the amount to the review of an application whose loan needs no guarantor. */
export async function goToReview(page: Page): Promise<void> {
  await goToGuarantors(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Apply for ₦/ })).toBeVisible()
}
