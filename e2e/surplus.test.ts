import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, openSociety, sentCode } from './calls.ts'
import { closeYear, openChecklist } from './closing-steps.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'surplus-password'
const ask = <Data = Record<string, string>>(method: string, path: string, token?: string, body?: unknown) =>
  call<Data>(server, method, path, token, body)

const size = 40
/** Shares of ₦500 that each has, and the month in which they were bought. */
const held = Array.from({ length: size }, (_, n) => ({ shares: 20 + n, month: (n % 12) + 1 }))
/** Who is not an active member any more, and gets no dividend for that. */
const excluded = 39
/** Who an officer excludes by name. */
const byName = 38
const income = 123_456.78
const resolution = 'That 60 % of the surplus of 2025 be paid as dividend.'

const naira = (kobo: bigint) =>
  `₦${String(kobo / 100n).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${String(kobo % 100n).padStart(2, '0')}`

/** The test's own arithmetic: parts of a whole rounded down, and what is left to the largest fractions, the earlier first. */
function shared(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const parts = weights.map((weight) => (whole * weight) / sum)
  const left = Number(whole - parts.reduce((all, part) => all + part, 0n))
  const byRest = weights
    .map((weight, n) => ({ n, rest: (whole * weight) % sum }))
    .toSorted((one, other) => (one.rest === other.rest ? one.n - other.n : one.rest > other.rest ? -1 : 1))
  for (const { n } of byRest.slice(0, left)) parts[n] = (parts[n] ?? 0n) + 1n
  return parts
}

test('a society of 40 closes its year, records what the meeting decided, and pays a dividend that each member can follow', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { coopId, token, members } = await buildSociety()
  const surplus = BigInt(Math.round(income * 100))
  const [reserve = 0n, dividend = 0n, carried = 0n] = shared(surplus, [2500n, 6000n, 1500n])
  const parts = shared(
    dividend,
    held.map(({ shares, month }, n) =>
      n === excluded || n === byName ? 0n : BigInt(shares * 500 * 100 * (13 - month)),
    ),
  )

  /** A tenth of what all have on average, which is less than the dividend; a fifth is more. */
  const counted = held.reduce((sum, { shares, month }) => sum + BigInt(shares * 500 * 100 * (13 - month)), 0n)
  const tenth = counted / 12n / 10n

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await signIn(
    await context.newPage(),
    server,
    'officer',
    [coopId, password],
    '/coop/financial-operations/surplus',
  )
  await page.getByRole('link', { name: 'Close a year' }).click()
  await openChecklist(page, server.url, '31 Dec 2025')
  await closeYear(page, 'The statement of the bank comes in January')

  await page.getByRole('link', { name: 'Surplus and dividend' }).first().click()
  await page.getByRole('tab', { name: 'Bye-laws' }).click()
  await expect(page.getByLabel('Percent of the surplus')).toHaveValue('25')
  await page.getByLabel('Begin with the law of').selectOption({ label: 'Kano State' })
  await page.getByLabel('Type of cooperative').selectOption({ label: 'Consumers' })
  const proposed = page.getByRole('status').filter({ hasText: 'This would be filled in' })
  await expect(proposed).toContainText('2320 Dividend payable')
  await expect(proposed).toContainText('As in your bye-laws')
  await expect(page.getByText('The law of Kano State could not be verified.')).toBeVisible()
  await expectClean(page, 'what a law and a type of cooperative would fill in')
  await page.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(page.getByLabel('Percent of the surplus')).toHaveCount(4)
  const unsaved = await ask<{ heads: unknown[] }>('GET', '/financial/surplus-rules', token)
  expect(unsaved.heads).toEqual([])
  for (const name of ['3230 Education fund', '3220 General reserve']) {
    await expect(page.getByLabel('Goes to').last().locator('option:checked')).toHaveText(name)
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
  }
  await page.getByLabel('Percent of the surplus').last().fill('60')
  await expect(page.getByText('85 % is given, 15 % is carried forward.')).toBeVisible()
  await expectClean(page, 'the bye-laws on the surplus')
  await page.getByRole('button', { name: 'Save bye-laws' }).click()
  await expect(page.getByText('Bye-laws saved')).toBeVisible()
  await page.getByLabel('Dividend is shared by').selectOption('Balance of Shares')
  await page.getByLabel('Which balance counts').selectOption('Balance at each month end')
  const cap = page.getByLabel('Highest dividend, percent a year')
  const patronage = page.getByLabel('Patronage refund is shared by')
  await patronage.selectOption('Goods received in the year')
  const saveRules = page.getByRole('button', { name: 'Save dividend bye-laws' })
  await cap.fill('1000')
  await saveRules.click()
  await expect(page.getByText('Enter a percentage up to 100')).toBeVisible()
  await cap.fill('10')
  await saveRules.click()
  await expect(page.getByText('Bye-laws on the dividend saved')).toBeVisible()
  await page.reload()
  await expect(patronage).toHaveValue('purchases')
  await expect(page.getByLabel('Percent of the surplus').last()).toHaveValue('60')
  await expectClean(page, 'the bye-laws on the dividend')

  await page.getByRole('tab', { name: 'Surplus of a year' }).click()
  await expect(
    page.getByRole('row', { name: new RegExp(`Statutory reserve.*at least 25 %.*${naira(reserve)}`) }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Dividend payable.*60 %.*${naira(dividend)}`) })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Carried forward.*${naira(carried)}`) })).toBeVisible()
  await expectClean(page, 'the surplus of a year')
  await page.getByRole('button', { name: 'Record the decision' }).click()
  const drawer = page.getByRole('dialog', { name: 'Record the decision' })
  await expect(drawer.getByText(`Carried forward: ${naira(carried)}`)).toBeVisible()
  await expect(drawer.getByText(`the average balance of Shares: at most ${naira(tenth)}`)).toBeVisible()
  await expectClean(page, 'the decision on the surplus')
  await drawer.getByRole('button', { name: `Post ${naira(reserve + dividend)}` }).click()
  await expect(page.getByText(resolution)).toBeVisible()
  await expectClean(page, 'an appropriation')

  await page.getByRole('button', { name: 'Pay to members' }).click()
  await expect(page.getByRole('heading', { name: 'Pay to members: Dividend payable' })).toBeVisible()
  const above = page.getByRole('status').filter({ hasText: 'Above what your bye-laws allow' })
  await expect(above).toContainText(
    `${naira(tenth)}. This dividend is ${naira(dividend)}, ${naira(dividend - tenth)} more.`,
  )
  await expect(page.getByRole('button', { name: 'Pay to members' })).toBeDisabled()
  await expectClean(page, 'a dividend above the cap')
  await page.getByRole('tab', { name: 'Bye-laws' }).click()
  await cap.fill('20')
  await page.getByLabel('Which balance counts').selectOption('Average daily balance')
  await saveRules.click()
  await expect(page.getByText('Bye-laws on the dividend saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Surplus of a year' }).click()
  await page.getByRole('button', { name: 'Pay to members' }).click()
  await expect(page.getByLabel('Which balance counts')).toHaveValue('daily')
  await page.getByLabel('Which balance counts').selectOption('Balance at each month end')
  await expect(page.getByText('They say otherwise on which balance counts.')).toBeVisible()
  await page.getByLabel('Excluded').selectOption('Members who are not active')
  await page.getByRole('button', { name: 'Exclude a member' }).click()
  const excluding = page.getByRole('dialog', { name: 'Exclude a member' })
  await excluding.getByRole('button', { name: 'Exclude', exact: true }).click()
  await expect(excluding.getByText('Choose the member')).toBeVisible()
  await expect(excluding.getByText('Enter the reason, at least 3 characters')).toBeVisible()
  await excluding.getByRole('combobox', { name: 'Member' }).fill('Member 38')
  await page.getByRole('option', { name: /Member 38/ }).click()
  await excluding.getByLabel('Reason').fill('Sanctioned by the general meeting')
  await expectClean(page, 'a member who is excluded by name')
  await excluding.getByRole('button', { name: 'Exclude', exact: true }).click()
  await expect(
    page.getByRole('button', { name: 'Remove Member 38 Ade: Sanctioned by the general meeting' }),
  ).toBeVisible()
  await page.getByLabel('Show', { exact: true }).selectOption('Excluded members')
  await expect(page.getByRole('row', { name: /Member 39 .*Excluded: not an active member.*₦0\.00/ })).toBeVisible()
  await expect(
    page.getByRole('row', { name: /Member 38 .*Excluded: Sanctioned by the general meeting.*₦0\.00/ }),
  ).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectClean(page, 'who is excluded from a dividend')
  await page.getByLabel('Show', { exact: true }).selectOption('All members')
  await expect(page.getByRole('row', { name: new RegExp(`Member 00 .*${naira(parts[0] ?? 0n)}`) })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Member 09 .*${naira(parts[9] ?? 0n)}`) })).toBeVisible()
  await expectClean(page, 'what each member gets')
  await page.getByRole('button', { name: 'Pay to members' }).click()
  const dialog = page.getByRole('dialog', { name: `Pay ${naira(dividend)} to members?` })
  await expect(dialog.getByText('2 members are excluded: members who are not active, 1 by name.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Pay to members' }).click()
  await expect(dialog.getByText('Enter the reason, at least 3 characters')).toBeVisible()
  await dialog.getByLabel('Why not as in your bye-laws').fill('Decided by the meeting')
  await expectClean(page, 'the last look before a dividend is paid')
  await dialog.getByRole('button', { name: 'Pay to members' }).click()
  await expect(
    page.getByRole('row', {
      name: new RegExp(
        `Dividend, year to 31 Dec 2025.*38.*2: members who are not active, 1 by name.*${naira(dividend)}.*Posted`,
      ),
    }),
  ).toBeVisible()
  await expectClean(page, 'the dividends')
  await page.getByRole('link', { name: 'Dividend, year to 31 Dec 2025' }).click()
  await expect(page.getByText('Reason: Decided by the meeting')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Member 00 .*${naira(parts[0] ?? 0n)}`) })).toBeVisible()
  await page.getByLabel('Show', { exact: true }).selectOption('Excluded members')
  await expect(page.getByRole('row', { name: /Member 38 .*Excluded: Sanctioned by the general meeting/ })).toBeVisible()
  await expectClean(page, 'the members of a dividend')

  // In the books, and with each member to the kobo.
  const { accounts } = await ask<{ accounts: { code: string; debit: number; credit: number }[] }>(
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  const credit = (code: string) => BigInt(Math.round((accounts.find((each) => each.code === code)?.credit ?? 0) * 100))
  expect([credit('3210'), credit('2320'), credit('3310'), credit('2110')]).toEqual([reserve, 0n, carried, dividend])
  const paid = await ask<{ memberName: string; amount: number }[]>(
    'GET',
    '/financial/transactions?type=dividend&limit=100',
    token,
  )
  const paidTo = new Map(paid.map(({ memberName, amount }) => [memberName, BigInt(Math.round(amount * 100))]))
  for (const n of [excluded, byName]) expect(paidTo.has(nameOf(n))).toBe(false)
  expect(held.map((_, n) => paidTo.get(nameOf(n)) ?? 0n)).toEqual(parts)

  const own = await signIn(
    await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
    server,
    'member',
    [members[3] ?? '', password],
    '/member/dividends',
  )
  // 23 shares from the end of April on: nine of twelve months.
  await expect(own.getByText(naira(parts[3] ?? 0n)).first()).toBeVisible()
  await expect(own.getByText('₦8,625.00')).toBeVisible()
  await own.getByText('Your balances', { exact: true }).click()
  await expect(own.getByRole('row', { name: /30 Apr 2025.*₦11,500\.00/ })).toBeVisible()
  await expect(own.getByRole('row', { name: /31 Mar 2025.*₦0\.00/ })).toBeVisible()
  await expectClean(own, 'the own dividend')

  const without = await signIn(
    await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
    server,
    'member',
    [members[excluded] ?? '', password],
    '/member/dividends',
  )
  await expect(without.getByText('You were not an active member when it was shared out.')).toBeVisible()
  await expect(without.getByText(naira(dividend))).toBeVisible()
  await expectClean(without, 'a dividend from which the member is excluded')
  const named = await signIn(
    await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
    server,
    'member',
    [members[byName] ?? '', password],
    '/member/dividends',
  )
  await expect(named.getByText('Your society excluded you: Sanctioned by the general meeting.')).toBeVisible()
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

const nameOf = (n: number) => `Member ${String(n).padStart(2, '0')} Ade`

/** Forty shareholders, one sum of income in 2025, and a general meeting that was held. */
async function buildSociety() {
  const { coopId, token } = await openSociety(server, { name: 'Forty Society', phone: '+2348031230000', password })
  const phones = held.map((_, n) => `+23480350000${String(n).padStart(2, '0')}`)
  const registered = await ask<{ memberid: string; activationCode: string }[]>('POST', '/cooperatives/members', token, {
    member: phones.map((phone, n) => ({
      firstName: nameOf(n).slice(0, -4),
      lastName: 'Ade',
      phone,
      registrationDate: '2024-06-01',
    })),
  })
  await ask('PUT', '/financial/config', token, { shareCeilingPercent: 100 })
  const accounts = await ask<{ id: string; code: string }[]>('GET', '/financial/accounts?limit=100', token)
  const account = (code: string) => accounts.find((each) => each.code === code)?.id
  for (const [n, { shares, month }] of held.entries())
    await ask('POST', '/financial/transactions', token, {
      type: 'share_purchase',
      memberId: registered[n]?.memberid,
      shares,
      paidThrough: account('1010'),
      occurredOn: `2025-${String(month).padStart(2, '0')}-10`,
    })
  await ask('POST', '/financial/transactions', token, {
    type: 'journal',
    description: 'Interest on loans of the year',
    occurredOn: '2025-12-01',
    lines: [
      { accountId: account('1020'), debit: income },
      { accountId: account('4110'), credit: income },
    ],
  })
  const meeting = await ask('POST', '/governance/meetings', token, {
    kind: 'annual_general',
    title: 'Annual general meeting',
    date: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    time: '10:00',
    place: 'The hall',
  })
  await ask('PUT', `/governance/meetings/${meeting['id']}/minutes`, token, {
    minutes: 'The accounts were read.',
    resolutions: [{ text: resolution, for: 30, against: 2, abstain: 3 }],
  })
  for (const n of [3, byName, excluded])
    await ask('POST', '/auth/reset-password', undefined, {
      identifier: phones[n],
      code: await sentCode(server, phones[n]),
      password,
      confirmPassword: password,
    })
  await ask('POST', '/members/status', token, {
    members: { ids: [registered[excluded]?.memberid] },
    status: 'inactive',
    reason: 'Moved abroad',
  })
  return { coopId, token, members: phones }
}
