import { expect, type Page } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { type Office, roleName } from '#core/actor.ts'
import { call, officerToken, sentCode } from './calls.ts'
import { expectClean, watch } from './looks.ts'
import { arrived, screens, visit } from './screens.ts'
import { quiet } from './quiet.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

type Person = { memberid: string; phone: string; firstName: string; lastName: string }

let phones = 0

/** A member who has opened the portal. */
async function newMember(firstName: string): Promise<Person> {
  phones += 1
  const person = await call<Person & { activationCode: string }>(server, 'POST', '/members', token, {
    firstName,
    lastName: 'Officer',
    phone: `+23480777000${10 + phones}`,
  })
  const password = 'office-password'
  await call(server, 'POST', '/auth/reset-password', undefined, {
    identifier: person.phone,
    code: await sentCode(server, person.phone),
    password,
    confirmPassword: password,
  })
  return person
}

function give(person: Person, office: Office, endsOn: string | null): Promise<unknown> {
  return call(server, 'PUT', `/cooperatives/members/${person.memberid}/roles`, token, {
    roleIds: ['member', office],
    endsOn,
  })
}

/** Logs in as a member and goes over to the admin area, as an officer does. */
async function enter(page: Page, { phone }: Person): Promise<void> {
  // From here on what the page asks for is counted: an answer under way would come to a session that has ended.
  await arrived(page)
  await signIn(page, server, 'member', [phone, 'office-password'])
  await arrived(page)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(page).toHaveURL(/\/coop\/dashboard/)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

const inAYear = new Date(Date.now() + 3_600_000 + 365 * 86_400_000).toISOString().slice(0, 10)

/** Pages with a record on them, beside those of the list. */
async function records(): Promise<string[]> {
  const first = async (path: string, key: string) =>
    (await call<Record<string, string>[]>(server, 'GET', path, token))[0]?.[key] ?? ''
  const [member, loan, meeting, schedule, employer] = await Promise.all([
    first('/members?limit=1', 'memberid'),
    first('/financial/loans?status=active&limit=1', 'id'),
    first('/governance/meetings?limit=1', 'id'),
    first('/financial/deductions/schedules?limit=1', 'id'),
    first('/financial/employers?limit=1', 'id'),
  ])
  return [
    ...['contributions', 'savings', 'transactions', 'loans', 'deposits', 'details', 'papers', 'activity'].map(
      (tab) => `/coop/member/${member}?tab=${tab}`,
    ),
    `/coop/member/${member}/leave`,
    `/coop/loan-management/${loan}`,
    ...['meeting', 'attendance', 'minutes', 'votes', 'loans'].map((tab) => `/coop/governance/${meeting}?tab=${tab}`),
    ...['lines', 'variations', 'return', 'remittances'].map(
      (tab) => `/coop/financial-operations/deductions/${schedule}?tab=${tab}`,
    ),
    `/coop/financial-operations/deductions/employers/${employer}`,
    '/coop/notifications?tab=sent',
  ]
}

/** What is on a page by which something could be changed, by its words. */
async function changes(page: Page): Promise<string[]> {
  const names = await page
    .locator('main')
    .evaluate((main) =>
      [
        ...main.querySelectorAll<HTMLElement>(
          'button:not(:disabled), a.button, input[type=file]:not(:disabled), [role=menuitem]',
        ),
      ]
        .filter((each) => each.closest('fieldset:disabled') === null && each.checkVisibility())
        .map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim() || 'a file to choose'),
    )
  return names.filter((name) => changing.test(name) && !own.test(name))
}
const changing =
  /^(a file|add|adopt|approve|ask|assign|break|bring|cancel|change|choose|close year|collect|confirm|decide|decline|delete|drop|draw|edit|enter|guided|hand over|hold|import|lock|make|mark as sent|match|move|name nominees|new|not this|offer|open a|pay|plan|post |propose|read|reject|release|remove|rename|reopen|replace|reschedule|retire|reverse|rules|save|send|set|settle|sign|start|take|undo|waive|withdraw|write|record)\b/i
/** What everybody does about themselves, and on their own device. */
const own = /^(Add a passkey|Add an authenticator app|Add to calendar|Change password|Delete notification)$/

/** As a link would. What an address opens on its page shows a moment after the page has arrived, so that one is loaded and waited for longer. */
async function open(page: Page, path: string): Promise<void> {
  const opensMore = /[?&](do|record|apply)=/.test(path)
  await (opensMore ? page.goto(server.url + path) : visit(page, server.url + path))
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
  if (opensMore) await quiet(page)
}

const closed = (page: Page, office: Office) =>
  page.getByText(`This page is not open to you as ${roleName(office).toLowerCase()}`)
const sideLinks = async (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()

test('an admin makes a member auditor until a day; the auditor reads everything and finds nothing to change', async ({
  browser,
}) => {
  test.setTimeout(480_000)
  const person = await newMember('Auditing')
  const admin = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    `/coop/member/${person.memberid}`,
  )
  await admin.getByRole('button', { name: 'More for this member' }).click()
  await admin.getByRole('menuitem', { name: 'Roles' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Roles of Auditing Officer' })
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await expect(dialog.getByRole('radio', { name: /^Member/ })).toBeChecked()
  await expect(dialog.getByLabel(/^Last day of the office/)).toHaveCount(0)
  await dialog.getByRole('radio', { name: /^Auditor Reads everything/ }).check()
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await expect(dialog.getByText('Give the last day of the audit')).toBeVisible()
  await expectClean(admin, 'giving an office')
  await dialog.getByLabel(/^Last day of the office/).fill(inAYear)
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText(/^Auditor until /)).toBeVisible()
  await open(admin, '/coop/member-management?role=auditor')
  // The sample society has an auditor already.
  await expect(admin.getByText('2 members found')).toBeVisible()
  // The look that follows sees what an admin could press; else it would prove nothing of an auditor.
  await open(admin, '/coop/governance')
  expect(await changes(admin)).toEqual(['Plan meeting'])

  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const complaints = watch(page)
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(`${page.url()} ${response.url()}`))
  await enter(page, person)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByText('Auditor', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await sideLinks(page)).toEqual([
    'Dashboard',
    'Member Management',
    'Financial Record',
    'Contributions',
    'Online payments',
    'Held money',
    'Payment batches',
    'Deductions',
    'Loan Management',
    'Fixed deposits',
    'Interest',
    'Money overview',
    'Bank reconciliation',
    'Reports',
    'Surplus and dividend',
    'Opening balances',
    'Configuration',
    'Governance',
    'Notifications',
    'Settings',
  ])
  const shutToAuditors = [
    '/coop/member-management/import',
    '/coop/financial-operations/contributions/import',
    '/coop/financial-operations/contributions/collect',
  ]
  // At the quick size every third page, and those that are shut: that nothing is written is the server's, for every endpoint.
  const looked = screens.officer
    .map(([each]) => each)
    .filter((each, n) => atSize(n % 6 === 0 || shutToAuditors.includes(each), true))
  const shut: string[] = []
  const found: Record<string, string[]> = {}
  for (const path of [...looked, ...(await records())]) {
    await open(page, path)
    expect(complaints).toEqual([])
    if (await closed(page, 'auditor').isVisible()) shut.push(path)
    const names = await changes(page)
    if (names.length > 0) found[path] = names
  }
  expect(found).toEqual({})
  expect(shut).toEqual(shutToAuditors)
  expect(refused).toEqual([])

  await open(page, '/coop/financial-operations/setup')
  await expect(page.getByLabel('Months to wait after joining')).toBeDisabled()
  await expectClean(page, 'the configuration, read only')
  await open(page, '/coop/member-management/import')
  await expectClean(page, 'a page of another office')
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(/\/coop\/dashboard/)
  await expectClean(page, 'the dashboard of an auditor')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/coop\/dashboard/)
  expect(complaints).toEqual([])

  const inThreeYears = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await inThreeYears.clock.setFixedTime(new Date(Date.now() + 3 * 365 * 86_400_000))
  const later = await signedIn(inThreeYears, server.url, 'officer', `/coop/member/${person.memberid}`)
  await expect(later.getByText(/^Auditor, ended /)).toBeVisible()

  await call(server, 'PUT', `/cooperatives/members/${person.memberid}/roles`, token, { roleIds: ['member'] })
  await page.goto(`${server.url}/coop/financial-operations/reports`)
  await expect(page).toHaveURL(/\/(login|member-login)/)
})

test('a treasurer records a contribution and decides no loan; the committee decides it and records nothing', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const [treasurer, committee, payer] = [
    await newMember('Keeping'),
    await newMember('Deciding'),
    await newMember('Paying'),
  ]
  await give(treasurer, 'treasurer', null)
  await give(committee, 'loan_committee', null)
  const [loan] = await call<{ id: string }[]>(server, 'GET', '/financial/loans?status=submitted&limit=1', token)
  const [running] = await call<{ id: string }[]>(server, 'GET', '/financial/loans?status=active&limit=1', token)
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await enter(page, treasurer)
  await open(page, `/coop/member/${payer.memberid}`)
  await page.getByRole('button', { name: 'Record contribution' }).click()
  const drawer = page.getByRole('dialog', { name: 'Record contribution' })
  await drawer.getByLabel('Amount').fill('2500')
  await drawer.getByRole('button', { name: /^Record ₦2,500/ }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/No\. \d+|Receipt/)
      .first(),
  ).toBeVisible()
  await open(page, `/coop/loan-management/${loan?.id}`)
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reject' })).toHaveCount(0)
  await open(page, `/coop/loan-management/${loan?.id}?do=approve`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectClean(page, 'a loan that waits, as the treasurer sees it')
  await open(page, `/coop/loan-management/${running?.id}`)
  await expect(page.getByRole('button', { name: 'Record repayment' })).toBeVisible()
  await open(page, '/coop/financial-operations/setup')
  await expect(closed(page, 'treasurer')).toBeVisible()

  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await enter(other, committee)
  expect(await sideLinks(other)).toEqual([
    'Dashboard',
    'Member Management',
    'Financial Record',
    'Contributions',
    'Loan Management',
    'Fixed deposits',
    'Governance',
    'Notifications',
    'Settings',
  ])
  await open(other, `/coop/loan-management/${running?.id}`)
  await expect(other.getByRole('button', { name: 'Record repayment' })).toHaveCount(0)
  await open(other, `/coop/loan-management/${loan?.id}`)
  await other.getByRole('button', { name: 'Reject' }).click()
  await expect(other.getByRole('dialog')).toBeVisible()
})

test(
  'a loan that one officer recorded or approved alone shows that another takes the next step, and shows it to that other',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(240_000)
    const [treasurer, committee, borrower] = [
      await newMember('Paying'),
      await newMember('Agreeing'),
      await newMember('Borrowing'),
    ]
    const { id } = await call<{ id: string }>(server, 'POST', '/financial/loan-configs', token, {
      name: 'Quick',
      interestMethod: 'flat',
      annualRatePercent: 10,
      instalmentsMax: 6,
      savingsMultiple: 2,
      guarantorsRequired: 0,
      waitingMonths: 0,
    })
    await give(treasurer, 'treasurer', null)
    await give(committee, 'loan_committee', null)
    await call(server, 'POST', '/financial/transactions', token, {
      type: 'deposit',
      memberId: borrower.memberid,
      amount: 50_000,
    })
    const { accessToken } = await call<{ accessToken: string }>(server, 'POST', '/member-auth/login', undefined, {
      phoneNumber: borrower.phone,
      password: 'office-password',
    })
    const application = { loanConfigId: id, principal: 20_000, instalments: 3, purpose: 'Stock' }
    const recorded = await call<{ id: string }>(server, 'POST', '/financial/loans', token, {
      ...application,
      memberId: borrower.memberid,
    })
    const office = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      `/coop/loan-management/${recorded.id}`,
    )
    await expect(office.getByText('You recorded this yourself, so another officer has to approve it.')).toBeVisible()
    await expect(office.getByRole('button', { name: 'Reject' })).toBeVisible()
    await expect(office.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await expectClean(office, 'a loan for another officer to approve')

    const applied = await call<{ id: string }>(server, 'POST', '/financial/loans', accessToken, application)
    await call(server, 'POST', `/financial/loans/${applied.id}/approve`, token, {})
    await open(office, `/coop/loan-management/${applied.id}`)
    await expect(office.getByText('You approved this loan. Another officer pays it out.')).toBeVisible()
    await expect(office.getByRole('button', { name: 'Cancel loan' })).toBeVisible()
    await expect(office.getByRole('button', { name: 'Pay out' })).toHaveCount(0)
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await enter(page, treasurer)
    await open(page, `/coop/loan-management/${applied.id}`)
    await expect(page.getByRole('button', { name: 'Pay out' })).toBeVisible()
    await expect(page.getByText('Another officer pays it out.')).toHaveCount(0)
  },
)

test('a secretary registers and plans, and no page of money is open', { tag: '@full' }, async ({ browser }) => {
  test.setTimeout(240_000)
  const person = await newMember('Writing')
  await give(person, 'secretary', null)
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(`${page.url()} ${response.url()}`))
  await enter(page, person)
  expect(await sideLinks(page)).toEqual(['Dashboard', 'Member Management', 'Governance', 'Notifications', 'Settings'])
  await expectClean(page, 'the dashboard of a secretary')
  for (const path of [
    'money',
    'transactions',
    'contributions',
    'deductions',
    'reports/trial-balance',
    'interest',
    'fixed-deposits',
    'setup',
  ]) {
    await open(page, `/coop/financial-operations/${path}`)
    await expect(closed(page, 'secretary')).toBeVisible()
  }
  await open(page, `/coop/member/${person.memberid}`)
  await expect(page.getByRole('tab')).toHaveText(['Savings', 'Details', 'Papers', 'Activity'])
  await page.getByRole('button', { name: 'More for this member' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Roles' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByRole('button', { name: 'Edit details' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Change employer|Assign)/ })).toHaveCount(0)
  await expectClean(page, 'a member as the secretary sees them')
  await open(page, '/coop/member-management?add=1')
  await expect(page.getByRole('dialog', { name: 'Add member' })).toBeVisible()
  expect(refused).toEqual([])
})

test(
  'a secretary takes back on the dashboard what waits for another officer',
  { tag: '@full' },
  async ({ browser }) => {
    const [person, saver] = [await newMember('Asking'), await newMember('Saving')]
    await give(person, 'secretary', null)
    const { accessToken } = await call(server, 'POST', '/member-auth/login', undefined, {
      ...{ phoneNumber: person.phone, password: 'office-password' },
    })
    const { id } = await call<{ id: string }>(server, 'GET', '/cooperatives/profile', token)
    const own = await call(server, 'POST', '/member-auth/switch', accessToken, {
      cooperativeId: id,
      role: 'coop_admin',
    })
    await call(server, 'PUT', `/cooperatives/members/${saver.memberid}`, own.accessToken, { phone: '+2348077700099' })
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await enter(page, person)
    const change = `Phone of Saving Officer: ${saver.phone} → +2348077700099`
    await expect(page.getByText(change)).toBeVisible()
    await expectClean(page, 'the dashboard of a secretary who asked for a change')
    await page.getByRole('button', { name: `Take back: ${change}` }).click()
    await page.getByLabel('Reason').fill('A digit is wrong')
    await page.getByRole('button', { name: 'Take back', exact: true }).last().click()
    await expect(page.getByText('Request taken back. Nothing has changed.')).toBeVisible()
    await expect(page.getByText(change)).toHaveCount(0)
  },
)

test('an officer logs in by their own phone where the cooperative does, and an office given meanwhile opens without another login', async ({
  browser,
}) => {
  const person = await newMember('Phoning')
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const complaints = watch(page)
  const enterPhone = async (password: string) => {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('CoopId or Phone No.').fill(person.phone.replace('+234', '0'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }
  // Without an office the same login leads to the portal.
  await enterPhone('office-password')
  await expect(page).toHaveURL(`${server.url}/member/dashboard`)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Admin area/ })).toHaveCount(0)

  await give(person, 'treasurer', null)
  await page.reload()
  // The menu shows what the page knew when it was opened: the office, once the page has stored it.
  await page.waitForFunction(() => localStorage.getItem('user_data')?.includes('"treasurer"'))
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(page).toHaveURL(`${server.url}/coop/dashboard`)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
  // The browser notes that the phone is no cooperative's.
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([])

  // The wrong password opens neither, and says so once: it is the phone of no cooperative.
  await enterPhone('not-the-password')
  await expect(page.getByText('Account Not Found')).toHaveCount(1)
  await expect(page.getByText('Invalid Credentials')).toHaveCount(0)
  await enterPhone('office-password')
  await expect(page).toHaveURL(`${server.url}/coop/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})
