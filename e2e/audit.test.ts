import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import readExcelFile from 'read-excel-file/node'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, openSociety, sentCode } from './calls.ts'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'auditing-password'
const phones = ['+2348036100001', '+2348036100002'] as const
const ask = <Data = Record<string, string>>(method: string, path: string, token?: string, body?: unknown) =>
  call<Data>(server, method, path, token, body)
const inLagos = (days = 0) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const typed = (day: string) => day.split('-').toReversed().join('/')

/** A member and an auditor, and a deposit in the books. */
async function buildSociety() {
  const { coopId, token } = await openSociety(server, { name: 'Audited Society', phone: '+2348036100000', password })
  const registered = await ask<{ memberid: string; activationCode: string }[]>('POST', '/cooperatives/members', token, {
    member: phones.map((phone, n) => ({
      ...{ firstName: n === 0 ? 'Ada' : 'Audu', lastName: 'Bello', phone, registrationDate: '2024-06-01' },
    })),
  })
  for (const [n] of registered.entries())
    await ask('POST', '/auth/reset-password', undefined, {
      ...{ identifier: phones[n], code: await sentCode(server, phones[n]), password, confirmPassword: password },
    })
  const [ada, audu] = registered.map(({ memberid }) => memberid)
  await ask('PUT', `/cooperatives/members/${audu}/roles`, token, {
    ...{ roleIds: ['member', 'auditor'], endsOn: inLagos(60) },
  })
  await ask('POST', '/financial/transactions', token, { type: 'deposit', memberId: ada, amount: 12_500.5 })
  return { coopId, token }
}

/** Hands the officers what is in the box, as the server does on the next morning. */
async function comeNextMorning(): Promise<void> {
  const client = new pg.Client({ connectionString: await server.adminUrl() })
  await client.connect()
  await client.query('update app.enquiry_box set day = day - 1')
  for (const { id } of (await client.query<{ id: string }>('select distinct cooperative_id as id from app.enquiry_box'))
    .rows)
    await client.query(
      `begin; set local app.coop_id = '${id}'; set local app.role = 'job'; select app.empty_enquiry_box((now() at time zone 'Africa/Lagos')::date); commit`,
    )
  await client.end()
}

async function phonePage(page: Page, phone: string, path: string): Promise<Page> {
  await page.setViewportSize({ width: 390, height: 844 })
  return signIn(page, server, 'member', [phone, password], path)
}

test('a member complains with and without a name, an auditor asks, officers answer, and the auditor takes the pack', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { coopId } = await buildSociety()
  const officers = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const officer = await signIn(await officers.newPage(), server, 'officer', [coopId, password], '/coop/governance')

  const member = await phonePage(await (await browser.newContext()).newPage(), phones[0], '/member/meetings')
  await member.getByRole('link', { name: 'Complaints and suggestions' }).click()
  await expect(member.getByText('Nothing sent yet')).toBeVisible()
  await expectClean(member, 'complaints before the first')
  await member.getByRole('button', { name: 'Write to the officers' }).first().click()
  const drawer = member.getByRole('dialog', { name: 'Write to the officers' })
  await drawer.getByRole('button', { name: 'Send' }).click()
  await expect(drawer.getByText('Say in a few words what it is about')).toBeVisible()
  await drawer.getByLabel('Subject').fill('Receipts come late')
  await drawer.getByLabel('Message').fill('Mine of October came in November.')
  await expectClean(member, 'writing a complaint')
  await drawer.getByRole('button', { name: 'Send' }).click()
  await expect(member.getByRole('heading', { name: 'Receipts come late' })).toBeVisible()
  await expect(member.getByText('Waiting for an answer')).toBeVisible()

  await member.goto(`${server.url}/member/meetings/enquiries?ask=new`)
  await drawer.getByLabel('Subject').fill('Cash without receipts')
  await drawer.getByLabel('Message').fill('Some cash is taken without one.')
  await drawer.getByLabel('Send without my name').check()
  await expectClean(member, 'writing without a name')
  const [sent] = await Promise.all([
    member.waitForRequest((request) => request.url().endsWith('/enquiries-without-name')),
    drawer.getByRole('button', { name: 'Send' }).click(),
  ])
  const headers = await sent.allHeaders()
  for (const name of ['authorization', 'idempotency-key', 'cookie', 'referer']) expect(headers[name]).toBeUndefined()
  await expect(member.getByText('Sent without your name').first()).toBeVisible()
  await expectClean(member, 'after sending without a name')

  await officer.getByRole('link', { name: 'Complaints and queries' }).click()
  await expect(officer.getByRole('row', { name: /Receipts come late .*Ada Bello/ })).toBeVisible()
  await expect(officer.getByText('Cash without receipts')).toBeHidden()
  await comeNextMorning()
  await officer.reload()
  await expect(officer.getByRole('row', { name: /Cash without receipts .*Without a name/ })).toBeVisible()
  await expect(officer.getByRole('row', { name: /Receipts come late .*Ada Bello/ })).toBeVisible()
  await expectClean(officer, 'the list of complaints')
  for (const [subject, answer] of [
    ['Receipts come late', 'They go out on the same day from now on.'],
    ['Cash without receipts', 'Each receipt is numbered and counted.'],
  ] as const) {
    await officer.getByRole('main').getByRole('link', { name: subject }).click()
    await officer.getByLabel('Message').fill(answer)
    await officer.getByRole('button', { name: 'Send answer' }).click()
    await expect(officer.getByRole('list').getByText(answer)).toBeVisible()
    await expect(officer.getByText('Answered')).toBeVisible()
    await expectClean(officer, 'an answered complaint')
    await officer.goto(`${server.url}/coop/governance/enquiries`)
  }

  await member.getByRole('main').getByRole('link', { name: 'Receipts come late' }).click()
  await expect(member.getByText('They go out on the same day from now on.')).toBeVisible()
  await member.getByRole('button', { name: 'It is settled' }).click()
  await expect(member.getByText('Closed by Ada Bello.')).toBeVisible()
  await member.goto(`${server.url}/member/meetings/enquiries`)
  await member.getByRole('button', { name: 'Read', exact: true }).click()
  const read = member.getByRole('dialog', { name: 'Cash without receipts' })
  await expect(read.getByText('Each receipt is numbered and counted.')).toBeVisible()
  await expectClean(member, 'an answer that is read without a name')

  await officer.goto(`${server.url}/coop/governance/filings`)
  await officer.getByRole('button', { name: 'Add standard deadlines' }).first().click()
  await expect(officer.getByText('3 days added').first()).toBeVisible()
  await expect(officer.getByText('Confirm the day')).toHaveCount(3)
  await expectClean(officer, 'the compliance calendar')
  await officer.getByRole('button', { name: 'Add a day' }).click()
  const adding = officer.getByRole('dialog', { name: 'Add a day' })
  await adding.getByLabel('What is to be done').fill('Renewal of the permit')
  await adding.getByLabel('Due on').fill(typed(inLagos(20)))
  await expectClean(officer, 'adding a day')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding).toBeHidden()
  const permit = officer.getByRole('row', { name: /Renewal of the permit/ })
  await permit.getByRole('button', { name: 'Mark as done' }).click()
  const done = officer.getByRole('dialog', { name: 'Renewal of the permit' })
  await done.getByLabel('Number of the receipt or letter').fill('P-2026-9')
  await done.getByRole('button', { name: 'Mark as done' }).click()
  await expect(done).toBeHidden()
  await officer.getByRole('tab', { name: 'Done' }).click()
  await expect(officer.getByRole('row', { name: /Renewal of the permit .*P-2026-9/ })).toBeVisible()

  const auditorContext = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const auditor = await signIn(
    await auditorContext.newPage(),
    server,
    'member',
    [phones[1], password],
    '/member/dashboard',
  )
  await auditor.getByRole('button', { name: /^Your account/ }).click()
  await auditor.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(auditor.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await auditor.goto(`${server.url}/coop/governance/enquiries`)
  await auditor.getByRole('button', { name: 'Raise a query' }).click()
  const query = auditor.getByRole('dialog', { name: 'Raise a query' })
  await query.getByLabel('Subject').fill('Entry No. 1')
  await query.getByLabel('Message').fill('Show me the deposit slip.')
  await query.getByRole('button', { name: 'Send' }).click()
  await expect(auditor.getByRole('heading', { name: 'Entry No. 1' })).toBeVisible()

  await auditor.goto(`${server.url}/coop/financial-operations/reports/audit-sample`)
  await expect(auditor.getByText('1 entry')).toBeVisible()
  await expect(auditor.getByRole('row', { name: /Deposit, Ada Bello .*12,500\.50/ })).toBeVisible()
  await expectClean(auditor, 'the audit sample')
  await auditor.goto(`${server.url}/coop/financial-operations/reports/audit-pack`)
  await expect(auditor.getByRole('row', { name: /^Certificate/ })).toBeVisible()
  await expectClean(auditor, 'the audit pack')
  const sheets = await readExcelFile(readFileSync(await downloaded(auditor, 'Download Excel')))
  const sheet = (name: string) => sheets.find((each) => each.sheet === name)?.data ?? []
  expect(sheet('Certificate').find(([what]) => what === 'Proof of the books')?.[1]).toBe('The books agree')
  expect(sheet('Cash book').flat()).toContain(12_500.5)
  expect(
    sheet('Audit queries')
      .slice(1)
      .map((row) => row[4]),
  ).toEqual(['Show me the deposit slip.'])
  expect(
    sheet('Compliance calendar')
      .slice(1)
      .map((row) => row[1]),
  ).toContain('Renewal of the permit')
  // What members wrote is not the auditor's paper.
  expect(JSON.stringify(sheets)).not.toContain('Cash without receipts')
  const words = await pdfText(await downloaded(auditor, 'Download PDF'))
  for (const part of ['Audit pack', 'The books agree', 'Trial balance', '12,500.50', 'Renewal of the permit'])
    expect(words).toContain(part)
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

test(
  'a member who came in with the code on a slip is asked to confirm the login when they send without a name, and not before',
  { tag: '@full' },
  async ({ browser }) => {
    const phone = '+2348036100109'
    const { token } = await openSociety(server, { name: 'Slip Society', phone: '+2348036100100', password })
    const [registered] = await ask<{ activationCode: string }[]>('POST', '/cooperatives/members', token, {
      member: [{ firstName: 'Halima', lastName: 'Ade', phone, registrationDate: '2024-06-01' }],
    })
    await ask('POST', '/auth/reset-password', undefined, {
      ...{ identifier: phone, code: registered?.activationCode, password },
      confirmPassword: password,
    })
    const page = await (await browser.newContext()).newPage()
    const fetchedAhead = page.waitForResponse((response) => response.url().endsWith('/enquiry-tokens'))
    await phonePage(page, phone, '/member/meetings/enquiries?ask=new')
    expect((await fetchedAhead).status()).toBe(428)
    const drawer = page.getByRole('dialog', { name: 'Write to the officers' })
    await drawer.getByLabel('Subject').fill('Cash without receipts')
    await drawer.getByLabel('Message').fill('Some cash is taken without one.')
    await drawer.getByLabel('Send without my name').check()
    await expect(drawer.getByText('Officers can see the day on which you do.')).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'Confirm your login' })
    await expect(dialog).toBeHidden()
    await drawer.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(drawer.getByText('First confirm your login')).toBeVisible()
    await drawer.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('button', { name: 'Send the code' }).click()
    const isSent = () => server.outbox().findLast(({ to, text }) => to === phone && text.includes('to confirm'))?.text
    await expect.poll(isSent, { timeout: 15_000 }).toBeDefined()
    await dialog.getByLabel('Code from the SMS').fill(await sentCode(server, phone))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Sent without your name').first()).toBeVisible()
  },
)
