import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { goToReview } from './apply.ts'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test(
  'an officer lists goods, a member asks for them on loan, and they are handed over',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const token = await officerToken(server)
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      '/coop/financial-operations/setup?tab=loans',
    )
    await page.getByRole('button', { name: 'Actions for Commodity' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const product = page.getByRole('dialog', { name: 'Edit Commodity' })
    // Where a margin is chosen, it says what that means for the tax.
    const interest = product.getByLabel('Interest', { exact: true })
    const method = await interest.inputValue()
    await interest.selectOption('murabaha')
    await expect(interest).toHaveAccessibleDescription(/not exempt from tax .*section 163/)
    await interest.selectOption(method)
    await product.getByRole('checkbox', { name: /goods/i }).check()
    await expectClean(page, 'a product for goods')
    await product.getByRole('button', { name: 'Save changes' }).click()
    await expect(product).toBeHidden()
    for (const [name, unit, price] of [
      ['Rice', '50 kg bag', '78000'],
      ['Groundnut oil', '25 l keg', '62000.50'],
    ] as const) {
      await page.getByRole('button', { name: 'Add good' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByLabel(/^One is/).fill(unit)
      await dialog.getByLabel(/^Price/).fill(price)
      await dialog.getByRole('button', { name: /^Add/ }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('row').filter({ hasText: unit })).toContainText(name)
    }
    await page.mouse.move(0, 0)
    await expectClean(page, 'the goods of a society')
    const configs = await call<{ id: string; name: string }[]>(server, 'GET', '/financial/loan-configs', token)
    await call(server, 'PUT', `/financial/loan-config/${configs.find(({ name }) => name === 'Commodity')?.id}`, token, {
      guarantorsRequired: 0,
    })

    const own = await signedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 } }),
      server.url,
      'member',
      '/member/loans/apply',
    )
    await own.getByRole('combobox', { name: 'Loan' }).selectOption({ label: 'Commodity, 8 % a year' })
    await own.getByLabel('Rice').fill('1')
    await own.getByLabel('Instalments').fill('6')
    await expect(own.getByText('₦78,000.00').first()).toBeVisible()
    await expectClean(own, 'asking for goods')
    await goToReview(own)
    await expectClean(own, 'the review of goods')
    await own.getByRole('button', { name: 'Apply for ₦78,000.00' }).click()
    await expect(own.getByRole('heading', { name: 'Goods' })).toBeVisible()
    await expect(own.getByRole('row').filter({ hasText: '50 kg bag' })).toContainText('₦78,000.00')
    const loan = new URL(own.url()).pathname.split('/').at(-1)

    await call(server, 'POST', `/financial/loans/${loan}/approve`, token, {})
    await call(server, 'POST', `/financial/loans/${loan}/disburse`, token, { to: 'vendor' })
    await page.goto(`${server.url}/coop/loan-management/${loan}`)
    await expect(page.getByText('Paid for, and not handed over yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Hand over goods' }).click()
    const handOver = page.getByRole('dialog', { name: 'Hand over the goods?' })
    await expectClean(page, 'handing goods over')
    await handOver.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(handOver).toBeHidden()
    await expect(page.getByText(/^Handed over on .* recorded by/)).toBeVisible()
    await page.mouse.move(0, 0)
    await expectClean(page, 'a loan whose goods are handed over')
    await own.reload()
    await expect(own.getByText(/^Handed over on /)).toBeVisible()
    await expectClean(own, 'the member’s loan with its goods')

    const adminUrl = await server.adminUrl()
    expect(await runChecks(adminUrl)).toEqual([])
  },
)
