import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { call, officerToken, sentCode } from './calls.ts'
import { downloaded, pdfText } from './downloads.ts'
import { expectAccessible, expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
const phone = { width: 390, height: 844 }

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a member downloads a statement, lets somebody check it without a login or a script, and withdraws that', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const own = await signedIn(
    await browser.newContext({ viewport: phone, acceptDownloads: true }),
    server.url,
    'member',
    '/member/transactions',
  )
  await own.getByRole('button', { name: 'Statement', exact: true }).click()
  const drawer = own.getByRole('dialog', { name: 'Statement' })
  await drawer.getByLabel('Period').selectOption({ label: 'Last year' })
  await expect(drawer.getByText(/^Held on 31 Dec/)).toBeVisible()
  await expectClean(own, 'the statement of a member')
  const plain = await pdfText(await downloaded(own, 'Download PDF'))
  expect(plain).toContain('Brought forward')
  expect(plain).not.toContain('/check/')

  await drawer.getByLabel('The link opens for').selectOption({ label: '30 days' })
  await drawer.getByRole('button', { name: 'Make a link' }).click()
  const url = await drawer.getByLabel('Link', { exact: true }).inputValue()
  expect(url).toMatch(/\/check\/[A-Za-z0-9_-]{43}$/)
  await expectClean(own, 'a link that was made')
  expect(await pdfText(await downloaded(own, 'Download PDF'))).toContain(url)

  for (const colorScheme of ['light', 'dark'] as const) {
    const stranger = await browser.newContext({
      viewport: { width: 360, height: 780 },
      javaScriptEnabled: false,
      colorScheme,
    })
    const page = await stranger.newPage()
    await page.goto(url)
    await expect(
      page.getByRole('heading', { level: 1, name: /^These figures are those that .* gave out on/ }),
    ).toBeVisible()
    await expect(page.getByRole('table')).toContainText('Ordinary savings')
    expect(await page.content()).not.toContain('<script')
    // Nothing runs on the page, so what looks at it comes from a context where scripts may run.
    await stranger.close()
    const looking = await browser.newContext({ viewport: { width: 360, height: 780 }, bypassCSP: true, colorScheme })
    const looked = await looking.newPage()
    await looked.goto(url)
    await expectAccessible(looked, 'the verification page', 'WCAG 2.2 AA and best practice')
    expect(await looked.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await looking.close()
  }

  await drawer.getByRole('button', { name: /^Withdraw the link for/ }).click()
  await expect(drawer.getByRole('heading', { name: 'Links that still open' })).toBeHidden()
  const after = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  expect((await after.goto(url))?.status()).toBe(410)
  await expect(after.getByRole('heading', { name: 'This link was withdrawn' })).toBeVisible()
  expect((await after.goto(`${server.url}/check/${'A'.repeat(43)}`))?.status()).toBe(404)
})

test('a posted movement has its receipt, to download and to share', async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone, acceptDownloads: true })
  await context.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => void (document.title = `shared ${files[0]?.name}`),
    })
  })
  const own = await signedIn(context, server.url, 'member', '/member/transactions?status=approved')
  await own
    .getByRole('button', { name: /Contribution/ })
    .first()
    .click()
  const drawer = own.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Download receipt' })).toBeVisible()
  await expectClean(own, 'a movement with its receipt')
  expect(await pdfText(await downloaded(own, 'Download receipt'))).toContain('Posted in the books')
  await drawer.getByRole('button', { name: 'Share receipt' }).click()
  await expect(own).toHaveTitle(/^shared receipt-.*\.pdf$/)
})

test(
  'a payment of a loan has its receipt on the loan’s page, for the member and for the office',
  { tag: '@full' },
  async ({ browser }) => {
    const own = await signedIn(
      await browser.newContext({ viewport: phone, acceptDownloads: true }),
      server.url,
      'member',
    )
    const [loan] = await call<{ id: string }[]>(
      server,
      'GET',
      '/financial/loans?status=active&q=%2B2348031200000',
      await officerToken(server),
    )
    const office = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true }),
      server.url,
      'officer',
    )
    for (const [page, path] of [
      [own, `/member/loans/${loan?.id}`],
      [office, `/coop/loan-management/${loan?.id}`],
    ] as const) {
      await page.goto(server.url + path)
      await page
        .getByRole('table', { name: 'Payments' })
        .getByRole('row')
        .filter({ hasText: 'Repaid' })
        .getByRole('button', { name: /^Receipt/ })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: /^Receipt/ })).toBeVisible()
      await expectClean(page, `${path} with a receipt`)
      const text = await pdfText(await downloaded(page, 'Download receipt'))
      for (const words of ['Loan repayment', 'Regular loan', 'Received from']) expect(text).toContain(words)
    }
  },
)

test('contributions lead to their receipts', { tag: '@full' }, async ({ browser }) => {
  const own = await signedIn(
    await browser.newContext({ viewport: phone }),
    server.url,
    'member',
    '/member/contributions',
  )
  await own.getByRole('link', { name: 'Payments and receipts' }).click()
  await own
    .getByRole('button', { name: /Contribution/ })
    .first()
    .click()
  await expect(own.getByRole('dialog').getByRole('button', { name: 'Download receipt' })).toBeVisible()
  const office = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    '/coop/financial-operations/transactions?status=approved&type=contribution',
  )
  await office.getByRole('row').filter({ hasText: 'Contribution' }).getByRole('button').first().click()
  await expect(office.getByRole('dialog').getByRole('button', { name: 'Download receipt' })).toBeVisible()
})

test('the office takes out a statement of a member', { tag: '@full' }, async ({ browser }) => {
  const page = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true }),
    server.url,
    'officer',
  )
  const [first] = await call<{ memberid: string; firstName: string }[]>(
    server,
    'GET',
    '/members?limit=1',
    await officerToken(server),
  )
  await page.goto(`${server.url}/coop/member/${first?.memberid}`)
  await page.getByRole('button', { name: 'More for this member' }).click()
  await page.getByRole('menuitem', { name: 'Statement' }).click()
  await expect(page.getByRole('dialog', { name: `Statement of ${first?.firstName}` })).toBeVisible()
  await expectClean(page, 'a statement for the office')
  expect(await pdfText(await downloaded(page, 'Download PDF'))).toContain('Statement of account')
})

test('a member agrees to the notice, takes their data home and is erased by the office', async ({ browser }) => {
  test.setTimeout(240_000)
  const token = await officerToken(server)
  const phoneNumber = '+2348037770001'
  const [registered] = await call<{ memberid: string; activationCode: string; membershipno: string }[]>(
    server,
    'POST',
    '/cooperatives/members',
    token,
    { member: [{ firstName: 'Temitope', lastName: 'Goesaway', phone: phoneNumber }] },
  )
  const own = await (await browser.newContext({ viewport: phone, acceptDownloads: true })).newPage()
  await own.goto(
    `${server.url}/forgot-password?activate=1&identifier=${encodeURIComponent(phoneNumber)}&code=${await sentCode(server, phoneNumber)}`,
  )
  await own.getByText('How your data is used', { exact: true }).click()
  await expect(own.getByText('Your rights.')).toBeVisible()
  await expectClean(own, 'the notice at activation')
  await own.getByLabel('New password', { exact: true }).fill('a-good-password')
  await own.getByLabel('Confirm password').fill('a-good-password')
  await own.getByRole('button', { name: 'Activate' }).click()
  await expect(own).toHaveURL(/member\/dashboard/)
  await own.goto(`${server.url}/member/settings?tab=data`)
  await expect(own.getByText(/^You agreed to this on/)).toBeVisible()
  await expectClean(own, 'the data of a member')
  expect(JSON.parse(readFileSync(await downloaded(own, 'Download for programs'), 'utf8'))).toMatchObject({
    records: { member: [{ last_name: 'Goesaway' }] },
  })
  await own.getByRole('button', { name: 'Ask to be erased' }).click()
  const asking = own.getByRole('dialog', { name: 'Ask to be erased?' })
  await asking.getByLabel('Reason').fill('I move to Kano')
  await expectClean(own, 'asking to be erased')
  await asking.getByRole('button', { name: 'Ask to be erased' }).click()
  await expect(own.getByText('An officer decides about your request')).toBeVisible()

  const page = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    '/coop/dashboard',
  )
  await expect(page.getByText('requests to erase members’ data')).toBeVisible()
  await page.goto(`${server.url}/coop/member/${registered?.memberid}`)
  await expect(page.getByText('This member asks to be erased')).toBeVisible()
  await page.getByRole('link', { name: 'Decide' }).click()
  await page.getByRole('button', { name: 'Decide about Temitope Goesaway' }).click()
  const deciding = page.getByRole('dialog', { name: 'Erase Temitope Goesaway?' })
  await expect(deciding.getByText('I move to Kano')).toBeVisible()
  await expectClean(page, 'deciding about an erasure')
  await deciding.getByRole('button', { name: 'Erase Temitope Goesaway' }).click()
  await expect(page.getByText(`Former member ${registered?.membershipno.slice(-5)}`)).toBeVisible()
  await expect(page.getByText('Goesaway')).toHaveCount(0)
  await own.reload()
  await expect(own).not.toHaveURL(/member\/settings/)
})
