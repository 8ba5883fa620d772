import { type Browser, expect, type Page } from '@playwright/test'
import { DatabaseClient } from '#platform/db/primary.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const name = 'Umuahia Traders'
const phone = '+2348031234599'
const password = 'secret-password'
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
)

async function post(path: string, body: object | FormData, token?: string) {
  const isForm = body instanceof FormData
  const reply = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  expect(reply.ok, await reply.clone().text()).toBe(true)
  return (await reply.json()).data
}

/** A cooperative that waits, with its certificate. */
async function register(): Promise<void> {
  await post('/cooperatives/register', {
    name,
    phone,
    email: 'office@umuahia.example',
    password,
    confirmpassword: password,
  })
  const { accessToken } = await post('/cooperatives/login', { identifier: phone, password })
  const form = new FormData()
  form.append('file', new Blob([png]), 'certificate.png')
  await post('/cooperatives/cac-document', form, accessToken)
}

test('a cooperative is verified, suspended, reactivated and given more time; its people are told, and the audit trail has it all', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  await register()
  await post('/contact-messages', {
    name: 'Ngozi Eze',
    email: 'ngozi@example.org',
    subject: 'Moving our register',
    message: 'How do we move from Excel?',
  })
  const admin = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'superAdmin',
  )
  const dialog = admin.getByRole('dialog')

  await test.step('the queue shows it, its certificate is looked at, documents are asked for', async () => {
    await expect(admin.getByText('1 cooperative, longest wait first')).toBeVisible()
    await admin.getByRole('link', { name: `Review ${name}` }).click()
    await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible()
    await admin.getByRole('button', { name: 'Open certificate.png' }).click()
    await expect(dialog.getByRole('img', { name: 'The document certificate.png' })).toBeVisible()
    await expectClean(admin, 'the viewer')
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await admin.getByRole('button', { name: 'Ask for documents' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText('Write what you need').last()).toBeVisible()
    await dialog.getByLabel('What do you need?').fill('Send page 2, with the stamp.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(admin.getByText('Documents asked for', { exact: true })).toBeVisible()
    await expectMessage('To verify Umuahia Traders we need more from you: Send page 2, with the stamp.')
  })

  await test.step('it is approved, and its trial of 30 days begins', async () => {
    await admin.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(admin.getByText('Trial, 30 days left')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Suspend' })).toBeVisible()
    await expectMessage('Umuahia Traders is verified. You can log in and add your members.')
  })

  const officer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await login(officer)
  await expect(officer).toHaveURL(/\/coop\/dashboard/)

  await test.step('suspended, with a reason: the open session is thrown out, and logging in is refused with a sentence', async () => {
    await admin.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog.getByText('Give the reason')).toBeVisible()
    await expectClean(admin, 'the question')
    await dialog.getByLabel('Reason').fill('Two members complained.')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(admin.getByText('Reason given')).toBeVisible()
    await officer.reload()
    await expect(officer).toHaveURL(/\/login/)
    await login(officer)
    await expect(
      officer.getByText('This cooperative is suspended. Contact support to reopen it.').first(),
    ).toBeVisible()
    await expectMessage('Umuahia Traders is suspended. Reason: Two members complained.')
  })

  await test.step('reactivated, with a reason: it logs in again', async () => {
    await admin.getByRole('button', { name: 'Reactivate' }).click()
    await dialog.getByLabel('Reason').fill('The complaint was settled.')
    await dialog.getByRole('button', { name: 'Reactivate' }).click()
    await expect(admin.getByRole('button', { name: 'Suspend' })).toBeVisible()
    await login(officer)
    await expect(officer).toHaveURL(/\/coop\/dashboard/)
    await expect(officer.getByText(/Your free trial ends on/)).toHaveCount(0)
  })

  await test.step('the trial is cut short, and the officers read its end on their dashboard; then it is extended', async () => {
    await setTrialEnd(admin, 3, 'They asked to decide soon.')
    await expect(admin.getByText('Trial, 3 days left')).toBeVisible()
    await officer.reload()
    await expect(
      officer.getByText(/Your free trial ends on \d\d \w{3} \d{4}\. Your records stay open to you after it/),
    ).toBeVisible()
    await expectClean(officer, 'the dashboard with its trial')
    await setTrialEnd(admin, 60, 'They decide at the general meeting.')
    await expect(admin.getByText('Trial, 60 days left')).toBeVisible()
    await expectMessage('The free trial of Umuahia Traders now runs until')
    await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await admin.getByLabel('Plan', { exact: true }).selectOption({ label: 'Trial ended' })
    await expect(admin.getByText('No cooperative matches')).toBeVisible()
    await admin.getByRole('button', { name: 'Clear the filters' }).click()
    await admin.getByLabel('Search name, CoopId or phone').fill('0803 123 4599')
    await expect(admin.getByRole('table', { name: 'All cooperatives' }).getByRole('row')).toHaveCount(2)
    await expect(admin.getByText('Found 1 result', { exact: true })).toBeVisible()
  })

  await test.step('the contact message is answered', async () => {
    await admin.getByRole('link', { name: 'Messages' }).click()
    await admin.getByRole('button', { name: 'Moving our register' }).click()
    await expect(dialog.getByText('How do we move from Excel?')).toBeVisible()
    await expectClean(admin, 'a message')
    await dialog.getByLabel('Note').fill('Called her.')
    await dialog.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(admin.getByText('Every message is answered')).toBeVisible()
    await admin.getByLabel('Show').selectOption({ label: 'Answered' })
    await expect(admin.getByRole('button', { name: 'Moving our register' })).toBeVisible()
  })

  await test.step('the audit trail shows it all, filtered and as a file', async () => {
    await admin.getByRole('link', { name: 'Audit trail' }).click()
    const rows = admin.getByRole('table', { name: 'Audit trail' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Contact message updated' })).toContainText('Status: Open → Answered')
    await expect(rows.filter({ hasText: 'Two members complained.' })).toContainText('Status: Active → Suspended')
    await expect(rows.filter({ hasText: 'The complaint was settled.' })).toContainText('Status: Suspended → Active')
    await expect(rows.filter({ hasText: 'They decide at the general meeting.' })).toContainText('Last day of the trial')
    for (const what of ['Logged in', 'Document opened', 'Documents asked for', 'Status: Waiting → Active'])
      await expect(rows.filter({ hasText: what }).first()).toBeVisible()
    await expect(rows.filter({ hasText: 'Two members complained.' })).toContainText('127.0.0.1')
    await admin.getByLabel('What', { exact: true }).selectOption({ label: 'Plan changed' })
    await expect(rows).toHaveCount(3)
    const download = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  })

  await test.step('the health page says how the server is, and asks again by itself', async () => {
    await admin.getByRole('link', { name: 'Health' }).click()
    await expect(admin.getByText('Regular jobs')).toBeVisible()
    await expect(admin.getByText('Trial reminders')).toBeVisible()
    await expect(admin.getByText('Not run yet')).toHaveCount(0)
    await admin.waitForResponse((reply) => reply.url().endsWith('/api/platform/health') && reply.ok(), {
      timeout: 20_000,
    })
  })
})

test(
  'a notification about a cooperative leads to its page, one of an earlier version too',
  { tag: '@full' },
  async ({ browser }) => {
    const admin = await signedIn(await browser.newContext(), server.url, 'superAdmin')
    // What still arrives above a link moves it away from under the pointer.
    await admin.waitForFunction(() => document.querySelector('main .skeleton, [aria-busy=true]') === null)
    await admin.locator('main a[href^="/superadmin/cooperatives/"]').first().click()
    await expect(admin).toHaveURL(/\/superadmin\/cooperatives\/[0-9a-f-]{36}$/)
    const id = admin.url().split('/').at(-1)
    await admin.goto(`${server.url}/superadmin/dashboard?open=${id}`)
    await expect(admin).toHaveURL(`${server.url}/superadmin/cooperatives/${id}`)
  },
)

test('the pages of the super admin are closed to an officer', async ({ browser }: { browser: Browser }) => {
  const page = await signedIn(await browser.newContext(), server.url, 'officer')
  for (const path of [
    'dashboard',
    'messages',
    'audit',
    'health',
    'cooperatives/00000000-0000-4000-8000-000000000000',
  ]) {
    await page.goto(`${server.url}/superadmin/${path}`)
    await expect(page).toHaveURL(`${server.url}/`)
  }
})

async function setTrialEnd(page: Page, days: number, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog')
  // A day in Lagos, which is an hour ahead of UTC.
  await dialog
    .getByLabel('Last day of the trial')
    .fill(new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10))
  await dialog.getByLabel('Reason').fill(reason)
  await expectClean(page, 'the plan')
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(dialog).toBeHidden()
}

async function login(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('CoopId or Phone No.').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** By SMS and by email, once they have been sent. */
async function expectMessage(text: string): Promise<void> {
  await expect
    .poll(
      () =>
        server
          .outbox()
          .filter((sent) => sent.text.includes(text))
          .map(({ to }) => to)
          .toSorted()[0],
      { timeout: 15_000 },
    )
    .toBe(phone)
  await expect
    .poll(() => server.outbox().some((sent) => sent.to === 'office@umuahia.example' && sent.text.includes(text)), {
      timeout: 15_000,
    })
    .toBe(true)
}

test(
  'money that is no cooperative’s is on the health page until a super admin says what was done',
  { tag: '@full' },
  async ({ browser }) => {
    const adminUrl = await server.adminUrl()
    const client = new DatabaseClient({ connectionString: adminUrl })
    await client.connect()
    await client.query(
      `insert into platform.unclaimed_money (unclaimed_id, kind, provider, reference, amount, sent_to)
     values (gen_random_uuid(), 'transfer', 'paystack', 'T-990011', 5500000, '9900112233')`,
    )
    await client.end()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await signedIn(context, server.url, 'superAdmin', '/superadmin/health')
    const row = page.getByRole('row', { name: /Transfer to 9900112233.*₦55,000\.00.*T-990011/ })
    await row.getByRole('button', { name: 'Mark as handled' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark as handled?' })
    await dialog.getByLabel('Reason').fill('The provider sent it back')
    await expectClean(page, 'unclaimed money that is being handled')
    await dialog.getByRole('button', { name: 'Mark as handled' }).click()
    await expect(page.getByText(/^Handled by .*: The provider sent it back$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as handled' })).toHaveCount(0)
  },
)
