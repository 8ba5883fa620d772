import { type Browser, expect, type Page } from '@playwright/test'
import { dayIn, dayText } from '#core/calendar.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, officerToken, openSociety, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { visit } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
  await call(server, 'PUT', '/financial/config', token, { guarantorsRequired: 0, leavingFee: 1000, shareApprovals: 0 })
})
test.afterAll(() => server.stop())

const ask = <Data = Record<string, string>>(method: string, path: string, body?: unknown) =>
  call<Data>(server, method, path, token, body)

/** A member who has saved, alone on the pages of this test. */
async function saver(firstName: string, phone: string): Promise<string> {
  const [member] = await ask<{ memberid: string }[]>('POST', '/cooperatives/members', {
    member: [
      {
        firstName,
        lastName: 'Salako',
        phone,
        registrationDate: '2025-01-15',
        nextOfKinFirstName: 'Bisi',
        nextOfKinLastName: 'Salako',
        nextOfKinRelationship: 'wife',
      },
    ],
  })
  const memberId = member?.memberid ?? ''
  await ask('POST', '/financial/transactions', { type: 'deposit', memberId, amount: 100_000.25 })
  return memberId
}

async function open(
  browser: Browser,
  look: { width: number; height: number; colorScheme: 'light' | 'dark' },
  path: string,
): Promise<Page> {
  return signedIn(
    await browser.newContext({ viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme }),
    server.url,
    'officer',
    path,
  )
}

async function leave(page: Page, memberId: string, reason: string): Promise<void> {
  await visit(page, `${server.url}/coop/member/${memberId}`)
  await page.getByRole('button', { name: 'More for this member' }).click()
  await page.getByRole('menuitem', { name: 'Leave the society' }).click()
  await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: reason })
  await expectClean(page, `starting to leave: ${reason}`)
  await page.getByRole('button', { name: 'Start exit' }).click()
  await expect(page.getByRole('heading', { name: reason, exact: true })).toBeVisible()
}

async function giveReason(page: Page, title: string, confirm: string | RegExp, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expectClean(page, title)
  await dialog.getByRole('button', { name: confirm }).click()
  await expect(dialog.getByText('Give the reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: confirm }).click()
  await expect(dialog).toBeHidden()
}

async function checkBooks(): Promise<void> {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
}

test('a member who resigns is settled with in one press, which sets their loan off', async ({ browser }) => {
  test.setTimeout(300_000)
  const memberId = await saver('Kola', '+2348061110001')
  const regular = (await ask<{ id: string; name: string }[]>('GET', '/financial/loan-configs')).find(
    ({ name }) => name === 'Regular',
  )
  await ask('PUT', `/financial/loan-config/${regular?.id}`, {
    guarantorsRequired: 0,
    guarantorCoverPercent: 0,
    waitingMonths: 0,
  })
  const { id: loanId } = await ask('POST', '/financial/loans', {
    memberId,
    loanConfigId: regular?.id,
    principal: 30_000,
    instalments: 6,
  })
  await ask('POST', `/financial/loans/${loanId}/approve`, {})
  await ask('POST', `/financial/loans/${loanId}/disburse`, { to: 'cash' })

  const page = await open(browser, { width: 1440, height: 900, colorScheme: 'light' }, `/coop/member/${memberId}`)
  await leave(page, memberId, 'Resignation')
  await expect(page.getByText(/^The notice runs until/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Settle and pay/ })).toBeDisabled()
  await expectClean(page, 'an open leaving')
  await page.getByRole('button', { name: 'Waive the notice' }).click()
  await giveReason(page, 'Waive the notice?', 'Waive the notice', 'Transferred to Kano')
  await expect(page.getByText('Everything is in order.')).toBeVisible()
  await expect(page.getByText('−₦30,000.00')).toBeVisible()
  await expect(page.getByText('−₦1,000.00')).toBeVisible()
  await page.getByRole('button', { name: 'Settle and pay ₦69,000.25' }).click()
  await expect(page.getByText('Settled', { exact: true }).first()).toBeVisible()
  await page.mouse.move(0, 0)
  await expectClean(page, 'a settled leaving')
  expect((await ask('GET', `/financial/loans/${loanId}`)).status).toBe('completed')
  await page.getByRole('link', { name: 'Back to the member' }).click()
  await expect(page.getByText('Left', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More for this member' }).click()
  await page.getByRole('menuitem', { name: 'Settlement' }).click()
  await page.getByRole('link', { name: /^No\. / }).click()
  await expect(page.getByText('Settlement of a leaving').first()).toBeVisible()
  await checkBooks()
})

test(
  'of one who has left the letter that asks to erase them is recorded, and somebody decides about it',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const memberId = await saver('Sade', '+2348061110003')
    const page = await open(browser, { width: 390, height: 844, colorScheme: 'dark' }, `/coop/member/${memberId}`)
    await leave(page, memberId, 'Resignation')
    await page.getByRole('button', { name: 'Waive the notice' }).click()
    await giveReason(page, 'Waive the notice?', 'Waive the notice', 'Moved to Accra')
    await page.getByRole('button', { name: /^Settle and pay/ }).click()
    await expect(page.getByText('Settled', { exact: true }).first()).toBeVisible()

    await page.goto(`${server.url}/coop/member/${memberId}`)
    await page.getByRole('button', { name: 'Record the letter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Letter of Sade Salako' })
    await dialog.getByRole('button', { name: 'Record the letter' }).click()
    await expect(dialog.getByText('Choose the date of the letter')).toBeVisible()
    await expect(dialog.getByText('Say who wrote and where the letter is kept')).toBeVisible()
    await expectClean(page, 'a letter with nothing typed')
    await dialog.getByLabel('Date of the letter').fill('2026-01-05')
    await dialog.getByLabel('Note').fill('Her sister brought it, file 7')
    await dialog.getByRole('button', { name: 'Record the letter' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('This member asks to be erased')).toBeVisible()
    await expect(page.getByText(/By a letter of 05 Jan 2026, recorded by/).last()).toBeVisible()
    await expectClean(page, 'a former member whose letter is recorded')
    await page.getByRole('link', { name: 'Decide' }).click()
    await page.getByRole('button', { name: 'Decide about Sade Salako' }).click()
    await expect(page.getByRole('dialog', { name: 'Erase Sade Salako?' })).toContainText(
      'Her sister brought it, file 7',
    )
    await expectClean(page, 'deciding about a letter')
  },
)

test(
  'of a member who died two nominees are paid 60 to 40, one of them later, and all of it can be reversed',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const memberId = await saver('Femi', '+2348061110002')
    const page = await open(
      browser,
      { width: 390, height: 844, colorScheme: 'dark' },
      `/coop/member/${memberId}?tab=details`,
    )
    await page.getByRole('button', { name: 'Name nominees' }).click()
    const drawer = page.getByRole('dialog', { name: 'Nominees of Femi Salako' })
    await drawer.getByLabel('First name').fill('Chidi')
    await drawer.getByLabel('Share in percent').fill('70')
    await expect(drawer.getByText('30 % is still to be given.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Save nominees' }).click()
    await expect(drawer.getByText('The shares are not 100 % yet')).toBeVisible()
    await drawer.getByRole('button', { name: 'Add the next of kin' }).click()
    await expect(drawer.getByText('100% allocated.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Share equally' }).click()
    await expect(drawer.getByLabel('Share in percent').first()).toHaveValue('50')
    await drawer.getByLabel('Share in percent').first().fill('60')
    await expect(drawer.getByText('10 % too much is given.').first()).toBeVisible()
    await drawer.getByLabel('Share in percent').last().fill('40')
    await expectClean(page, 'nominees on a phone')
    await drawer.getByRole('button', { name: 'Save nominees' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByText('2. Bisi Salako')).toBeVisible()

    await leave(page, memberId, 'Death')
    await page.getByRole('combobox', { name: 'How Bisi Salako is paid' }).selectOption({ label: 'Not yet: it is owed' })
    await expectClean(page, 'settling a death')
    await page.getByRole('button', { name: 'Settle and pay ₦99,000.25' }).click()
    await expect(page.getByText('Owed', { exact: true })).toBeVisible()
    await expect(page.getByText('₦59,400.15')).toBeVisible()
    await expect(page.getByText('₦39,600.10')).toBeVisible()
    // A toast stays as long as the pointer is over it, and lies over the button then.
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Pay Bisi Salako' }).click()
    const pay = page.getByRole('dialog', { name: 'Pay Bisi Salako' })
    await expectClean(page, 'paying what is owed')
    await pay.getByRole('button', { name: 'Pay ₦39,600.10' }).click()
    await expect(pay).toBeHidden()
    await expect(page.getByText('Owed', { exact: true })).toBeHidden()

    await page.getByRole('button', { name: 'Reverse the settlement' }).click()
    const early = page.getByRole('dialog', { name: 'Reverse the settlement?' })
    await early.getByLabel('Reason').fill('They are alive')
    await early.getByRole('button', { name: 'Reverse the settlement' }).click()
    await expect(
      early.getByText('₦39,600.10 that was owed to Bisi Salako is paid out. Reverse that payment first.'),
    ).toBeVisible()
    await early.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Reverse this payment' }).click()
    await giveReason(page, 'Reverse the payment to Bisi Salako?', 'Reverse ₦39,600.10', 'Paid too early')
    await expect(page.getByText('Owed', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Reverse the settlement' }).click()
    await expect(page.locator('.toast')).toHaveCount(0)
    await giveReason(page, 'Reverse the settlement?', 'Reverse the settlement', 'They are alive')
    await expect(page.getByRole('button', { name: 'Start exit' })).toBeVisible()
    await expect(page.getByText('They are alive')).toBeVisible()
    expect((await ask('GET', `/cooperatives/members/${memberId}`)).status).toBe('active')
    await expectClean(page, 'a leaving that was reversed')
    await checkBooks()
  },
)

test(
  'a death that one of two officers reports waits for the other, and the member hears of it',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(180_000)
    const password = 'reporting-password'
    const society = await openSociety(server, { name: 'Two Officers', phone: '+2348061110100', password })
    const asOfficer = <Data = Record<string, string>>(method: string, path: string, body?: unknown) =>
      call<Data>(server, method, path, society.token, body)
    const phones = ['+2348061110101', '+2348061110102'] as const
    const [ada, musa] = await asOfficer<{ memberid: string; membershipno: string }[]>('POST', '/cooperatives/members', {
      member: [
        { firstName: 'Ada', lastName: 'Bello', phone: phones[0], registrationDate: '2024-06-01' },
        { firstName: 'Musa', lastName: 'Danjuma', phone: phones[1], registrationDate: '2024-06-01' },
      ],
    })
    await call(server, 'POST', '/auth/reset-password', undefined, {
      ...{ identifier: phones[0], code: await sentCode(server, phones[0]), password, confirmPassword: password },
    })
    await asOfficer('PUT', `/cooperatives/members/${ada?.memberid}/roles`, { roleIds: ['member', 'admin'] })
    await asOfficer('PUT', `/cooperatives/members/${musa?.memberid}/nominees`, {
      nominees: [{ firstName: 'Halima', lastName: 'Danjuma', sharePercent: 100 }],
    })
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await signIn(page, server, 'officer', [society.coopId, password], `/coop/member/${musa?.memberid}/leave`)
    await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Death' })
    await page.getByRole('button', { name: 'Start exit' }).click()
    await expect(page.getByText('Sent for approval')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start exit' })).toBeHidden()
    await expectClean(page, 'a reported death that waits')
    await expect
      .poll(() => server.outbox().findLast(({ to }) => to === phones[1])?.text, { timeout: 15_000 })
      .toContain(
        `Two Officers reported that Musa Danjuma, ${musa?.membershipno}, has died. If this is wrong, call another officer of your cooperative at once.`,
      )
    const login = await call<{ accessToken: string; member: { cooperativeId: string } }>(
      ...([server, 'POST', '/member-auth/login', undefined, { phoneNumber: phones[0], password }] as const),
    )
    const { accessToken } = await call(server, 'POST', '/member-auth/switch', login.accessToken, {
      ...{ cooperativeId: login.member.cooperativeId, role: 'coop_admin' },
    })
    const [row] = await call<{ changeRequestId: string; description: string }[]>(
      ...([server, 'GET', '/financial/approvals?kind=change', accessToken] as const),
    )
    expect(row?.description).toBe(
      `Report that Musa Danjuma, ${musa?.membershipno}, has died. Nominees: Halima Danjuma 100%, named on ${dayText(dayIn(new Date()))}`,
    )
    await call(server, 'POST', `/change-requests/${row?.changeRequestId}/approve`, accessToken, {})
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Death', exact: true })).toBeVisible()
  },
)

test(
  'who left is a member again under the old number, and the second record of one person is merged into the first',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const memberId = await saver('Tola', '+2348061110004')
    const twinId = await saver('Tolani', '+2348061110005')
    const page = await open(browser, { width: 390, height: 844, colorScheme: 'light' }, `/coop/member/${memberId}`)
    const { membershipno } = await ask('GET', `/cooperatives/members/${memberId}`)
    await leave(page, memberId, 'Resignation')
    await page.getByRole('button', { name: 'Waive the notice' }).click()
    await giveReason(page, 'Waive the notice?', 'Waive the notice', 'Moved to Accra')
    await expect(page.getByText('Moved to Accra')).toBeVisible()

    // A menu that is open follows what another officer does meanwhile.
    await page.goto(`${server.url}/coop/member/${memberId}`)
    await page.getByRole('button', { name: 'More for this member' }).click()
    await expect(page.getByRole('menuitem', { name: 'Leave the society' })).toBeVisible()
    const { leaving, statement, payees } = await ask<{
      leaving: { id: string }
      statement: { net: number }
      payees: { number: number }[]
    }>('GET', `/cooperatives/members/${memberId}/leaving`)
    const accounts = await ask<{ id: string; code: string }[]>('GET', '/financial/accounts?use=money')
    const paidThrough = accounts.find(({ code }) => code === '1010')?.id
    await ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, {
      net: statement.net,
      payees: payees.map(({ number }) => ({ number, paidThrough })),
    })
    await page.getByRole('menuitem', { name: 'Readmit' }).click()
    await giveReason(page, 'Readmit Tola Salako?', 'Readmit member', 'Back from Accra, resolution 12')
    await expect(page.getByText(/member before from 15 Jan 2025 to/)).toBeVisible()
    expect(await ask('GET', `/cooperatives/members/${memberId}`)).toMatchObject({ membershipno, status: 'active' })

    await visit(page, `${server.url}/coop/member/${twinId}/leave`)
    await page.getByRole('button', { name: 'Merge into another record' }).click()
    const merge = page.getByRole('dialog', { name: /^Merge Tolani Salako/ })
    const stays = merge.getByRole('combobox', { name: 'Record that stays' })
    await merge.getByLabel('Reason').fill('Registered twice')
    await merge.getByRole('button', { name: 'Merge records' }).click()
    await expect(stays).toHaveAccessibleDescription(/Choose the record that stays/)
    await merge.getByLabel('Reason').fill('')
    await stays.fill('Tola Salako')
    await merge.getByRole('option', { name: /Tola Salako/ }).click()
    await giveReason(page, await merge.getByRole('heading').innerText(), 'Merge records', 'Registered twice')
    await expect(page.getByText(`Merged into ${membershipno}, Tola Salako. ₦100,000.25 moved.`)).toBeVisible()
    await page.goto(`${server.url}/coop/member/${twinId}`)
    await expect(page.getByText(`Merged into ${membershipno}`)).toBeVisible()
    await page.getByRole('link', { name: 'Open Tola Salako' }).click()
    await expect(page.getByText(/joined with/)).toBeVisible()
    await expectClean(page, 'a member whose second record was merged')
    const held = await ask<{ balance: number }[]>('GET', `/financial/members/${memberId}/accounts`)
    expect(held.reduce((sum, { balance }) => sum + balance, 0)).toBe(100_000.25)
    await checkBooks()
  },
)
