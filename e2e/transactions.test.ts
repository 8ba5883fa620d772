import { type Browser, expect, type Page } from '@playwright/test'
import { sharesBought } from '#database/seed/sample-people.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** The sample member who can log in. */
const member = { name: 'Adébáyọ̀ Adéyẹmí', number: 'AJO-DEM234/00001', phone: '+2348031200000' }
const record = '/coop/financial-operations/transactions'

test('money moves through the bank, between accounts and into shares, and each shows where it went', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const page = await officerPage(browser, `${record}?record=deposit`)
  const deposit = await chooseMember(page, 'Record deposit')
  await deposit.getByLabel('Amount').fill('60k')
  await deposit.getByLabel('Paid to').selectOption({ label: 'Bank' })
  await deposit.getByRole('button', { name: 'Record ₦60,000.00' }).click()
  await expect(deposit).toBeHidden()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Transfer savings' }).click()
  const transfer = await chooseMember(page, 'Transfer savings')
  await transfer.getByLabel('Amount').fill('1,250.25')
  await transfer.getByLabel('To', { exact: true }).selectOption({ label: 'Target savings' })
  await expect(
    transfer.getByText(new RegExp(`Move ₦1,250\\.25 of ${member.name} \\d{5} from Ordinary savings to Target savings`)),
  ).toBeVisible()
  await expectClean(page, page.url())
  await transfer.getByRole('button', { name: 'Transfer ₦1,250.25' }).click()
  await expect(transfer).toBeHidden()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Buy shares' }).click()
  const shares = await chooseMember(page, 'Buy shares')
  // A fifth of all shares: a quarter of what the others hold, less what the first member has already.
  const [own = 0, ...others] = Array.from({ length: 120 }, (_, n) =>
    sharesBought(n).reduce((sum, each) => sum + each, 0),
  )
  const most = Math.floor(others.reduce((sum, each) => sum + each, 0) / 4) - own
  await shares.getByLabel('Shares', { exact: true }).fill(String(most + 1))
  await shares.getByRole('button', { name: /^Buy shares for ₦/ }).click()
  await expect(
    shares.getByText(new RegExp(`^One member may hold 20 % of the share capital.* buy ${most} or fewer\\.$`)),
  ).toBeVisible()
  await shares.getByLabel('Shares', { exact: true }).fill('20')
  await shares.getByRole('button', { name: 'Buy shares for ₦10,000.00' }).click()
  await expect(shares).toBeHidden()

  await page.getByLabel('Type').selectOption('transfer')
  await expect(page.getByRole('row').filter({ hasText: '1,250.25' }).filter({ hasText: 'Transfer' })).toHaveCount(2)
  await page.getByRole('row').filter({ hasText: 'Target savings' }).getByRole('button', { name: member.name }).click()
  const drawer = page.getByRole('dialog', { name: 'Transfer' })
  await expect(drawer.getByText('Moved from')).toBeVisible()
  await expect(drawer.getByText(/^\d+-[0-9a-f]{10}$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Type').selectOption('deposit')
  await page.getByRole('row').filter({ hasText: '60,000.00' }).getByRole('button', { name: member.name }).click()
  await expect(page.getByRole('dialog', { name: 'Deposit' }).getByText('Bank', { exact: true })).toBeVisible()
})

test('a date is typed and shown as dd/mm/yyyy in a browser of any language, and one that does not exist is not sent', async ({
  browser,
}) => {
  const american = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const page = await signIn(await american.newPage(), server, 'officer', undefined, `${record}?record=deposit`)
  expect(await page.evaluate(() => navigator.language)).toBe('en-US')
  const deposit = await chooseMember(page, 'Record deposit')
  await deposit.getByLabel('Amount').fill('77.77')
  const date = deposit.getByLabel('Date paid')
  const [year = '', month = '', day = ''] = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10).split('-')
  await expect(date).toHaveValue(`${day}/${month}/${year}`)
  await date.fill('')
  // As on the number pad of a phone, which has no slash.
  await date.pressSequentially('31022026')
  await expect(date).toHaveValue('31/02/2026')
  await deposit.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(deposit.getByText('Use a date such as 23/11/2026')).toBeVisible()
  await expect(date).toBeFocused()
  await expectClean(page, 'a date that does not exist')
  await date.fill('')
  await date.pressSequentially('5/3/2026')
  await deposit.getByLabel('Amount').focus()
  await expect(date).toHaveValue('05/03/2026')
  await deposit.getByRole('button', { name: 'Record ₦77.77' }).click()
  await expect(deposit).toBeHidden()
  const found = await call<{ amount: number; occurredOn: string }[]>(
    server,
    'GET',
    '/financial/transactions?type=deposit&from=2026-03-05&to=2026-03-05',
    await officerToken(server),
  )
  expect(found.filter(({ amount }) => amount === 77.77)).toEqual([
    expect.objectContaining({ occurredOn: '2026-03-05' }),
  ])
})

test(
  'Enter takes no one whom it was not typed for, however late the register answers',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await officerPage(browser)
    // Each asking waits, also a second for the same words, as after a change by somebody else.
    let [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/api\/members\?.*\bq=/, async (route) => {
      const { promise } = answered
      asked.resolve()
      await promise
      await route.continue()
    })
    await page.goto(`${server.url}${record}?record=deposit`)
    const field = page.getByRole('dialog', { name: 'Record deposit' }).getByRole('combobox', { name: 'Member' })
    await field.click()
    await expect(page.getByRole('option', { name: member.name })).toBeVisible()
    async function enterEarly(typed: string, stillThere: string): Promise<void> {
      ;[asked, answered] = [Promise.withResolvers(), Promise.withResolvers()]
      await field.fill(typed)
      await field.press('Enter')
      await asked.promise
      await expect(page.getByRole('option', { name: stillThere })).toBeVisible()
      await expect(field).toHaveValue(typed)
      answered.resolve()
    }
    await enterEarly('Igwe', member.name)
    // Several were found, whom no one had seen when Enter was pressed.
    await expect(page.getByRole('listbox', { name: 'Member' }).getByRole('option')).toHaveText([
      /^Ngọzi Igwe/,
      /^Bọ́lánlé Igwe/,
      /^Danjuma Igwe/,
      /^Ifeoma Igwe/,
    ])
    await expect(field).toHaveValue('Igwe')
    await enterEarly('03515', 'Ngọzi Igwe')
    await expect(field).toHaveValue('Ifeoma Igwe')
  },
)

test(
  'a journal is written with the keyboard and posted once its sides agree',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const page = await officerPage(browser, `${record}?record=journal`)
    const journal = page.getByRole('dialog', { name: 'Record journal' })
    await journal.getByLabel('What it is for').fill('Office costs of June')
    await journal.getByLabel('Account of line 1').selectOption({ label: '5710 Office' })
    await journal.getByLabel('Debit of line 1').fill('700.50')
    await page.keyboard.press('Enter')
    await expect(journal.getByLabel('Account of line 2')).toBeFocused()
    await journal.getByLabel('Account of line 2').selectOption({ label: '1010 Cash in hand' })
    await journal.getByLabel('Credit of line 2').fill('400')
    await expect(journal.getByText('₦300.50 credit is missing.')).toBeVisible()
    await journal.getByRole('button', { name: 'Post journal' }).click()
    await expect(journal.getByText('Enter ₦300.50 more credit, so that both agree.')).toBeVisible()
    await journal.getByLabel('Credit of line 2').press('Enter')
    await expect(journal.getByLabel('Account of line 3')).toBeFocused()
    await journal.getByLabel('Account of line 3').selectOption({ label: '1020 Bank' })
    await journal.getByLabel('Credit of line 3').fill('300.50')
    await expect(journal.getByText('Debits and credits agree.')).toBeVisible()
    await expectClean(page, page.url())
    await journal.getByRole('button', { name: 'Post ₦700.50' }).click()
    await expect(journal).toBeHidden()
    await page.getByLabel('Type').selectOption('journal')
    await page.getByRole('button', { name: 'The cooperative' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Journal' }).getByText('Debit ₦700.50')).toBeVisible()
  },
)

test('what the settings let wait is approved from the list, and the record says who did both', async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await officerPage(browser, '/coop/financial-operations/setup')
  await page.getByLabel('Approvals of a withdrawal').selectOption('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('No changes.')).toBeVisible()
  await page.goto(`${server.url}${record}?record=withdrawal`)
  const withdrawal = await chooseMember(page, 'Record withdrawal')
  await withdrawal.getByLabel('Amount').fill('2,345')
  await withdrawal.getByRole('button', { name: 'Send for approval' }).click()
  await expect(withdrawal).toBeHidden()

  await page.getByRole('tab', { name: 'Approvals' }).click()
  // The others are an application for a loan and what a member asked for.
  await expect(page.getByText('3 requests wait for you.')).toBeVisible()
  await expectClean(page, page.url())
  await page.getByLabel('Who approves').selectOption('false')
  await expect(page.getByText('0 of 2 guarantors').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdrawal', exact: true })).toHaveCount(0)
  await page.getByLabel('Who approves').selectOption('true')
  await page
    .getByRole('row')
    .filter({ hasText: '2,345.00' })
    .getByRole('button', { name: 'Withdrawal', exact: true })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Withdrawal' })
  await drawer.getByRole('button', { name: 'Approve ₦2,345.00' }).click()
  await page.getByRole('dialog', { name: 'Pay this out?' }).getByRole('button', { name: 'Approve ₦2,345.00' }).click()
  await expect(drawer.getByText(/who recorded it \(no other officer\)$/)).toBeVisible()
})

test('an amount is held, the member sees what is free, and it is released', { tag: '@full' }, async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await officerPage(browser, `${record}?tab=pledges`)
  await page.getByRole('button', { name: 'Hold an amount' }).first().click()
  const hold = await chooseMember(page, 'Hold an amount')
  await hold.getByLabel('Amount').fill('5k')
  await hold.getByLabel('Reason').fill('Dispute about a loan')
  await expectClean(page, page.url())
  await hold.getByRole('button', { name: 'Hold ₦5,000.00' }).click()
  await expect(hold).toBeHidden()
  const held = page.getByRole('row').filter({ hasText: 'Dispute about a loan' })
  await expect(held).toContainText(member.name)

  const own = await memberPage(browser, '/member/transactions')
  await expect(own.getByRole('row').filter({ hasText: 'Ordinary savings' }).first()).toContainText('₦5,000.00')
  await expectClean(own, own.url())

  await held.getByRole('button', { name: 'Release', exact: true }).click()
  const release = page.getByRole('dialog', { name: 'Release ₦5,000.00?' })
  await release.getByLabel('Reason').fill('Settled')
  await release.getByRole('button', { name: 'Release ₦5,000.00' }).click()
  await expect(page.getByText(/^Released .* Settled$/)).toBeVisible()
})

test('a payment that is typed twice is asked about, and savings of the wrong member go to another with the reason', async ({
  browser,
}) => {
  const page = await officerPage(browser, `${record}?record=deposit`)
  const typeAgain = async () => {
    const deposit = await chooseMember(page, 'Record deposit')
    await deposit.getByLabel('Amount').fill('777')
    await deposit.getByRole('button', { name: 'Record ₦777.00' }).click()
    return deposit
  }
  await expect(await typeAgain()).toBeHidden()
  await page.goto(`${server.url}${record}?record=deposit`)
  const deposit = await typeAgain()
  const asked = page.getByRole('dialog', { name: 'Record it again?' })
  await expect(asked).toContainText('₦777.00')
  await expectClean(page, page.url())
  await asked.getByRole('button', { name: 'Record another payment' }).click()
  await expect(deposit).toBeHidden()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Transfer savings' }).click()
  const transfer = await chooseMember(page, 'Transfer savings')
  const other = transfer.getByRole('combobox', { name: 'To another member' })
  await other.fill('00002')
  await transfer.getByRole('option').first().click()
  await transfer.getByLabel('Amount').fill('777')
  const send = transfer.getByRole('button', { name: /₦777\.00|Send for approval|^Transfer$/ })
  await send.click()
  await expect(transfer.getByText('Say why this goes to another member.')).toBeVisible()
  await transfer.getByLabel('Reason, which both members read').fill('Credited to the wrong member, teller 4471')
  await send.click()
  await expect(transfer).toBeHidden()
})

test('afterwards the books prove themselves', { tag: '@full' }, async () => {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})

async function chooseMember(page: Page, title: string) {
  const form = page.getByRole('dialog', { name: title })
  await form.getByRole('combobox', { name: 'Member', exact: true }).fill(member.number)
  await form.getByRole('option', { name: member.name }).click()
  return form
}

async function officerPage(browser: Browser, path?: string): Promise<Page> {
  return signIn(await newPage(browser, { width: 1440, height: 900 }), server, 'officer', undefined, path)
}

async function memberPage(browser: Browser, path?: string): Promise<Page> {
  return signIn(
    await newPage(browser, { width: 390, height: 844 }),
    server,
    'member',
    [member.phone, 'sample-member'],
    path,
  )
}

/** Anything that the browser complains about fails the test. */
async function newPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
  return page
}
