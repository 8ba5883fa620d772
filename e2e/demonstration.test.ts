import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, expect, type Page } from '@playwright/test'
import { atSize } from '#server/testing/size.ts'
import { expectAccessible, sidewaysScroll } from './looks.ts'
import { pagesOfTheApp, screens, visit } from './screens.ts'
import { test } from './test.ts'

let child: ChildProcess
let url: string

test.beforeAll(async () => {
  test.setTimeout(400_000)
  child = spawn(process.execPath, ['tools/demonstration.ts'], { cwd: resolve(import.meta.dirname, '..'), env: { ...process.env, PORT: '0', HOST: '127.0.0.1' }, stdio: ['ignore', 'pipe', 'inherit'] })
  url = await new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`The demonstration ended with ${code}`)))
    if (child.stdout) createInterface(child.stdout).on('line', (line) => /\bready\b.*?(http:\S+)/.test(line) && done(/http:\S+/.exec(line)?.[0] ?? ''))
  })
})
test.afterAll(() => child.kill())

const logins = {
  officer: { path: '/login', label: 'CoopId or Phone No.', name: '0805 000 2001', password: 'demo-officer', lastName: 'Onabanjo', home: '/coop/dashboard' },
  member: { path: '/member-login', label: 'Phone number', name: '+2348050002101', password: 'demo-member', lastName: 'Ekwueme', home: '/member/dashboard' },
  superAdmin: { path: '/super-admin/login', label: 'Username', name: 'superadmin', password: 'demo-platform', lastName: 'Oyinlola', home: '/superadmin/dashboard' },
} as const
type Who = keyof typeof logins

/** Files of the page itself; anything else would be a call that left the browser. */
const files = /^\/(?:[a-z-]*|(?:coop|member|superadmin|super-admin|signup|login|join)\/.*|assets\/[\w.-]+|icons\/[\w-]+\.png|favicon\.(?:svg|ico)|theme\.js|start\.js|manifest\.webmanifest)$/

/** A page of a browser of its own, and what it asked for or complained of that it should not have. */
async function newPage(browser: Browser, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({ viewport: { width: options.width ?? 1440, height: 900 }, colorScheme: options.colorScheme ?? 'light' })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    const isOwnFile = address.origin === url && request.method() === 'GET' && files.test(address.pathname) && !['fetch', 'xhr', 'eventsource', 'websocket', 'ping'].includes(request.resourceType())
    if (!isOwnFile) wrong.push(`${request.resourceType()} ${request.method()} ${request.url()}`)
  })
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()))
  return { page, wrong }
}

async function logIn(page: Page, who: Who, secret: string): Promise<void> {
  const { path, label, name } = logins[who]
  await page.goto(url + path)
  await page.getByLabel(label).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

for (const who of ['officer', 'member', 'superAdmin'] as const) {
  test(`${who} logs in with the password and with the last name, and with nothing else`, async ({ browser }) => {
    const { page, wrong } = await newPage(browser)
    await logIn(page, who, 'something-else')
    await expect(page.getByText('Invalid credentials', { exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(logins[who].path)
    for (const secret of [logins[who].password, logins[who].lastName]) {
      await logIn(page, who, secret)
      await expect(page).toHaveURL(url + logins[who].home)
      expect(JSON.parse((await stored(page, 'current_user')) ?? '{}')).toMatchObject({ lastName: logins[who].lastName })
      expect(await stored(page, 'auth_token')).toMatch(/^mock-token-/)
      await page.evaluate(() => localStorage.removeItem('auth_token'))
      await page.reload()
      await expect(page).toHaveURL(url + '/login')
      expect(await stored(page, 'current_user')).toBeNull()
    }
    expect(wrong).toEqual([])
  })
}

test('each door of the first page opens with one press, and logging out closes it', async ({ browser }) => {
  const { page, wrong } = await newPage(browser, { width: 390 })
  for (const [name, home] of [['Enter as an officer', '/coop/dashboard'], ['Enter as a member', '/member/dashboard'], ['Enter as the super admin', '/superadmin/dashboard']] as const) {
    await page.goto(url)
    await page.getByRole('button', { name }).click()
    await expect(page).toHaveURL(url + home)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(url + '/super-admin/login')
  expect([await stored(page, 'auth_token'), await stored(page, 'current_user')]).toEqual([null, null])
  expect(wrong).toEqual([])
})

test('a new cooperative signs up and waits to be verified, and its phone is taken from then on', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  const signUp = async () => {
    await page.goto(url + '/signup')
    await page.getByLabel('Cooperative Name').fill('Hope Farmers')
    await page.getByLabel('Cooperative Phone Number').fill('0803 555 0199')
    await page.getByLabel('Password', { exact: true }).fill('secret-of-hope')
    await page.getByLabel('Confirm Password').fill('secret-of-hope')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
  }
  await signUp()
  await expect(page.getByText('Registration Successful')).toBeVisible()
  await signUp()
  await expect(page.getByText('This phone number is already registered.').first()).toBeVisible()
  await page.goto(url + '/login')
  await page.getByLabel('CoopId or Phone No.').fill('0803 555 0199')
  await page.getByLabel('Password', { exact: true }).fill('secret-of-hope')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Account Verification Pending' })).toBeVisible()
  expect(wrong).toEqual([])
})

test('a contribution is recorded and is after a reload, and starting over brings the sample back', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  await logIn(page, 'officer', 'demo-officer')
  await expect(page).toHaveURL(/dashboard/)
  const posted = () => page.getByText('₦4,321.50')
  await page.goto(url + '/coop/financial-operations/contributions?record=00000001-0000-4000-8000-000000000003')
  await page.getByLabel('Amount').fill('4321.50')
  await page.locator('button[form=record-contribution]').click()
  await expect(page.getByText('Receipt', { exact: false }).first()).toBeVisible()
  await page.goto(url + '/coop/financial-operations/transactions')
  await expect(posted()).toBeVisible()
  await page.reload()
  await expect(posted()).toBeVisible()

  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('heading', { name: 'Try a sample society' })).toBeVisible()
  expect([await stored(page, 'auth_token'), await stored(page, 'user_data')]).toEqual([null, null])
  await page.getByRole('button', { name: 'Enter as an officer' }).click()
  await page.goto(url + '/coop/financial-operations/transactions')
  await expect(page.getByText('₦10,000.00').first()).toBeVisible()
  await expect(posted()).toHaveCount(0)
  expect(wrong).toEqual([])
})

test('a profile is updated in this browser and stays after a reload, with its logo', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  await logIn(page, 'officer', 'demo-officer')
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(url + '/coop/settings')
  await page.getByLabel('Cooperative Name').fill('Ìrẹ̀pọ̀ Farmers')
  await page.getByLabel('Address').fill('7 Ring Road, Ibadan')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(resolve(import.meta.dirname, '../web/public/icons/512.png'))
  await expect(page.getByText('Logo updated')).toBeVisible()
  const logo = page.getByRole('main').locator('img[src^="data:image/"]')
  await expect(logo).toBeVisible()
  for (const again of [() => page.reload(), () => page.goto(url + '/coop/dashboard').then(() => page.goto(url + '/coop/settings'))]) {
    await again()
    await expect(page.getByLabel('Cooperative Name')).toHaveValue('Ìrẹ̀pọ̀ Farmers')
    await expect(page.getByLabel('Address')).toHaveValue('7 Ring Road, Ibadan')
    await expect(logo).toBeVisible()
  }
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192)
  expect(JSON.parse((await stored(page, 'user_data')) ?? '{}')).toMatchObject({ name: 'Ìrẹ̀pọ̀ Farmers', cooperativeName: 'Ìrẹ̀pọ̀ Farmers' })
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(logo).toHaveCount(0)
  await page.goto(url + '/coop/settings?tab=app')
  await page.getByRole('button', { name: 'Install app' }).click()
  await expect(page.getByText('The demonstration stays in the browser', { exact: false })).toBeVisible()
  expect(wrong).toEqual([])
})

test('a changed password opens the account from then on, and no third party is offered', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  await logIn(page, 'member', 'demo-member')
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(url + '/member/settings')
  await expect(page.getByText('This device', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Only your password opens this login so far.')).toBeVisible()
  await page.getByLabel('Current password').fill('demo-member')
  await page.getByLabel('New password', { exact: true }).fill('brand-new-secret')
  await page.getByLabel('Confirm new password').fill('brand-new-secret')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await logIn(page, 'member', 'demo-member')
  await expect(page.getByText('Invalid credentials', { exact: true })).toBeVisible()
  await expect(page.locator('a[href*="oidc"]')).toHaveCount(0)
  await logIn(page, 'member', 'brand-new-secret')
  await expect(page).toHaveURL(url + logins.member.home)
  expect(wrong).toEqual([])
})

test('what the super admin does is in the audit trail, also as a file', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  await logIn(page, 'superAdmin', 'demo-platform')
  await expect(page).toHaveURL(url + logins.superAdmin.home)
  await page.goto(url + '/superadmin/cooperatives/00000002-0000-4000-8000-000000000002')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Status decided')).toBeVisible()
  await page.goto(url + '/superadmin/audit')
  await expect(page.getByRole('link', { name: 'Market Women of Ojoo' }).first()).toBeVisible()
  await expect(page.getByText('Logged in', { exact: true }).last()).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('"Market Women of Ojoo"')
  expect(wrong).toEqual([])
})

test('stored users that cannot be read are logged and give way to the sample users', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  await logIn(page, 'officer', 'demo-officer')
  await expect(page).toHaveURL(/dashboard/)
  expect(wrong).toEqual([])
  // Just before the next page begins: the one that is still at work would find the broken list first.
  await page.addInitScript(() => localStorage.setItem('users', '{broken'))
  await page.goto(url + '/coop/member-management')
  await expect(page.getByRole('main')).toContainText('Adaeze Ekwueme')
  await expect.poll(() => wrong).toEqual([expect.stringContaining('The stored users could not be read; the sample users take their place.')])
})

test('what needs a server is refused in one sentence', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  await logIn(page, 'officer', 'demo-officer')
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(url + '/coop/member-management/import')
  await page.locator('input[type=file]').setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from('First name,Last name,Phone\nAda,Obi,08031112222\n') })
  await expect(page.getByText("The demonstration keeps everything in this browser and can't do this. Files are read by the server").first()).toBeVisible()
  expect(wrong).toEqual([])
})

const ids: Record<string, string> = { $code: 'AJO-DEM234', $cooperativeId: '00000002-0000-4000-8000-000000000001', $memberId: '00000001-0000-4000-8000-000000000004', $meetingId: '00000006-0000-4000-8000-000000000001', $loanId: '00000009-0000-4000-8000-000000000001', $report: 'balance-sheet', $entryId: '0000000e-0000-4000-8000-000000900000' }
/** Pages that lead elsewhere for whoever is signed in to an active society, or on a browser that is no installed app. */
const leadsAway = ['/pending-verification', '/pwa', '/pwa-full']
/** The sample society has no employer, and so nothing that these could show. */
const nothingThere = ['/coop/financial-operations/deductions/$scheduleId', '/coop/financial-operations/deductions/employers/$employerId']

type Look = { width: number; colorScheme: 'light' | 'dark' }
const looks: readonly Look[] = [{ width: 390, colorScheme: 'dark' }, { width: 1440, colorScheme: 'light' }]
/** At full size each look is loaded by itself; else in the first look, and each page changes its width where it is. */
for (const look of atSize(looks.slice(0, 1), looks)) {
  const widths = atSize(looks, [look]).map(({ width }) => width)
  test(`${atSize('every fourth', 'every')} page opens at ${look.width} px in ${look.colorScheme} without a call, an error or sideways scroll, under its mark`, async ({ browser }) => {
    test.setTimeout(400_000)
    const areas: [prefix: RegExp, who: Who | undefined][] = [[/^\/coop\//, 'officer'], [/^\/member\//, 'member'], [/^\/superadmin\//, 'superAdmin'], [/^\/(?!coop\/|member\/|superadmin\/)/, undefined]]
    for (const [prefix, who] of areas) {
      const { page, wrong } = await newPage(browser, look)
      if (who) {
        await logIn(page, who, logins[who].password)
        await expect(page).toHaveURL(url + logins[who].home)
      }
      const tabs = Object.values(screens).flat().map(([path]) => path).filter((path) => path.includes('?tab='))
      const paths = [...[...pagesOfTheApp(), ...tabs].filter((path) => prefix.test(path) && !leadsAway.includes(path) && !nothingThere.includes(path)), ...(who ? [] : ['/'])]
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths.filter((_, place) => atSize(place % 4 === 0, true))) {
        await visit(page, url + path.replaceAll(/\$\w+/g, (name) => ids[name] ?? name))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('Demonstration: nothing leaves this browser')).toBeVisible()
        // A page may lack what only a server has, but then it says so; every other failure is one.
        const failures = await page.locator('[role=alert], [role=status]').filter({ hasText: /Failed to|could not be|went wrong/ }).filter({ hasNotText: "can't do this." }).count()
        expect({ path, failures }).toEqual({ path, failures: 0 })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          expect({ path, width, sideways: await sidewaysScroll(page) }).toEqual({ path, width, sideways: 0 })
        }
        // The next page is visited as wide as this one was left.
        widths.reverse()
      }
      // The last page of each area whole, the first page among them: the bar is part of it.
      await expectAccessible(page, url, 'WCAG 2.2 AA')
      expect({ who, wrong }).toEqual({ who, wrong: [] })
      await page.context().close()
    }
  })
}

test('the browser itself would refuse a connection', async ({ browser }) => {
  const { page, wrong } = await newPage(browser)
  const reply = await page.goto(url)
  expect(reply?.headers()['content-security-policy']).toContain("connect-src 'none'")
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const answer = await page.evaluate(() => fetch('/theme.js').then(() => 'sent', () => 'refused'))
  expect(answer).toBe('refused')
  expect(wrong.every((line) => line.includes('Content Security Policy'))).toBe(true)
})
