import type { Page } from '@playwright/test'

/** Posts what the employer's file says, once the question with its sums is answered. */
export async function postReturn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post return' }).click()
  await page.getByRole('dialog', { name: 'Post this return?' }).getByRole('button', { name: 'Post return' }).click()
}
