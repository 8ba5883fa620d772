import { expect, type Page } from '@playwright/test'
import { builtFile } from './built.ts'
import { quiet } from './quiet.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const openPages = (page: Page) => page.getByRole('navigation', { name: 'Open pages' })
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test.describe('the sidebar', () => {
  test('lists what the specification lists, closes to pictures, and remembers it', async ({ context }) => {
    const page = await signedIn(context, server.url, 'officer')
    await expect(main(page).getByRole('link')).toHaveText([
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
    // Each group before its first page.
    const entries = await main(page).locator('.sidebar__part, a').allTextContents()
    const first = ['Daily', 'Loans and deposits', 'Books'].map((part) => entries[entries.indexOf(part) + 1])
    expect(first).toEqual(['Financial Record', 'Loan Management', 'Money overview'])
    await page.getByRole('button', { name: 'Financial Operations' }).click()
    await expect(main(page).getByRole('link', { name: 'Financial Record' })).toBeHidden()
    await page.getByRole('button', { name: 'Financial Operations' }).click()

    const width = async () => (await page.locator('.shell__side').boundingBox())?.width ?? 0
    expect(await width()).toBeGreaterThan(200)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(width).toBeLessThan(100)
    await page.reload()
    await expect.poll(width).toBeLessThan(100)
    // A picture alone still has its name for who cannot see it, and as a title for who can.
    await expect(main(page).getByRole('link', { name: 'Member Management' })).toHaveAttribute(
      'title',
      'Member Management',
    )
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(width).toBeGreaterThan(200)
  })

  test('is a drawer on a phone, which a press on a page closes', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const page = await signedIn(context, server.url, 'member')
    await expect(main(page)).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect(main(page).getByRole('link')).toHaveText([
      'Dashboard',
      'Profile',
      'Contributions',
      'Loans',
      'My guarantees',
      'Transactions',
      'Notifications',
      'Settings',
    ])
    await main(page).getByRole('link', { name: 'Contributions' }).tap()
    await expect(page).toHaveURL(/\/member\/contributions/)
    await expect(main(page)).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.keyboard.press('Escape')
    await expect(main(page)).toBeHidden()
    await context.close()
  })

  test('shows whose books these are, by initials where there is no logo', { tag: '@full' }, async ({ context }) => {
    const page = await signedIn(context, server.url, 'officer')
    const head = page.locator('.sidebar__head')
    await expect(head).toContainText('AJO-DEM234')
    expect(await head.locator('.avatar').getAttribute('data-initials')).toMatch(/^\p{L}\p{M}*\p{L}?\p{M}*$/u)
  })
})

test('every page but the dashboard opens as a tab; closing the active one leads to its neighbour, the last to the dashboard', async ({
  context,
}) => {
  const page = await signedIn(context, server.url, 'officer')
  const tabs = () => openPages(page).locator('.tab-bar__tab')
  await expect(openPages(page)).toBeHidden()
  for (const name of ['Member Management', 'Financial Record', 'Governance']) {
    await main(page).getByRole('link', { name }).click()
    // A page that the next press left behind before it was there was never opened.
    await expect(tabs().last()).toHaveText(name)
  }
  await expect(tabs()).toHaveText(['Member Management', 'Financial Record', 'Governance'])
  await page.reload()
  await expect(tabs()).toHaveText(['Member Management', 'Financial Record', 'Governance'])

  await openPages(page).getByRole('link', { name: 'Financial Record' }).click()
  await page.getByRole('button', { name: 'Close Financial Record' }).click()
  await expect(page).toHaveURL(/\/coop\/governance/)
  await page.keyboard.press('Alt+w')
  await expect(page).toHaveURL(/\/coop\/member-management/)
  // One that is not looked at closes without moving anybody.
  await main(page).getByRole('link', { name: 'Notifications' }).click()
  await expect(tabs().last()).toHaveText('Notifications')
  await openPages(page).getByRole('link', { name: 'Member Management' }).click({ button: 'middle' })
  await expect(tabs()).toHaveText(['Notifications'])
  await expect(page).toHaveURL(/\/coop\/notifications/)
  await page.getByRole('button', { name: 'Close Notifications' }).click()
  await expect(page).toHaveURL(/\/coop\/dashboard/)
  await expect(openPages(page)).toBeHidden()
})

test.describe('a tab', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'that was closed stays closed when its page, still shown, learns its title',
    { tag: '@full' },
    async ({ context }) => {
      const page = await signedIn(context, server.url, 'officer', '/coop/governance')
      await page
        .getByRole('link', { name: /general meeting/ })
        .first()
        .click()
      const tabs = openPages(page).locator('.tab-bar__tab')
      await expect(tabs).toHaveCount(2)
      await expect(tabs.last()).toContainText('general meeting')
      // The page of the meeting knows its title from its data, and the page beside it comes late.
      let answer = () => {}
      const isAnswered = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/api/**/meetings/*', async (route) => {
        await isAnswered
        await route.continue()
      })
      await page.route(server.url + builtFile('features/governance/meetings/web/GovernancePage.tsx'), async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2000))
        await route.continue()
      })
      await page.reload()
      const close = page.getByRole('button', { name: /^Close (?!Governance)/ })
      await expect(close).toBeVisible()
      await close.click()
      answer()
      await expect(page).toHaveURL(/\/coop\/governance$/)
      await expect(tabs).toHaveText(['Governance'])
    },
  )
})

test('a tab leads back to what was filtered there', { tag: '@full' }, async ({ context }) => {
  const page = await signedIn(context, server.url, 'officer', '/coop/member-management?q=Adeyemi')
  const search = page.getByRole('textbox', { name: 'Search name, phone or number' })
  await expect(search).toHaveValue('Adeyemi')
  await main(page).getByRole('link', { name: 'Governance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Governance' })).toBeVisible()
  await openPages(page).getByRole('link', { name: 'Member Management' }).click()
  await expect(page).toHaveURL(`${server.url}/coop/member-management?q=Adeyemi`)
  await expect(search).toHaveValue('Adeyemi')
})

test(
  'the header changes the theme, fills the screen and asks everything again',
  { tag: '@full' },
  async ({ context }) => {
    const page = await signedIn(context, server.url, 'officer')
    await page.getByRole('button', { name: /dark theme/i }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await page.getByRole('button', { name: /light theme/i }).click()
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')

    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)

    await quiet(page)
    const asked = page.waitForResponse((response) => response.url().includes('/cooperatives/statistics'))
    await page.getByRole('button', { name: 'Refresh app' }).first().click()
    expect((await asked).status()).toBe(200)
  },
)

test('the search finds members, pages and actions by keyboard alone', async ({ context }) => {
  const page = await signedIn(context, server.url, 'officer')
  await expect(page.getByRole('button', { name: 'Search members, pages, actions', exact: true })).toBeVisible()
  const search = page.getByRole('dialog')
  await page.keyboard.press('Control+k')
  await search.getByRole('combobox').fill('olu')
  await expect(search.getByRole('option').first()).toContainText('Ọlúwaṣeun')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/coop\/member\/[0-9a-f-]{36}/)

  // Enter before the members are there opens the one that is found.
  await page.goto(`${server.url}/coop/dashboard`)
  await page.route('**/api/members?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await expect(page.getByRole('button', { name: 'Search members, pages, actions', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.getByRole('combobox').fill('olu')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/coop\/member\/[0-9a-f-]{36}/)
  await page.unroute('**/api/members?*')

  await page.keyboard.press('/')
  await search.getByRole('combobox').fill('trial bal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports/)

  await page.keyboard.press('Control+k')
  await search.getByRole('combobox').fill('add a member')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Add member/ })).toBeVisible()
})

test('keys lead to pages outside text fields, and ? lists them', { tag: '@full' }, async ({ context }) => {
  const page = await signedIn(context, server.url, 'officer')
  // The keys come with a file of their own, after the page.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Record a contribution', {
      timeout: 1000,
    })
  }).toPass()
  await page.keyboard.press('Escape')
  for (const [keys, path] of [
    ['gm', '/coop/member-management'],
    ['gf', '/coop/financial-operations/transactions'],
    ['gg', '/coop/governance'],
    ['gs', '/coop/settings'],
    ['gd', '/coop/dashboard'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.locator('.search-box input').fill('gd')
  await expect(page).toHaveURL(/\/coop\/member-management/)
})

// ASVS V7.4.4
test('the profile menu says who is here, and leads to the dashboard, the settings and out', async ({ context }) => {
  const page = await signedIn(context, server.url, 'officer')
  const menu = page.getByRole('menu')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.locator('.menu__head')).toContainText('Cooperative Admin')
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/coop\/settings/)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await menu.getByRole('menuitem', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/coop\/dashboard/)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await menu.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)

  const memberPage = await signedIn(context, server.url, 'member')
  await memberPage.getByRole('button', { name: /^Your account/ }).click()
  await expect(memberPage.locator('.menu__head')).toContainText(/Member \(.+\)/)
})

test(
  'toasts are at most twenty, stay two seconds for success and four for the rest, and are read out',
  { tag: '@full' },
  async ({ context }) => {
    // Before the first page: on one that is open, the clock shows 1970 for a moment, and the session ends.
    await context.clock.install()
    const page = await signedIn(context, server.url, 'officer', '/coop/settings')
    const toasts = page.locator('.toast')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.getByRole('button', { name: /^Your account/ }).click()
    // In a browser that cannot be asked, installing answers with the specification's sentence.
    await page.getByRole('menuitem', { name: 'Install app' }).click()
    const sentence = page.getByText('PWA can be installed from browser menu or is already installed.')
    await expect(sentence).toBeVisible()
    await expect(toasts.last().locator('xpath=.')).toHaveAttribute('aria-live', 'polite')
    await page.clock.runFor(3900)
    await expect(sentence).toBeVisible()
    await page.clock.runFor(1500)
    await expect(sentence).toBeHidden()

    // However long the presses take, no toast's time runs out meanwhile.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    for (let press = 0; press < 25; press += 1) {
      await page.getByRole('button', { name: /^Your account/ }).click()
      await page.getByRole('menuitem', { name: 'Install app' }).click()
    }
    await expect(toasts).toHaveCount(20)
  },
)
