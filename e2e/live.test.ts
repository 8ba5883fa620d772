import { type BrowserContext, expect, type Page } from '@playwright/test'
import { call, officerToken } from './calls.ts'
import { isStream, quiet } from './quiet.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let startedAt: number

test.beforeAll(async () => {
  server = await startServer()
  startedAt = Date.now()
})
test.afterAll(() => server.stop())

/** A page that has just asked again waits a second before it does so once more; the rest is for a busy machine. */
const soon = { timeout: 5000 }

test('the bell of a member rings, and an officer’s list follows another officer, without a reload', async ({
  browser,
}) => {
  const token = await officerToken(server)
  const following = async (login: 'officer' | 'member', path?: string) => {
    const context = await browser.newContext()
    const stream = context.waitForEvent('response', (response) => isStream(response.request()))
    const page = await signedIn(context, server.url, login, path)
    expect((await stream).status()).toBe(200)
    return page
  }
  const officer = await following('officer', '/coop/financial-operations/transactions')
  const member = await following('member')
  const bell = member.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread')

  const [ada] = await call<{ memberid: string }[]>(server, 'GET', '/members?q=8031200000', token)
  const id = ada?.memberid
  await call(server, 'POST', '/notifications', token, { message: 'Your passbook is ready.', to: [id] })
  await expect(bell).toHaveAccessibleName('Notifications, 4 unread', soon)

  await expect(officer.getByRole('heading', { level: 1 })).toBeVisible()
  await call(server, 'POST', '/financial/transactions', token, { type: 'deposit', memberId: id, amount: 4321.09 })
  await expect(officer.getByText('4,321.09').first()).toBeVisible(soon)
})

/** A naira amount that no other deposit has, and a deposit of it by another officer. */
const depositsOf = async () => {
  const token = await officerToken(server)
  const [ada] = await call<{ memberid: string }[]>(server, 'GET', '/members?q=8031200000', token)
  return (amount: number) =>
    call(server, 'POST', '/financial/transactions', token, { type: 'deposit', memberId: ada?.memberid, amount })
}

/** Holds the streams of live events of a context back, until what is returned is called. */
const holdStreams = async (context: BrowserContext) => {
  const held = Promise.withResolvers<void>()
  const asked: string[] = []
  await context.route(
    (url) => url.pathname === '/api/live',
    async (route) => {
      asked.push(route.request().url())
      await held.promise
      await route.continue().catch(() => {})
    },
  )
  return { asked, release: held.resolve }
}

/** How long before it was asked for a stream is to begin, in milliseconds. */
const ageOf = (address = '') => Number(new URL(address).searchParams.get('age')) * 1000

const transactions = '/coop/financial-operations/transactions'

/** How many questions a page asks from now on, streams aside. */
const questionsOf = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!isStream(request)) asked.push(new URL(request.url()).pathname)
  })
  return asked
}

test(
  'what another officer does after a page has its answers and before it follows is shown once it does',
  { tag: '@full' },
  async ({ browser }) => {
    const deposit = await depositsOf()
    const context = await browser.newContext()
    const { asked, release } = await holdStreams(context)
    const other = await browser.newContext()
    const stream = other.waitForEvent('response', (response) => isStream(response.request()))
    const following = await signedIn(other, server.url, 'officer', transactions)
    expect((await stream).status()).toBe(200)
    const page = await signedIn(context, server.url, 'officer', transactions)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet(page)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await deposit(4321.11)
    // The server has told it, and a stream that is opened from now on would not.
    await expect(following.getByText('4,321.11').first()).toBeVisible(soon)
    await expect(page.getByText('4,321.11')).toHaveCount(0)
    release()
    await expect(page.getByText('4,321.11').first()).toBeVisible(soon)
  },
)

test(
  'a page that missed nothing asks nothing again when it begins to follow',
  { tag: '@full' },
  async ({ browser }) => {
    // A super administrator is told nothing of a society's deposits, such as the one before.
    const context = await browser.newContext()
    const { asked, release } = await holdStreams(context)
    const page = await signedIn(context, server.url, 'superAdmin')
    await quiet(page)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    // A server that has not listened for as long as the page is old can't know that nothing happened.
    await expect.poll(() => Date.now() - startedAt, { timeout: 30_000 }).toBeGreaterThan(ageOf(asked[0]) + 7000)
    const questions = questionsOf(page)
    const opened = context.waitForEvent('response', (response) => isStream(response.request()))
    release()
    expect((await opened).status()).toBe(200)
    await quiet(page)
    expect(questions).toEqual([])
  },
)

/** The page of transactions in a second window, whose script that follows is held back until `release` is called. */
const loadingWindow = async (context: BrowserContext) => {
  const second = await context.newPage()
  const bell = Promise.withResolvers<void>()
  let isHeld = false
  await second.route('**/*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes('ajose-live')) {
      isHeld = true
      await bell.promise
    }
    await route.fulfill({ response, body })
  })
  const answered = second.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith('/financial/transactions'),
  )
  await second.goto(`${server.url}${transactions}`)
  await (await answered).finished()
  await expect.poll(() => isHeld).toBe(true)
  return { second, release: bell.resolve }
}

for (const [who, amount, record] of [
  ['another officer did', '4,321.13', async () => (await depositsOf())(4321.13)],
  ['was done in the first', '4,321.17', (first: Page) => recordDeposit(first, '4321.17')],
] as const)
  test(`a second window learns from the first, which has the stream, what ${who} while it was loading`, async ({
    browser,
  }) => {
    // A service worker would answer for the script that is held back.
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const stream = context.waitForEvent('response', (response) => isStream(response.request()))
    const first = await signedIn(context, server.url, 'officer', `${transactions}?record=deposit`)
    expect((await stream).status()).toBe(200)
    const { second, release } = await loadingWindow(context)
    await record(first)
    await expect(first.getByText(amount).first()).toBeVisible(soon)
    await expect(second.getByText(amount)).toHaveCount(0)
    release()
    await expect(second.getByText(amount).first()).toBeVisible(soon)
  })

async function recordDeposit(page: Page, amount: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Record deposit' })
  await form.getByRole('combobox', { name: 'Member' }).fill('AJO-DEM234/00001')
  await form.getByRole('option').first().click()
  await form.getByLabel('Amount').fill(amount)
  await form.getByRole('button', { name: /^Record ₦/ }).click()
  await expect(form).toBeHidden()
}
