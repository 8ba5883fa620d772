import { expect, type Page } from '@playwright/test'
import { kobo } from '#core/money.ts'
import { amountText, moneyText } from '#ui/format.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const sheet = '/coop/financial-operations/contributions/collect'
const phone = { width: 390, height: 844 }

test('the market without a network: three payments are written down, survive a reload, and are posted once each', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const context = await browser.newContext({ viewport: phone })
  const page = await signIn(await context.newPage(), server, 'officer')
  const before = await postedOf(page)
  await page.goto(server.url + sheet)
  await expect(taker(page, 'Adébáyọ̀ Adéyẹmí')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => isSheetKept(page)).toBe(true)

  await context.setOffline(true)
  await page.reload()
  await take(page, 'Adébáyọ̀ Adéyẹmí', '500')
  await take(page, 'Ngọzi Igwe', '1k')
  await take(page, 'Ngọzi Igwe', '250.50')
  await expect(page.getByText('3 payments not sent yet')).toBeVisible()
  await expect(figure(page, 'Collected,')).toContainText('₦1,750.50')
  await expectClean(page, 'the sheet with what waits')
  await page.reload()
  await expect(page.getByText('3 payments not sent yet')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('all is in the books')).toBeVisible()
  await expect(page.getByText(/₦1,000\.00 posted, receipt \d+-[0-9a-f]{10}/)).toBeVisible()
  await expect.poll(() => postedOf(page)).toBe(before + 3)
  await page.reload()
  await expect(page.getByText('all is in the books')).toBeVisible()
  expect(await postedOf(page)).toBe(before + 3)
  await context.close()
})

test('a reply that is lost on the way leaves the payment waiting, and sending it again posts nothing twice', async ({
  browser,
}) => {
  const page = await signIn(await (await browser.newContext({ viewport: phone })).newPage(), server, 'officer')
  const before = await postedOf(page)
  await page.goto(server.url + sheet)
  let lost = 0
  await page.route('**/api/financial/contributions', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    // The server posts it; the phone never hears.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await take(page, 'Ibrahim Garba', '700')
  await expect(page.getByText('1 payment not sent yet')).toBeVisible()
  await expect.poll(() => postedOf(page)).toBe(before + 1)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('all is in the books')).toBeVisible()
  expect(await postedOf(page)).toBe(before + 1)
})

test(
  'who still owes this month comes first, with what is expected filled in, and one press records it',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await signIn(
      await (await browser.newContext({ viewport: phone })).newPage(),
      server,
      'officer',
      undefined,
      sheet,
    )
    await expect(page.locator('.sheet__line').first()).toBeVisible()
    const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '')
    const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
    const rows: { firstName: string; lastName: string; expected: number; paid: number }[] = []
    for (const number of [1, 2]) {
      const reply = await fetch(
        `${server.url}/api/financial/contributions?period=${month}&sort=membershipno&limit=100&page=${number}`,
        { headers: { authorization: `Bearer ${token}` } },
      )
      rows.push(...((await reply.json()) as { data: typeof rows }).data)
    }
    const owing = rows.filter(({ expected, paid }) => paid < expected)
    expect(owing.length).toBeGreaterThan(1)
    const names = await page.locator('.sheet__who strong').allTextContents()
    expect(names.slice(0, owing.length)).toEqual(
      owing.slice(0, names.length).map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    )
    const first = owing[0]!
    const name = `${first.firstName} ${first.lastName}`
    const expected = kobo(Math.round((first.expected - first.paid) * 100))
    await expect(taker(page, name)).toHaveValue(amountText(expected))
    await expect(
      taker(
        page,
        `${rows.find(({ expected, paid }) => paid >= expected)!.firstName} ${rows.find(({ expected, paid }) => paid >= expected)!.lastName}`,
      ).first(),
    ).toHaveValue('')

    await page.getByRole('button', { name: `Collect from ${name}` }).click()
    await expect(page.getByText(`${moneyText(expected)} posted`)).toBeVisible()
    // Its line stays where it is, and nothing more is proposed.
    await expect(page.locator('.sheet__who strong').first()).toHaveText(name)
    await expect(taker(page, name)).toHaveValue('')
    await page.getByLabel('Day').fill('2001-01-01')
    await expect(taker(page, `${owing[1]!.firstName} ${owing[1]!.lastName}`)).toHaveValue('')
  },
)

test(
  'what the server refuses says why and waits for the officer; what waits outlives a logout',
  { tag: '@full' },
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: phone })
    const page = await signIn(await context.newPage(), server, 'officer', undefined, sheet)
    await page.getByLabel('Day').fill('2001-01-01')
    await take(page, 'Ibrahim Garba', '300')
    await expect(page.getByText('₦300.00 from Ibrahim Garba, 01 Jan 2001, is not in the books')).toBeVisible()
    await expect(page.getByText(/The books begin on|joined on/)).toBeVisible()
    await page.getByRole('button', { name: 'Take it off this list' }).click()
    await expect(page.getByText(/is not in the books/)).toBeHidden()

    await page.getByLabel('Day').fill(new Date(Date.now() + 3_600_000).toISOString().slice(0, 10))
    await page.route('**/api/financial/contributions', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await take(page, 'Ibrahim Garba', '450')
    await expect(page.getByText('1 payment not sent yet')).toBeVisible()
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.unroute('**/api/financial/contributions')
    await signIn(page, server, 'officer', undefined, sheet)
    await expect(page.getByText(/₦450\.00 posted/)).toBeVisible()
  },
)

test('afterwards the books prove themselves', async () => {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})

function taker(page: Page, name: string) {
  return page.getByLabel(`Amount from ${name}`)
}

async function take(page: Page, name: string, amount: string): Promise<void> {
  await page.getByLabel('Search members').fill(name)
  // The list follows what is typed a moment later; a press before that meets what has moved under the finger.
  await expect(page.locator('.sheet__line').filter({ hasNotText: name })).toHaveCount(0)
  await taker(page, name).fill(amount)
  // As a hurried finger presses it: one payment all the same.
  await page.getByRole('button', { name: `Collect from ${name}` }).dblclick()
  await expect(taker(page, name)).toHaveValue('')
}

/** How many contributions are in the books. */
async function postedOf(page: Page): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '')
  const reply = await fetch(`${server.url}/api/financial/transactions?type=contribution&status=approved&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await reply.json()) as { meta: { total: number } }).meta.total
}

/** Whether the members are on this device for a time without a network. */
async function isSheetKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // Opening it would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'ajose-offline')) return false
    return await new Promise<boolean>((done, fail) => {
      const opening = indexedDB.open('ajose-offline')
      opening.addEventListener('error', () => fail(new Error('the database does not open')))
      opening.addEventListener('success', () => {
        const database = opening.result
        const reading = database.transaction('answers').objectStore('answers').get('last')
        reading.addEventListener('success', () => {
          database.close()
          const saved = reading.result as { answers: { key: unknown[]; data?: unknown }[] } | undefined
          done(saved?.answers.some(({ key, data }) => key.includes('sheet') && data !== undefined) ?? false)
        })
      })
    })
  })
}

function figure(page: Page, label: string) {
  return page.locator('.figure').filter({ hasText: label })
}
