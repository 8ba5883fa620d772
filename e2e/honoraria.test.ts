import { expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, openSociety, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'honoraria-password'
const phones = ['+2348035010001', '+2348035010002', '+2348035010003']
const names = ['Ada', 'Bola', 'Chidi']

test(
  'honoraria are entered by name from the officers of the year, paid as one voucher, and read with the post',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(180_000)
    const { coopId } = await buildSociety()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const login = async () =>
      signIn(await context.newPage(), server, 'officer', [coopId, password], '/coop/financial-operations/surplus')
    await leaveBehind(await login())
    const page = await login()
    await page.getByRole('button', { name: 'Pay to members' }).click()
    await expect(page.getByRole('heading', { name: 'Pay to members: Honoraria payable' })).toBeVisible()
    await expect(page.getByLabel('Shared by')).toHaveValue('named')
    await expect(page.getByText('Still to be given: ₦100,000.00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay to members' })).toBeDisabled()

    await page.getByRole('button', { name: 'Add the officers of the year' }).click()
    const row = (name: string) => page.getByRole('group', { name: new RegExp(name) })
    await expect(row('Ada Ade').getByLabel('Post')).toHaveValue('President')
    await expect(row('Bola Ade').getByLabel('Post')).toHaveValue('Treasurer')
    await row('Ada Ade').getByLabel('Amount before tax').fill('60000.05')
    await row('Bola Ade').getByLabel('Amount before tax').fill('40000')
    await expect(page.getByText('Too much: ₦0.05')).toBeVisible()
    await row('Bola Ade').getByLabel('Amount before tax').fill('30000')
    await expect(page.getByText('Still to be given: ₦9,999.95')).toBeVisible()
    // What was entered is there again after a reload, for this officer and this line.
    await page.reload()
    await expect(row('Ada Ade').getByLabel('Amount before tax')).toHaveValue('60,000.05')
    await expect(page.getByText('Still to be given: ₦9,999.95')).toBeVisible()
    expect(await drafts(page)).toBe(1)
    await page.getByRole('combobox', { name: 'Add a member' }).fill('Chidi')
    await page.getByRole('option', { name: /Chidi Ade/ }).click()
    await row('Chidi Ade').getByLabel('Amount before tax').fill('9999.95')
    await expect(row('Chidi Ade').getByText('Enter the post')).toBeVisible()
    await row('Chidi Ade').getByLabel('Post').fill('Keeper of the store')
    await expect(page.getByText('All of the line is given.')).toBeVisible()
    await page.getByLabel('Withholding tax').selectOption('5 %')
    // 5 % of 60,000.05 is 3,000.0025, of 9,999.95 it is 499.9975.
    await expect(
      page.getByRole('row', { name: /Ada Ade.*President.*₦60,000\.05.*₦3,000\.00.*₦57,000\.05/ }),
    ).toBeVisible()
    await expect(
      page.getByRole('row', { name: /Chidi Ade.*Keeper of the store.*₦9,999\.95.*₦500\.00.*₦9,499\.95/ }),
    ).toBeVisible()
    await expectClean(page, 'honoraria by name')
    await page.getByRole('button', { name: 'Pay to members' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay ₦95,000.00 to members?' })
    await expect(dialog.getByText(/3 members get what was entered by name of the honoraria/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Pay to members' }).click()
    await expect(
      page.getByRole('row', { name: /Honoraria, year to 31 Dec 2025.*Amounts by name.*3.*₦95,000\.00.*Posted/ }),
    ).toBeVisible()
    expect(await drafts(page)).toBe(0)
    await page.getByRole('link', { name: 'Honoraria, year to 31 Dec 2025' }).click()
    await expect(page.getByRole('row', { name: /Bola Ade.*Treasurer.*₦28,500\.00/ })).toBeVisible()
    await expectClean(page, 'the members of honoraria')

    const own = await signIn(
      await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
      server,
      'member',
      [phones[1] ?? '', password],
      '/member/dividends',
    )
    await expect(own.getByText('Honoraria, year to 31 Dec 2025')).toBeVisible()
    await expect(own.getByText('Treasurer', { exact: true })).toBeVisible()
    await expect(own.getByText('₦28,500.00')).toBeVisible()
    await expectClean(own, 'the own honorarium')
    expect(await runChecks(await server.adminUrl())).toEqual([])
  },
)

/** Enters an amount and logs out: the next login on this device finds nothing of it. */
async function leaveBehind(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay to members' }).click()
  await page.getByRole('button', { name: 'Add the officers of the year' }).click()
  await page.getByLabel('Amount before tax').first().fill('100000')
  await expect.poll(() => drafts(page)).toBe(1)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
  expect(await drafts(page)).toBe(0)
  await page.close()
}

/** How many lines have entries on this device that are not sent. */
function drafts(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('dividend-draft:')).length)
}

/** Three members of whom two held a post in 2025, and a general meeting that gave ₦100,000 to honoraria. */
async function buildSociety() {
  const { coopId, token } = await openSociety(server, { name: 'Honoraria Society', phone: '+2348031230009', password })
  const ask = <Data = Record<string, string>>(method: string, path: string, body?: unknown) =>
    call<Data>(server, method, path, token, body)
  const registered = await ask<{ memberid: string; activationCode: string }[]>('POST', '/cooperatives/members', {
    member: names.map((firstName, n) => ({
      ...{ firstName, lastName: 'Ade', phone: phones[n], registrationDate: '2024-06-01' },
    })),
  })
  const { posts } = await ask<{ posts: { id: string }[] }>('POST', '/governance/posts', {
    posts: ['President', 'Treasurer'].map((name) => ({ name, office: null, seats: 1 })),
  })
  for (const [n, { id: postId }] of posts.entries())
    await ask('POST', '/governance/terms', {
      ...{ postId, memberId: registered[n]?.memberid, startedOn: '2024-07-01', cameBy: 'earlier' },
    })
  const accounts = await ask<{ id: string; code: string }[]>('GET', '/financial/accounts?limit=100')
  const account = (code: string) => accounts.find((each) => each.code === code)?.id
  await ask('POST', '/financial/transactions', {
    ...{ type: 'journal', description: 'Interest on loans of the year', occurredOn: '2025-12-01' },
    lines: [
      { accountId: account('1020'), debit: 250_000 },
      { accountId: account('4110'), credit: 250_000 },
    ],
  })
  const accepted = [{ item: 'bank:1020', reason: 'The statement of the bank comes in January' }]
  await ask('POST', '/financial/books/close-year', { yearEnd: '2025-12-31', accepted })
  const date = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  const meeting = await ask('POST', '/governance/meetings', {
    ...{ kind: 'annual_general', title: 'Annual general meeting', date, time: '10:00', place: 'The hall' },
  })
  const resolution = 'That ₦100,000 be given to the officers as honoraria.'
  await ask('PUT', `/governance/meetings/${meeting['id']}/minutes`, {
    minutes: 'The accounts were read.',
    resolutions: [{ text: resolution, for: 30, against: 2, abstain: 3 }],
  })
  await ask('POST', '/financial/surpluses/2025-12-31/appropriation', {
    ...{ lines: [{ accountId: account('2340'), amount: 100_000 }], meetingId: meeting['id'], resolution },
  })
  await ask('POST', '/auth/reset-password', {
    ...{ identifier: phones[1], code: await sentCode(server, phones[1]), password, confirmPassword: password },
  })
  return { coopId }
}
