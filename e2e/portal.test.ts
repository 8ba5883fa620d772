import { expect, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import { type Kobo, moneyText } from '#core/money.ts'
import { atSize } from '#dev/testing/size.ts'
import { call, officerToken, sentCode } from './calls.ts'
import { isKept, keptOnDevice, workerReady } from './device.ts'
import { expectClean, watch } from './looks.ts'
import { screens, visit } from './screens.ts'
import { quiet } from './quiet.ts'
import { type RunningServer, startServer, superAdminPassword } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

// What the portal shows to one person, and what it keeps of them for the next.

test.use({ serviceWorkers: 'allow' })

const phone = { viewport: { width: 390, height: 844 } }
const password = 'sample-member'
const sample = '+2348031200000'

type Person = { phone: string; memberId: string; membershipno: string; name: string }

let server: RunningServer
let token: string
/** A member of the sample society, with words and figures that no one else has. */
let first: Person & { marks: string[]; loanId: string; cooperativeId: string }
/** Another member of the same society, and one of another. */
let second: Person
let stranger: Person

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
  const [own] = await ask<
    { memberid: string; tenant_id: string; membershipno: string; firstName: string; lastName: string }[]
  >('GET', `/members?q=${encodeURIComponent(sample)}`)
  if (!own) throw new Error('The sample member is not in the register')
  await ask('POST', '/financial/contributions', {
    memberId: own.memberid,
    amount: 4321.09,
    description: 'Marked for the test',
  })
  await ask('PUT', `/cooperatives/members/${own.memberid}`, { address: '77 Marked Street, Ibadan' })
  const loans = await ask<{ id: string; status: string }[]>('GET', `/financial/members/${own.memberid}/loans`)
  const loanId = loans.find(({ status }) => status === 'active')?.id ?? ''
  const name = `${own.firstName} ${own.lastName}`
  first = {
    phone: sample,
    cooperativeId: own.tenant_id,
    memberId: own.memberid,
    membershipno: own.membershipno,
    name,
    loanId,
    marks: [
      sample,
      own.memberid,
      own.membershipno,
      name,
      '4,321.09',
      '4321.09',
      '432109',
      '77 Marked Street',
      'Marked for the test',
      'Roofing sheets',
      loanId,
    ],
  }
  second = await register(token, { firstName: 'Adanna', lastName: 'Secondborn', phone: '+2348037771001' })
  const society = await openSociety('Niger Delta Fishers', '+2348035551000')
  stranger = await register(society, { firstName: 'Tonye', lastName: 'Elsewhere', phone: '+2348037771002' })
  // The sample member is in the second society, too.
  await register(society, { firstName: 'Adébáyọ̀', lastName: 'Fisher', phone: sample }, 1717.17)

  const picture = new FormData()
  picture.set(
    'file',
    new Blob(
      [
        await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c77700' } })
          .png()
          .toBuffer(),
      ],
      { type: 'image/png' },
    ),
    'logo.png',
  )
  expect(
    (
      await fetch(`${server.url}/api/cooperatives/logo`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: picture,
      })
    ).status,
  ).toBe(200)
})
test.afterAll(() => server.stop())

// A login opens the society that was used last.
test.beforeEach(async () => {
  const { accessToken, member } = await ask<{ accessToken: string; member: { cooperativeName: string } }>(
    'POST',
    '/member-auth/login',
    { phoneNumber: sample, password },
    '',
  )
  if (member.cooperativeName !== 'Niger Delta Fishers') return
  await ask('POST', '/member-auth/switch', { cooperativeId: first.cooperativeId, role: 'member' }, accessToken)
})

test.describe('two people on one phone, one after the other', () => {
  for (const next of atSize(['of another'] as const, ['of the same society', 'of another'] as const)) {
    test(`the second, ${next}, sees and finds nothing of the first`, async ({ browser }) => {
      test.setTimeout(600_000)
      const context = await browser.newContext(phone)
      const page = await signedIn(context, server.url, 'member')
      await workerReady(page)
      await walk(page)
      expect(await isKept(page, first.memberId)).toBe(true)

      await logOut(page)
      await expectNothingLeft(page, 'after logging out')
      for (let step = 0; step < 3; step += 1) {
        await page.goBack()
        await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
        await expectNothingShown(page, `${step + 1} back`)
      }
      await context.setOffline(true)
      for (const path of ['/member/dashboard', '/member/transactions', `/member/loans/${first.loanId}`]) {
        await page.goto(server.url + path)
        await expect(page).toHaveURL(/login|pwa/)
        await expectNothingShown(page, `${path} without a network`)
      }
      await context.setOffline(false)

      const person = next === 'of another' ? stranger : second
      await logIn(page, person)
      await expect(page.getByText(person.membershipno)).toBeVisible()
      // No one else's society either, with its name and logo.
      const marks = next === 'of another' ? [...first.marks, 'AJO-DEM234', 'Ìrẹ̀pọ̀'] : first.marks
      for (const [path] of screens.member) {
        await visit(page, server.url + path)
        await expectNothingShown(page, path, marks)
      }
      await visit(page, `${server.url}/member/loans/${first.loanId}`)
      await expectNothingShown(
        page,
        'the first one’s loan by its address',
        marks.filter((mark) => mark !== first.loanId),
      )
      await visit(page, `${server.url}/member/dashboard`)
      await expect.poll(() => isKept(page, person.membershipno)).toBe(true)
      expect(
        found(
          marks.filter((mark) => mark !== first.loanId),
          await keptOnDevice(page),
        ),
      ).toEqual([])
      await context.close()
    })
  }

  test(
    'the same holds when the first session ended for want of a sign of life',
    { tag: '@full' },
    async ({ browser }) => {
      test.setTimeout(300_000)
      const context = await browser.newContext(phone)
      // Before the first page: on one that is open, the clock shows 1970 for a moment, and the session ends.
      await context.clock.install()
      const page = await signedIn(context, server.url, 'member')
      await page.goto(`${server.url}/member/transactions`)
      await expect(page.getByText('4,321.09').first()).toBeVisible()
      await expect.poll(() => isKept(page, first.memberId)).toBe(true)
      const other = await context.newPage()
      await other.goto(`${server.url}/member/dashboard`)
      await expect(async () => {
        await other.clock.runFor(500)
        await expect(other.getByText('Total balance')).toBeVisible({ timeout: 500 })
      }).toPass()
      await other.clock.runFor(31 * 60_000)
      for (const each of [other, page]) await expect(each).toHaveURL(`${server.url}/login`)
      await other.close()
      await expectNothingLeft(page, 'after half an hour')
      await page.goBack()
      await expect(page).toHaveURL(/login/)
      await expectNothingShown(page, 'back')
      await logIn(page, second)
      await expectNothingShown(page, 'the dashboard of the second')
      expect(found(first.marks, await keptOnDevice(page))).toEqual([])
      await context.close()
    },
  )

  test('and when they logged it out from another device', { tag: '@full' }, async ({ browser }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext(phone)
    const page = await signedIn(context, server.url, 'member')
    await workerReady(page)
    await page.goto(`${server.url}/member/transactions`)
    await expect(page.getByText('4,321.09').first()).toBeVisible()
    await expect.poll(() => isKept(page, first.memberId)).toBe(true)
    const elsewhere = await signedIn(await browser.newContext(phone), server.url, 'member', '/member/settings')
    await elsewhere.getByRole('button', { name: 'Log out everywhere else' }).click()
    await expect(elsewhere.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem')).toHaveCount(
      1,
    )
    await elsewhere.context().close()

    await page.reload()
    await expect(page).toHaveURL(`${server.url}/login`)
    await expectNothingLeft(page, 'after the logout from elsewhere')
    await page.goBack()
    await expect(page).toHaveURL(/login/)
    await expectNothingShown(page, 'back')
    await context.setOffline(true)
    await page.goto(`${server.url}/member/transactions`)
    await expectNothingShown(page, 'without a network')
    await context.setOffline(false)
    await logIn(page, second)
    await expectNothingShown(page, 'the dashboard of the second')
    await context.close()
  })

  test('a page that Back wakes after the session ended in another tab shows the login', async ({ browser }) => {
    const context = await browser.newContext(phone)
    const page = await signedIn(context, server.url, 'member')
    await expect(page.getByText('Total balance')).toBeVisible()
    // A page in the browser's memory hears nothing of other tabs; it is told when it is shown again.
    await page.evaluate(() => {
      for (const key of ['auth_token', 'refresh_token', 'user', 'user_data']) localStorage.removeItem(key)
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page).toHaveURL(`${server.url}/login`)
    await expectNothingShown(page, 'woken')
    await context.close()
  })
})

test('one phone in two societies: after the switch nothing of the one is shown or kept in the other', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const context = await browser.newContext(phone)
  const page = await signedIn(context, server.url, 'member')
  const complaints = watch(page)
  await workerReady(page)
  const marks = [
    'Ìrẹ̀pọ̀',
    'AJO-DEM234',
    first.membershipno,
    first.memberId,
    first.loanId,
    '4,321.09',
    '432109',
    'Marked for the test',
    'Roofing sheets',
    'The office is open',
  ]
  for (const path of [
    '/member/contributions',
    '/member/transactions',
    '/member/notifications',
    `/member/loans/${first.loanId}`,
  ]) {
    await visit(page, server.url + path)
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).locator('.sidebar__head')).toContainText('Ìrẹ̀pọ̀')
  await expect(page.getByRole('dialog', { name: 'Menu' }).locator('.sidebar__head img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => isKept(page, first.loanId)).toBe(true)

  // Answers about the first society that are still under way when they switch.
  const held: { route: Route; answer: Awaited<ReturnType<Route['fetch']>> }[] = []
  const about = /\/api\/(member-portal\/dashboard|financial\/loans\/|notifications|member-portal\/profile)/
  let isHolding = true
  await page.route(about, async (route) => {
    if (!isHolding) return route.continue()
    held.push({ route, answer: await route.fetch() })
  })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Refresh app' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(2)
  isHolding = false
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: /Niger Delta Fishers/ }).click()
  await expect(page.getByText('Your membership in Niger Delta Fishers')).toBeVisible()
  await expect(page.getByText('₦1,717.17').first()).toBeVisible()
  const late = held.map(({ route, answer }) => route.fulfill({ response: answer }).catch(() => undefined))
  await Promise.all(late)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await quiet(page)
  await expectNothingShown(page, 'the dashboard of the second society', marks)
  await expect.poll(() => isKept(page, '171717')).toBe(true)
  await expect(page.getByRole('navigation', { name: 'Open pages' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Open menu' }).click()
  const head = page.getByRole('dialog', { name: 'Menu' }).locator('.sidebar__head')
  await expect(head).toContainText('Niger Delta Fishers')
  await expect(head.locator('img')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectNothingShown(page, 'the bell', marks)
  await page.keyboard.press('Escape')
  for (const path of [
    '/member/contributions',
    '/member/loans',
    '/member/transactions',
    '/member/notifications',
    '/member/profile',
  ]) {
    await visit(page, server.url + path)
    await expectNothingShown(page, path, marks)
  }
  expect(await isKept(page, '171717')).toBe(true)
  // The way back is a membership by its name and number, which the switcher shows.
  expect(
    found(
      marks.filter((mark) => !['Ìrẹ̀pọ̀', 'AJO-DEM234', first.membershipno, first.memberId].includes(mark)),
      await keptOnDevice(page),
    ),
  ).toEqual([])

  await context.setOffline(true)
  await page.goto(`${server.url}/member/dashboard`)
  await expect(page.getByText(/No network\. Showing what you had at/)).toBeVisible()
  await expect(page.getByText('₦1,717.17').first()).toBeVisible()
  await expectNothingShown(page, 'the second society without a network', marks)
  await page.goto(`${server.url}/member/loans/${first.loanId}`)
  await expect(page.getByText('This page was not opened on this device before.')).toBeVisible()
  await expectNothingShown(
    page,
    'a loan of the first without a network',
    marks.filter((mark) => mark !== first.loanId),
  )
  await context.setOffline(false)
  expect(complaints.filter((each) => !/Failed to load|ERR_INTERNET|Failed to fetch|404/.test(each))).toEqual([])
  await context.close()
})

test('a member’s day on a phone: each figure of the dashboard leads to the page where it is again', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { monthlyContributions } = await ask<{ monthlyContributions: number }>(
    'GET',
    `/cooperatives/members/${first.memberId}`,
  )
  // More than was paid this month, so that this month is what comes next.
  await ask('PUT', `/cooperatives/members/${first.memberId}`, { monthlyContributions: monthlyContributions + 9000.25 })
  const page = await signedIn(await browser.newContext(phone), server.url, 'member')
  const complaints = watch(page)
  const dashboard = async () => {
    await visit(page, `${server.url}/member/dashboard`)
    await expect(page.getByRole('heading', { name: 'Latest transactions' })).toBeVisible()
  }
  /** The sum of what is in the books of them as this kind, line by line. */
  const paidInAs = async (kind: string) => {
    const lines = await ask<{ amount: number; status: string }[]>(
      'GET',
      `/financial/members/${first.memberId}/financial-records?kind=${kind}&limit=100`,
    )
    const kobo = lines
      .filter(({ status }) => status === 'approved')
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    return moneyText(BigInt(kobo) as Kobo)
  }
  await dashboard()
  await expectClean(page, 'the dashboard')
  const figure = (label: string) =>
    page.locator('.figure').filter({ hasText: label }).locator('.figure__value').innerText()
  const [total, late, loans] = [
    await figure('Total balance'),
    await figure('In arrears'),
    await figure('Loans to repay'),
  ]
  const payment = (words: string | RegExp) =>
    page.getByRole('region', { name: 'Next payments' }).getByRole('listitem').filter({ hasText: words })
  const [instalment, month] = [
    await payment('Next instalment').locator('strong').innerText(),
    await payment('Contribution for').locator('strong').innerText(),
  ]
  const accounts = await page.getByRole('region', { name: 'Your accounts' }).getByRole('listitem').allInnerTexts()
  const meeting = await page.getByRole('region', { name: 'Next meeting' }).getByRole('link').last().innerText()
  const koboIn = (text: string) => BigInt(text.replace(/\D/g, ''))
  // All that they hold is the sum of the accounts beside it, and what is late is the sum of the overdue payments, which come first.
  expect(koboIn(total)).toBe(accounts.reduce((sum, each) => sum + koboIn(each.slice(each.lastIndexOf('₦'))), 0n))
  const lines = await page.getByRole('region', { name: 'Next payments' }).getByRole('listitem').allInnerTexts()
  const overdue = lines.filter((line) => line.includes('overdue since'))
  expect(lines.slice(0, overdue.length)).toEqual(overdue)
  expect(koboIn(late)).toBe(overdue.reduce((sum, each) => sum + koboIn(each.slice(each.lastIndexOf('₦'))), 0n))
  const [contributions, deposits] = [await paidInAs('contributions'), await paidInAs('deposits')]
  expect(contributions).not.toBe('₦0.00')
  await expect(page.getByRole('region', { name: 'Your accounts' })).toContainText(
    `Total contributions to date: ${contributions}. Total deposits: ${deposits}.`,
  )
  const eye = page.getByRole('button', { name: 'Hide balances', exact: true })
  await expect(eye).toHaveAttribute('aria-pressed', 'false')
  await eye.click()
  await expect(page.locator('.figure').first()).not.toContainText(/[1-9]/)
  await page.getByRole('button', { name: 'Hide balances', pressed: true }).click()
  await expect(page.locator('.figure').first()).toContainText(total)
  expect(new Set([loans, instalment, month]).size).toBe(3)

  await payment('Next instalment').getByRole('link').click()
  await expect(page).toHaveURL(/\/member\/loans\/[0-9a-f-]{36}$/)
  await expect(page.locator('#content')).toContainText(instalment)
  await expectClean(page, 'the own loan')
  await dashboard()
  await payment('Contribution for').getByRole('link').click()
  await expect(page).toHaveURL(/\/member\/contributions$/)
  const months = page.getByRole('table', { name: 'Contributions by month' })
  await expect(months.getByRole('row').nth(1)).toContainText(month)
  await expectClean(page, 'the own contributions')
  await dashboard()
  await page.getByRole('region', { name: 'Next meeting' }).getByRole('link').filter({ hasText: meeting }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(meeting)
  await expectClean(page, 'the next meeting')
  await dashboard()
  await page.getByRole('link', { name: 'Loan by loan' }).click()
  await expect(page.getByRole('table', { name: 'Loans' })).toContainText(instalment)
  await expect(page.getByRole('table', { name: 'Loans' })).toContainText(loans)
  await expectClean(page, 'the own loans')
  await dashboard()
  await page.getByRole('link', { name: 'View accounts' }).click()
  const held = page.getByRole('table', { name: 'Your accounts' })
  for (const account of accounts) {
    const [name, balance] = account
      .split('\n')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (!/[1-9]/.test(balance ?? '')) continue
    await expect(
      held
        .getByRole('row')
        .filter({ hasText: name ?? '?' })
        .first(),
    ).toContainText(balance ?? '?')
  }
  await expectClean(page, 'the own transactions')
  for (const [link, heading] of [
    ['Profile', 'Profile'],
    ['Notifications', 'Notifications'],
    ['Settings', 'Settings'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectClean(page, link)
  }
  expect(complaints).toEqual([])
})

test.describe('without a network', () => {
  /** Pages, words on them, and the key under which the last of what each asks for is kept. */
  const seen: [path: string, shows: string, kept: string][] = [
    ['/member/dashboard', 'Total balance', '["member-portal","dashboard"'],
    ['/member/profile', '77 Marked Street', '["member-portal","nominees"'],
    ['/member/contributions', 'Outstanding', '["financial","contributions",{"page":1'],
    ['/member/transactions', '4,321.09', '["financial","transactions",{"page":1'],
    ['/member/meetings', 'Annual general meeting', '["governance","meetings",{"when":"upcoming","page":1'],
    ['/member/notifications', 'The office is open', '["notifications",{"page":1'],
    ['/member/requests', 'No requests yet', '["member-portal","requests",{"page":1'],
  ]

  test(
    'each page that was seen is read with its time, and one that was not says so',
    { tag: '@full' },
    async ({ browser }) => {
      test.setTimeout(300_000)
      const context = await browser.newContext(phone)
      const page = await signedIn(context, server.url, 'member')
      await workerReady(page)
      for (const [path, , kept] of seen) {
        await visit(page, server.url + path)
        // Kept a second after it came; at full size the next page is a new start.
        await expect.poll(() => isKept(page, kept)).toBe(true)
      }
      await context.setOffline(true)
      for (const [path, shows] of seen) {
        await page.goto(server.url + path)
        await expect(page.locator('#content')).toContainText(shows)
        await expect(page.getByText(/^No network\. Showing what you had at \d/)).toBeVisible()
        await expectClean(page, `${path} without a network`)
      }
      for (const path of ['/member/loans', '/member/guarantees']) {
        await page.goto(server.url + path)
        await expect(
          page.getByText('This page was not opened on this device before. It comes when the network is back.'),
        ).toBeVisible()
        await expectClean(page, `${path}, never seen, without a network`)
      }
      await page.goto(`${server.url}/member/loans`)
      await expect(page.getByText('This page was not opened on this device before.')).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByText('You may borrow now').first()).toBeVisible()
      await expect(page.getByText(/No network/)).toHaveCount(0)
      await context.close()
    },
  )

  test('a press that needs it says so, and nothing typed is lost', { tag: '@full' }, async ({ browser }) => {
    const context = await browser.newContext(phone)
    const page = await signedIn(context, server.url, 'member', '/member/requests?ask=profile')
    await workerReady(page)
    const form = page.getByRole('dialog', { name: 'Ask for a change' })
    await form.getByLabel('Address (optional)', { exact: true }).fill('12 Typed Close, Ibadan')
    await context.setOffline(true)
    await form.getByLabel('Anything the officers should know').fill('Moved in May')
    await form.getByRole('button', { name: 'Send to the officers' }).click()
    await expect(form.getByText('No network', { exact: true })).toBeVisible()
    await expect(
      form.getByText('What you typed stays here. Press the button again when the network is back'),
    ).toBeVisible()
    await expectClean(page, 'a form without a network')
    await context.setOffline(false)
    await expect(form.getByLabel('Address (optional)', { exact: true })).toHaveValue('12 Typed Close, Ibadan')
    await expect(form.getByLabel('Anything the officers should know')).toHaveValue('Moved in May')
    await form.getByRole('button', { name: 'Send to the officers' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('12 Typed Close, Ibadan')).toHaveCount(1)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('Withdrawn').first()).toBeVisible()
    await context.close()
  })
})

const ask = <Data = Record<string, string>>(method: string, path: string, body?: unknown, as = token) =>
  call<Data>(server, method, path, as, body)

/** A society that works, and the token of its officer. */
async function openSociety(name: string, phoneNumber: string): Promise<string> {
  const admin = (
    await ask('POST', '/super-admin/login', { identifier: 'superadmin', password: superAdminPassword }, '')
  ).accessToken
  const { id, coop_id: coopId = '' } = await ask(
    'POST',
    '/cooperatives/register',
    { name, phone: phoneNumber, password, confirmpassword: password },
    '',
  )
  await ask('PUT', `/cooperatives/update/${id}`, { status: 'active' }, admin)
  return officerToken(server, coopId, password)
}

/** A member who has opened their portal and paid in once. */
async function register(
  officer: string,
  person: { firstName: string; lastName: string; phone: string },
  amount = 500,
): Promise<Person> {
  const [registered] = await ask<{ memberid: string; membershipno: string; activationCode: string }[]>(
    'POST',
    '/cooperatives/members',
    { member: [{ ...person, monthlyContributions: 500 }] },
    officer,
  )
  if (!registered) throw new Error(`${person.firstName} was not registered`)
  await ask(
    'POST',
    '/auth/reset-password',
    { identifier: person.phone, code: await sentCode(server, person.phone), password, confirmPassword: password },
    '',
  )
  await ask('POST', '/financial/contributions', { memberId: registered.memberid, amount }, officer)
  return {
    phone: person.phone,
    memberId: registered.memberid,
    membershipno: registered.membershipno,
    name: `${person.firstName} ${person.lastName}`,
  }
}

async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto(`${server.url}/member-login`)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/member\/dashboard/)
  await expect(page.getByText('Total balance')).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/member-login$/)
}

/** Every page of the portal, each with its data there; the last answers are kept by the end. */
async function walk(page: Page): Promise<void> {
  for (const [path, shows] of screens.member) {
    await visit(page, server.url + path)
    await expect(page.locator('body')).toContainText(shows)
  }
  await visit(page, `${server.url}/member/loans/${first.loanId}`)
  await expect(page.locator('#content')).toContainText('Roofing sheets')
  await visit(page, `${server.url}/member/transactions`)
  await page
    .getByRole('button', { name: /Contribution/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => isKept(page, 'Marked for the test')).toBe(true)
}

function found(marks: readonly string[], text: string): string[] {
  return marks.filter((mark) => text.includes(mark))
}

async function expectNothingShown(page: Page, where: string, marks: readonly string[] = first.marks): Promise<void> {
  const shown = await page.evaluate(
    () =>
      `${document.title}\n${new XMLSerializer().serializeToString(document)}\n${[...document.querySelectorAll('input, textarea')].map((each) => (each as HTMLInputElement).value).join('\n')}`,
  )
  expect({ where, found: found(marks, shown) }).toEqual({ where, found: [] })
}

async function expectNothingLeft(page: Page, where: string): Promise<void> {
  // Removing it waits for other tabs to close it.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('ajose-offline')
  const kept = await keptOnDevice(page)
  expect({ where, found: found([...first.marks, 'auth_token', 'refresh_token', 'tabs:'], kept) }).toEqual({
    where,
    found: [],
  })
  await expectNothingShown(page, where)
}
