import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { Secret, TOTP } from 'otpauth'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer, superAdminPassword } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const phone = { width: 390, height: 844 }
const laptop = { width: 1440, height: 900 }

test('a member turns two-step verification on, logs in with the app, then with a recovery code, and turns it off', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const context = await browser.newContext({ viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await signIn(await context.newPage(), server, 'member', undefined, '/member/settings')
  const { key, codes } = await turnOn(page, 'sample-member')
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()

  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expectClean(page, 'the code at the login')
  await field.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible()
  await forgetCodes()
  await field.fill(codeOf(key))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/member/dashboard')

  await page.evaluate(() => localStorage.clear())
  await logIn(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/member/dashboard')

  await page.goto(`${server.url}/member/settings`)
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page
    .getByRole('dialog', { name: 'Turn off two-step verification?' })
    .getByRole('button', { name: 'Turn off' })
    .click()
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
})

test('an officer pays out, confirms that it is them, and the withdrawal goes on by itself and once', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const page = await signIn(
    await (await browser.newContext({ viewport: laptop })).newPage(),
    server,
    'officer',
    undefined,
    '/coop/settings?tab=security',
  )
  const { key } = await turnOn(page, 'sample-treasurer')
  await query("update platform.session set proved_at = proved_at - interval '2 hours'")
  await page.goto(`${server.url}/coop/financial-operations/transactions`)
  const before = await withdrawals()
  const keys: (string | undefined)[] = []
  page.on(
    'request',
    (request) =>
      request.method() === 'POST' &&
      request.url().endsWith('/financial/transactions') &&
      keys.push(request.headers()['idempotency-key']),
  )
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const form = page.getByRole('dialog', { name: 'Record withdrawal' })
  await page.getByRole('button', { name: 'Record withdrawal' }).click()
  await form.getByRole('combobox', { name: 'Member' }).fill('AJO-DEM234/00001')
  await form.getByRole('option', { name: 'AJO-DEM234/00001' }).click()
  await form.getByLabel('Amount').fill('1,200')
  const pay = form.getByRole('button', { name: 'Pay out ₦1,200.00' })

  await pay.click()
  await expect(confirm).toBeVisible()
  await expectClean(page, 'confirming who it is')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByText('Confirm that it’s you with your password, a passkey or a code')).toBeVisible()
  expect(await withdrawals()).toBe(before)

  await pay.click()
  await confirm.getByLabel('Your password').fill('not-the-password')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('This is not your current password.')).toBeVisible()
  await confirm.getByRole('button', { name: 'Use a code instead' }).click()
  await forgetCodes()
  await confirm.getByLabel('6-digit code').fill(codeOf(key))
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(form).toBeHidden()
  await expect(confirm).toBeHidden()
  expect(await withdrawals()).toBe(before + 1)
  const [last, lastButOne] = keys.toReversed()
  expect([keys.length, last]).toEqual([3, lastButOne])
})

test(
  'the super administrator of a server that others reach sets it up before anything else',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const open = await startServer({ SEED_DEMO: '0', PUBLIC_URL: 'https://ajose.example' })
    try {
      const page = await (await browser.newContext({ viewport: laptop })).newPage()
      await page.goto(`${open.url}/super-admin/login`)
      await page.getByLabel('Username').fill('superadmin')
      await page.getByLabel('Password', { exact: true }).fill(superAdminPassword)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/superadmin/security')
      await expect(page.getByText('Set up two-step verification first')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Security'])
      await page.goto(`${open.url}/superadmin/audit`)
      await page.waitForURL('**/superadmin/security')
      await expectClean(page, 'the first login of the super administrator')
      await turnOn(page, superAdminPassword)
      await expect(page.getByText('Set up two-step verification first')).toBeHidden()
      await page.getByRole('link', { name: 'Health' }).click()
      await expect(page.getByText('Regular jobs')).toBeVisible()
    } finally {
      await open.stop()
    }
  },
)

test(
  'a member adds a passkey, logs in and confirms that it is them with it, and removes it',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    // Browsers bind no passkey to an address of digits.
    const url = server.url.replace('127.0.0.1', 'localhost')
    const context = await browser.newContext({ viewport: phone })
    const page = await context.newPage()
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const card = page.getByRole('region', { name: 'Two-step verification' })
    const settle = () => page.waitForURL('**/member/dashboard')
    await logIn(page, url)
    await settle()
    await page.goto(`${url}/member/settings`)
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByLabel('Name of the device').fill('My phone')
    await card.getByLabel('Your password').fill('sample-member')
    await expectClean(page, 'adding a passkey')
    await card.getByRole('button', { name: 'Continue' }).click()
    await expect(card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await card.getByRole('button', { name: 'I have saved them' }).click()
    await expect(card.getByRole('list', { name: 'Passkeys' })).toContainText('Passkey: My phone')
    await expectClean(page, 'the list of passkeys')

    await page.evaluate(() => localStorage.clear())
    await logIn(page, url)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await settle()

    await query("update platform.session set proved_at = proved_at - interval '2 hours'")
    await page.goto(`${url}/member/settings`)
    await card.getByRole('button', { name: 'Remove My phone' }).click()
    await page
      .getByRole('dialog', { name: 'Turn off two-step verification?' })
      .getByRole('button', { name: 'Turn off' })
      .click()
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(card.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
    await expect(card.getByRole('list', { name: 'Passkeys' })).toBeHidden()
  },
)

/** Through the card of the settings: password, key, first code, recovery codes. */
async function turnOn(page: Page, password: string): Promise<{ key: string; codes: string[] }> {
  const card = page.getByRole('region', { name: 'Two-step verification' })
  await card.getByRole('button', { name: 'Add an authenticator app' }).click()
  await card.getByLabel('Your password').fill(password)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = ((await card.locator('.two-step__key').textContent()) ?? '').replaceAll(' ', '')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  await expectClean(page, 'the QR code')
  await card.getByLabel('6-digit code').fill(codeOf(key))
  await card.getByRole('button', { name: 'Turn on' }).click()
  const list = card.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectClean(page, 'the recovery codes')
  const codes = await list.getByRole('listitem').allTextContents()
  const downloading = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('ajose-recovery-codes.txt')
  await card.getByRole('button', { name: 'I have saved them' }).click()
  return { key, codes }
}

async function logIn(page: Page, url = server.url): Promise<void> {
  await page.goto(`${url}/member-login`)
  await page.getByLabel('Phone number').fill('+2348031200000')
  await page.getByLabel('Password', { exact: true }).fill('sample-member')
  await page.getByRole('button', { name: 'Login' }).click()
}

function codeOf(key: string): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate()
}

/** As if a minute had passed: the code that the app shows now was not used yet. */
async function forgetCodes(): Promise<void> {
  await query('update platform.authenticator set last_step = last_step - 5')
}

async function withdrawals(): Promise<number> {
  const [row] = await query<{ count: number }>(
    "select count(*)::int as count from app.transaction where type = 'withdrawal'",
  )
  return row?.count ?? 0
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const adminUrl = await server.adminUrl()
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
