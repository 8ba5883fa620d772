import { expect, type Page, test } from '@playwright/test'
import { startEmbedded } from '#server/db/embedded.ts'
import { runChecks } from '#server/db/run-checks.ts'
import { expectClean } from './looks.ts'
import { environment, signedIn } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer(environment)
})
test.afterAll(() => server.stop())

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('a loan is approved, paid out, repaid, corrected and settled, and the member sees each step on his phone', async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await signedIn(await browser.newContext({ viewport: laptop }), server.url, 'officer')
  await page.goto(`${server.url}/coop/loan-management?status=submitted`)
  await page.getByRole('button', { name: 'Sadiq Nwosu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Regular loan' })
  await drawer.getByRole('button', { name: 'Approve ₦60,000.00' }).click()
  await page.getByRole('dialog', { name: 'Approve this loan?' }).getByRole('button', { name: 'Approve ₦60,000.00' }).click()
  await drawer.getByRole('link', { name: 'Open the loan to pay it out' }).click()

  await page.getByRole('button', { name: 'Pay out' }).click()
  const payOut = page.getByRole('dialog', { name: 'Pay out the loan' })
  await expect(payOut.getByLabel('Amount')).toHaveValue('60,000')
  await payOut.getByLabel('Amount').fill('60,001')
  await payOut.getByRole('button', { name: 'Pay out ₦60,001.00' }).click()
  await expect(payOut.getByText('The loan is ₦60,000.00, but ₦60,001.00 would be paid out. Pay out ₦60,000.00 or less.')).toBeVisible()
  await payOut.getByLabel('Amount').fill('60k')
  await expect(payOut.getByText('Pay ₦60,000.00 of the Regular loan to Sadiq Nwosu, savings of the member, on')).toBeVisible()
  await expectClean(page, 'paying out')
  await payOut.getByRole('button', { name: 'Pay out ₦60,000.00' }).click()
  await expect(payOut).toBeHidden()
  const schedule = page.getByRole('table', { name: 'Schedule' })
  await expect(schedule.getByRole('row')).toHaveCount(8)
  await expect(figure(page, 'Next instalment')).toContainText('₦10,352.90')

  await repay(page, '12,000', 'Record ₦12,000.00')
  await expect(figure(page, 'Left to repay')).toContainText('₦48,000.00')
  await page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: 'Repaid' }).getByRole('button', { name: 'Reverse' }).click()
  const question = page.getByRole('dialog', { name: 'Reverse this repayment?' })
  await question.getByRole('button', { name: 'Reverse ₦12,000.00' }).click()
  await expect(question.getByText('Give the reason')).toBeVisible()
  await question.getByLabel('Reason').fill('Counted twice')
  await expectClean(page, 'taking a repayment back')
  await question.getByRole('button', { name: 'Reverse ₦12,000.00' }).click()
  await expect(figure(page, 'Left to repay')).toContainText('₦60,000.00')
  await expect(page.getByText('Counted twice')).toBeVisible()

  await page.getByRole('button', { name: 'Settle today' }).click()
  const settle = page.getByRole('dialog', { name: 'Settle this loan today?' })
  await expect(settle.getByText('To pay')).toBeVisible()
  await expectClean(page, 'settling')
  await settle.getByRole('button', { name: 'Record ₦60,000.00' }).click()
  await expect(figure(page, 'Next instalment')).toContainText('fully repaid')
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
})

test('a member sees on his phone what is left of his loan and what became of each payment', async ({ browser }) => {
  const page = await signedIn(await browser.newContext({ viewport: phone }), server.url, 'member')
  await page.goto(`${server.url}/member/loans`)
  await page.locator('main a[href^="/member/loans/"]').first().click()
  await expect(figure(page, 'Left to repay')).toContainText('₦40,396.67')
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Reverse' })).toHaveCount(0)
})

test('afterwards the books prove themselves', async () => {
  const embedded = await startEmbedded(server.dataDir)
  expect(await runChecks(embedded.adminUrl)).toEqual([])
})

async function repay(page: Page, amount: string, button: string): Promise<void> {
  await page.getByRole('button', { name: 'Record repayment' }).click()
  const form = page.getByRole('dialog', { name: 'Record repayment' })
  await form.getByLabel('Amount').fill(amount)
  await form.getByRole('button', { name: button }).click()
  await expect(form).toBeHidden()
}

function figure(page: Page, label: string) {
  return page.locator('.figure').filter({ hasText: label })
}
