import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, expect, type Page } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { expectAccessible, sidewaysScroll } from './looks.ts'
import { pagesOfOne, screens, visit } from './screens.ts'
import type { Visitor } from './sign-in.ts'
import { test } from './test.ts'

let child: ChildProcess
let url: string

test.beforeAll(async () => {
  test.setTimeout(400_000)
  child = spawn(process.execPath, ['tools/demonstration.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  url = await new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`The demonstration ended with ${code}`)))
    if (child.stdout)
      createInterface(child.stdout).on(
        'line',
        (line) => /\bready\b.*?(http:\S+)/.test(line) && done(/http:\S+/.exec(line)?.[0] ?? ''),
      )
  })
})
test.afterAll(() => child.kill())

const logins = {
  officer: {
    path: '/login',
    label: 'CoopId or Phone No.',
    name: '0803 000 0001',
    password: 'demo-officer',
    lastName: 'Onabanjo',
    home: '/coop/dashboard',
  },
  member: {
    path: '/member-login',
    label: 'Phone number',
    name: '+2348031200000',
    password: 'demo-member',
    lastName: 'Adéyẹmí',
    home: '/member/dashboard',
  },
  superAdmin: {
    path: '/super-admin/login',
    label: 'Username',
    name: 'superadmin',
    password: 'demo-platform',
    lastName: 'Oyinlola',
    home: '/superadmin/dashboard',
  },
} as const
type Who = keyof typeof logins

/** Files of the page itself; anything else would be a call that left the browser. */
const files =
  /^\/(?:[a-z-]*|(?:coop|member|superadmin|super-admin|signup|login|join)\/.*|assets\/[\w.-]+|icons\/[\w-]+\.png|favicon\.(?:svg|ico)|theme\.js|start\.js|manifest\.webmanifest)$/

/** A page of a browser of its own, and what it asked for or complained of that it should not have. */
async function newPage(
  browser: Browser,
  options: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.colorScheme ?? 'light',
  })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    const isOwnFile =
      address.origin === url &&
      request.method() === 'GET' &&
      files.test(address.pathname) &&
      !['fetch', 'xhr', 'eventsource', 'websocket', 'ping'].includes(request.resourceType())
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

test(
  'each door of the first page opens with one press, and logging out closes it',
  { tag: '@full' },
  async ({ browser }) => {
    const { page, wrong } = await newPage(browser, { width: 390 })
    for (const [name, home] of [
      ['Enter as an officer', '/coop/dashboard'],
      ['Enter as a member', '/member/dashboard'],
      ['Enter as the super admin', '/superadmin/dashboard'],
    ] as const) {
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
  },
)

test(
  'a new cooperative signs up and sees the sample under its name, and its phone is taken from then on',
  { tag: '@full' },
  async ({ browser }) => {
    const { page, wrong } = await newPage(browser)
    const signUp = async (phone: string) => {
      await page.goto(url + '/signup')
      await page.getByLabel('Cooperative Name').fill('Hope Farmers')
      await page.getByLabel('Cooperative Phone Number').fill(phone)
      await page.getByLabel('Password', { exact: true }).fill('secret-of-hope')
      await page.getByLabel('Confirm Password').fill('secret-of-hope')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create Account' }).click()
    }
    await signUp('0803 555 0199')
    await expect(page.getByText('Registration Successful')).toBeVisible()
    await signUp('+2348035550199')
    await expect(page.getByText('This phone number is already registered.').first()).toBeVisible()
    await page.goto(url + '/login')
    await page.getByLabel('CoopId or Phone No.').fill('0803 555 0199')
    await page.getByLabel('Password', { exact: true }).fill('secret-of-hope')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(url + '/coop/dashboard')
    await expect(page.getByText('Hope Farmers').first()).toBeVisible()
    expect(await stored(page, 'auth_token')).toMatch(/^mock-token-4-\d{13}$/)
    await page.goto(url + '/coop/settings')
    await expect(page.getByLabel('Cooperative Name')).toHaveValue('Hope Farmers')
    expect(wrong).toEqual([])
  },
)

test(
  'a profile is updated in this browser and stays after a reload, and starting over brings the sample back',
  { tag: '@full' },
  async ({ browser }) => {
    const { page, wrong } = await newPage(browser)
    await logIn(page, 'officer', 'demo-officer')
    await expect(page).toHaveURL(/dashboard/)
    await page.goto(url + '/coop/settings')
    await page.getByLabel('Cooperative Name').fill('Ìrẹ̀pọ̀ Farmers')
    await page.getByLabel('Address').fill('7 Ring Road, Ibadan')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    for (const again of [
      () => page.reload(),
      () => page.goto(url + '/coop/dashboard').then(() => page.goto(url + '/coop/settings')),
    ]) {
      await again()
      await expect(page.getByLabel('Cooperative Name')).toHaveValue('Ìrẹ̀pọ̀ Farmers')
      await expect(page.getByLabel('Address')).toHaveValue('7 Ring Road, Ibadan')
    }
    expect(JSON.parse((await stored(page, 'user_data')) ?? '{}')).toMatchObject({
      name: 'Ìrẹ̀pọ̀ Farmers',
      cooperativeName: 'Ìrẹ̀pọ̀ Farmers',
    })
    expect(JSON.parse((await stored(page, 'current_user')) ?? '{}')).toMatchObject({ name: 'Ìrẹ̀pọ̀ Farmers' })
    await page.goto(url + '/coop/settings?tab=app')
    await page.getByRole('button', { name: 'Install app' }).click()
    await expect(page.getByText('The demonstration stays in the browser', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByRole('heading', { name: 'Try a sample cooperative' })).toBeVisible()
    expect([await stored(page, 'auth_token'), await stored(page, 'user_data')]).toEqual([null, null])
    await page.getByRole('button', { name: 'Enter as an officer' }).click()
    await page.goto(url + '/coop/settings')
    await expect(page.getByLabel('Cooperative Name')).toHaveValue(/Staff Cooperative/)
    expect(wrong).toEqual([])
  },
)

test(
  'the notifications are read once the bell is opened, and stay so after a reload',
  { tag: '@full' },
  async ({ browser }) => {
    const { page, wrong } = await newPage(browser)
    await logIn(page, 'member', 'demo-member')
    await expect(page).toHaveURL(/dashboard/)
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
    await expect(page.getByText('The office is open').first()).toBeVisible()
    for (const again of [() => page.reload(), () => page.goto(url + '/member/notifications')]) {
      await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
      await again()
    }
    await expect(page.getByText('The office is open').first()).toBeVisible()
    await expect(page.getByText('stay unread', { exact: false })).toHaveCount(0)
    expect(wrong).toEqual([])
  },
)

test(
  'stored users that cannot be read are logged and give way to the sample users',
  { tag: '@full' },
  async ({ browser }) => {
    const { page, wrong } = await newPage(browser)
    await logIn(page, 'officer', 'demo-officer')
    await expect(page).toHaveURL(/dashboard/)
    expect(wrong).toEqual([])
    // Just before the next page begins: the one that is still at work would find the broken list first.
    await page.addInitScript(() => localStorage.setItem('users', '{broken'))
    await page.goto(url + '/coop/member-management')
    await expect(page.getByRole('main')).toContainText('120 members in the register')
    await expect
      .poll(() => wrong)
      .toEqual([expect.stringContaining('The stored users could not be read; the sample users take their place.')])
  },
)

test('the register is searched and paged, and what would change something is refused in one sentence', async ({
  browser,
}) => {
  const { page, wrong } = await newPage(browser)
  const sentence = page
    .getByText('The demonstration only shows what was recorded of a sample cooperative', { exact: false })
    .first()
  await logIn(page, 'officer', 'demo-officer')
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(url + '/coop/member-management?page=12')
  const rows = page.getByRole('main').locator('tbody tr')
  await expect(page.getByRole('main')).toContainText('111 to 120 of 120')
  await page.goto(url + '/coop/member-management?q=okafor')
  await expect(rows.first()).toContainText('Ọkafọr')
  for (const row of await rows.all()) await expect(row).toContainText('Ọkafọr')
  await page.goto(url + '/coop/member-management/import')
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'register.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('First name,Last name,Phone\nAda,Obi,08031112222\n'),
    })
  await expect(sentence).toBeVisible()
  await page.goto(url + '/coop/financial-operations/setup?tab=loans')
  await page.getByLabel('Also by SMS').click()
  await page.getByRole('button', { name: 'Save reminders' }).click()
  await expect(sentence).toBeVisible()
  expect(wrong).toEqual([])
})

/** What the real product alone has at these paths: its public pages. */
const elsewhere = new Set(['/'])

type Look = { width: number; colorScheme: 'light' | 'dark' }
const looks: readonly Look[] = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
]
/** At full size each look is loaded by itself; else in the first look, and each page changes its width where it is. */
for (const look of atSize(looks.slice(0, 1), looks)) {
  const widths = atSize(looks, [look]).map(({ width }) => width)
  test(`${atSize('every sixteenth', 'every')} page shows its data at ${look.width} px in ${look.colorScheme} without a call, an error or sideways scroll, under its mark`, async ({
    browser,
  }) => {
    test.setTimeout(400_000)
    for (const who of Object.keys(screens) as Visitor[]) {
      const { page, wrong } = await newPage(browser, look)
      if (who !== 'anonymous') {
        await logIn(page, who, logins[who].password)
        await expect(page).toHaveURL(url + logins[who].home)
      }
      const leads = pagesOfOne.filter(([whose]) => whose === who).map(([, list, , link]) => [list, link] as const)
      const pages = [
        ...screens[who].filter(([path]) => !elsewhere.has(path)),
        ...leads,
        ...(who === 'anonymous' ? ([['/', 'Try a sample cooperative']] as const) : []),
      ]
      for (const [path, shows] of pages.filter((_, place) => atSize(place % 16 === 0, true))) {
        await visit(page, url + path)
        if (leads.some(([list, link]) => list === path && link === shows)) {
          const link = page.getByRole('main').locator(String(shows)).first()
          await visit(page, url + (await link.getAttribute('href')))
        } else await expect(page.getByText(shows).first(), path).toBeAttached()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('nothing leaves this browser')).toBeVisible()
        const failures = await page.getByText(/Failed to|could not be|went wrong|only shows what was recorded/).count()
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
  const answer = await page.evaluate(() =>
    fetch('/theme.js').then(
      () => 'sent',
      () => 'refused',
    ),
  )
  expect(answer).toBe('refused')
  expect(wrong.every((line) => line.includes('Content Security Policy'))).toBe(true)
})
