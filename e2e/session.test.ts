import { expect, type Page } from '@playwright/test'
import { builtFile } from './built.ts'
import { quiet } from './quiet.ts'
import { type RunningServer, startServer, superAdminPassword } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const keys = ['auth_token', 'refresh_token', 'user', 'user_data']

test.describe('signing in', () => {
  test(
    'keeps the session in the browser, or in the tab when it is not to be kept',
    { tag: '@full' },
    async ({ page }) => {
      await logInOfficer(page)
      expect(await keysIn(page, 'localStorage')).toEqual(keys)
      expect(await keysIn(page, 'sessionStorage')).toEqual([])
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('user_data'))).not.toMatch(/token/i)

      await logOut(page)
      await logInOfficer(page, { keep: false })
      expect(await keysIn(page, 'sessionStorage')).toEqual(keys)
      expect(await keysIn(page, 'localStorage')).toEqual([])
    },
  )

  test('leads each to their own area, and no one into another', async ({ page }) => {
    for (const path of ['/coop/dashboard', '/member/dashboard', '/superadmin/dashboard', '/pending-verification']) {
      await page.goto(server.url + path)
      await expect(page).toHaveURL(`${server.url}/login`)
    }
    await logInMember(page)
    for (const path of ['/coop/dashboard', '/coop/member-management', '/superadmin/dashboard']) {
      await page.goto(server.url + path)
      await expect(page).toHaveURL(`${server.url}/`)
    }
    await page.goto(`${server.url}/member`)
    await expect(page).toHaveURL(`${server.url}/member/dashboard`)
    await page.goto(`${server.url}/coop/no-such-page`)
    await expect(page).toHaveURL(`${server.url}/`)
  })

  test(
    'three quick presses on the small print open the super administrator’s login, slow ones do not',
    { tag: '@full' },
    async ({ page }) => {
      await page.clock.install()
      await page.goto(`${server.url}/login`)
      const brand = page.getByRole('button', { name: /Ajose\. Doing things together/, includeHidden: true })
      await brand.click()
      await brand.click()
      await page.clock.runFor(1200)
      await brand.click()
      await expect(page).toHaveURL(`${server.url}/login`)
      await page.clock.runFor(1200)
      for (let presses = 0; presses < 3; presses += 1) await brand.click()
      await page.clock.runFor(400)
      await expect(page).toHaveURL(`${server.url}/super-admin/login`)
      await page.getByLabel('Username').fill('superadmin')
      await page.getByLabel('Password', { exact: true }).fill(superAdminPassword)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await page.clock.runFor(400)
      await expect(page).toHaveURL(`${server.url}/superadmin/dashboard`)
    },
  )
})

test.describe('a token that has run out', () => {
  test('is renewed once, and the call goes through', async ({ page }) => {
    await logInOfficer(page)
    const renewals: string[] = []
    page.on('request', (request) => request.url().endsWith('/refresh-token') && renewals.push(request.url()))
    // Once, just before the next page begins: the one that is still at work would renew it first.
    await page.addInitScript(() => {
      if (sessionStorage.getItem('was-spent') === null) localStorage.setItem('auth_token', 'spent')
      sessionStorage.setItem('was-spent', 'yes')
    })
    await page.reload()
    // What is kept on the device may show before any call is answered.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).not.toBe('spent')
    await expect(page.getByText('Cash and bank')).toBeVisible()
    await quiet(page)
    expect(renewals).toHaveLength(1)
  })

  test('ends the session when it cannot be renewed', { tag: '@full' }, async ({ page }) => {
    await logInOfficer(page)
    await page.evaluate(() => {
      localStorage.setItem('auth_token', 'spent')
      localStorage.setItem('refresh_token', 'spent')
    })
    await page.reload()
    await expect(page).toHaveURL(`${server.url}/login`)
    await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible()
    expect(await keysIn(page, 'localStorage')).toEqual([])
  })

  test('ends the session also where the server says so before a slow phone has drawn the page', async ({ page }) => {
    await logInOfficer(page)
    await page.evaluate(() => {
      localStorage.setItem('auth_token', 'spent')
      localStorage.setItem('refresh_token', 'spent')
    })
    // React draws in turns that it gives itself by messages. Each comes later than an answer of the server.
    await page.addInitScript(() => {
      const post = MessagePort.prototype.postMessage
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        setTimeout(() => post.call(this, message), 1000)
      }
    })
    const refused = page.waitForResponse('**/api/cooperatives/refresh-token')
    await page.reload()
    expect((await refused).status()).toBe(401)
    await expect(page).toHaveURL(`${server.url}/login`)
    await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible()
    expect(await keysIn(page, 'localStorage')).toEqual([])
  })
})

test.describe('logging out', () => {
  // ASVS V14.3.1
  test('is done here at once, whatever the server says', async ({ page }) => {
    await logInOfficer(page)
    await page.route('**/api/cooperatives/logout', (route) => route.abort())
    await logOut(page)
    expect(await keysIn(page, 'localStorage')).toEqual([])
    await expect(page.getByText('Logout Error')).toBeVisible()
  })

  test('takes the token away on the server too', async ({ page }) => {
    await logInOfficer(page)
    const token = await page.evaluate(() => localStorage.getItem('auth_token'))
    const answered = page.waitForResponse('**/api/cooperatives/logout')
    await logOut(page)
    expect((await answered).status()).toBe(200)
    await expect(page.getByText('Logged Out')).toBeVisible()
    const after = await page.request.get(`${server.url}/api/cooperatives/profile`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(after.status()).toBe(401)
  })

  test('reaches the other tabs', async ({ context, page }) => {
    await logInOfficer(page)
    const other = await context.newPage()
    await other.goto(`${server.url}/coop/member-management`)
    await expect(other.getByRole('heading', { name: 'Member Management' })).toBeVisible()
    await logOut(page)
    await expect(other).toHaveURL(`${server.url}/login`)
  })

  test('as somebody else in another tab moves this one to its place', { tag: '@full' }, async ({ context, page }) => {
    await logInOfficer(page)
    const other = await context.newPage()
    await logInMember(other)
    await expect(page).toHaveURL(`${server.url}/member/dashboard`)
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  })
})

// ASVS V7.3.1
test('half an hour without a sign of life ends the session, with a warning a minute before', async ({ page }) => {
  await page.clock.install()
  await logInOfficer(page)
  await page.clock.runFor(28 * 60_000)
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(warning).toBeHidden()
  await page.clock.runFor(61_000)
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.clock.runFor(2000)
  await expect(warning).toBeHidden()
  await page.clock.runFor(29 * 60_000 + 1000)
  await expect(warning).toBeVisible()
  await page.clock.runFor(61_000)
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(`${server.url}/login`)
  expect(await keysIn(page, 'localStorage')).toEqual([])
})

test.describe('the check at the admin area’s gate', () => {
  test(
    'tries three more times, each time waiting longer, and then offers to try again',
    { tag: '@full' },
    async ({ page }) => {
      // A session that is kept may begin with the answer that was kept with it.
      await logInOfficer(page, { keep: false })
      await page.goto('about:blank')
      await page.clock.install()
      const asked: number[] = []
      let isDown = true
      await page.route('**/api/cooperatives/profile*', async (route) => {
        asked.push(await page.evaluate(() => Date.now()).catch(() => 0))
        if (isDown) await route.abort()
        else await route.continue()
      })
      await page.goto(`${server.url}/coop/dashboard`)
      await expect(page.getByText('Checking account status...')).toBeVisible()
      await page.clock.runFor(200)
      await expect.poll(() => asked.length).toBe(1)
      for (const [attempt, wait] of [2000, 4000, 6000].entries()) {
        await page.clock.runFor(wait - 500)
        expect(asked).toHaveLength(attempt + 1)
        await page.clock.runFor(600)
        await expect.poll(() => asked.length).toBe(attempt + 2)
      }
      await expect(page.getByRole('heading', { name: 'Connection Issue' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
      isDown = false
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.clock.runFor(500)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    },
  )
})

test('a call without an answer shows the connection banner for half a minute', { tag: '@full' }, async ({ page }) => {
  // Before the first page: on one that is open, the clock shows 1970 for a moment, and the session ends.
  await page.clock.install()
  await logInOfficer(page)
  await quiet(page)
  // Every call: one answer that comes late would say that the connection is there again.
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Member Management' }).first().click()
  await page.clock.runFor(8000)
  const banner = page.getByText(
    'This can be caused by network issues, server maintenance or browser security settings.',
  )
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toBeHidden()
  // Who has dismissed it is not told by the next call that fails, but by the next after an answer came.
  const visitUnanswered = async (name: string) => {
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('link', { name }).first().click()
    await failed
    await page.clock.runFor(8000)
  }
  await visitUnanswered('Loan Management')
  await expect(page.getByText('Failed to load').first()).toBeVisible()
  await expect(banner).toBeHidden()
  await page.unroute('**/api/**')
  // While it asks again nothing says that it failed: only an answer ends what was dismissed.
  const answer = page.waitForResponse('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await (await answer).finished()
  await expect(page.getByText('Failed to load')).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await visitUnanswered('Governance')
  await expect(banner).toBeVisible()
})

test.describe('a page whose files do not come', () => {
  // A service worker may have saved the file by then, and answers in its place.
  test.use({ serviceWorkers: 'block' })

  /** Goes to the loans, whose file comes once the page was loaded so often. */
  async function openLoans(page: Page, loads: number): Promise<void> {
    await signIn(page, server, 'member')
    await expect(page.getByText('Total balance')).toBeVisible()
    let loaded = 0
    page.on('request', (request) => (loaded += Number(request.isNavigationRequest())))
    await page.route(server.url + builtFile('features/loans/loans/web/OwnLoansPage.tsx'), (route) =>
      loaded < loads ? route.abort() : route.continue(),
    )
    await page.evaluate(() => history.pushState(null, '', '/member/loans'))
  }

  test('is loaded when they can be reached, also where the browser said so too early', async ({ page }) => {
    await openLoans(page, 2)
    await expect(page.getByText('No network', { exact: true })).toBeVisible()
    await expect(page.getByText('You may borrow now').first()).toBeVisible()
  })

  test(
    'says that something went wrong when the server answers and they still do not come',
    { tag: '@full' },
    async ({ page }) => {
      await openLoans(page, 9)
      await expect(page.getByText('Oops! Something went wrong')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    },
  )
})

test(
  'what breaks where no page can show it says so, and calls that failed do not',
  { tag: '@full' },
  async ({ page }) => {
    const hears = page.waitForFunction(() => document.documentElement.dataset['hears'])
    await page.addInitScript(() => {
      const add = window.addEventListener.bind(window)
      Object.assign(window, {
        addEventListener(...given: Parameters<typeof window.addEventListener>) {
          add(...given)
          if (given[0] === 'unhandledrejection') document.documentElement.dataset['hears'] = 'yes'
        },
      })
    })
    await logInOfficer(page)
    await hears
    await page.evaluate(() => void Promise.reject(new Error('Failed to fetch')))
    await page.evaluate(() => void Promise.reject(new Error('API answered late')))
    await expect(page.getByText('Something went wrong')).toBeHidden()
    await page.evaluate(() => void Promise.reject(new Error('nothing known')))
    await expect(page.getByText('Something went wrong')).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload App' }).click()
    await reloaded
  },
)

test(
  'what was saved is said soon, also where the line is too slow to show the rest again',
  { tag: '@full' },
  async ({ page }) => {
    await logInOfficer(page)
    await page.goto(`${server.url}/coop/settings`)
    await page.getByLabel(/^Address/).fill('4 Market Road')
    let isSaved = false
    await page.route('**/api/**', (route) => {
      const method = route.request().method()
      // Nothing that is read after the change arrives.
      if (method === 'GET' && isSaved) return undefined
      if (method === 'PUT') isSaved = true
      return route.continue()
    })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    expect(isSaved).toBe(true)
  },
)

test('what breaks before the app listens is told too, once it does', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => void Promise.reject(new Error('nothing known')))
  })
  await page.goto(`${server.url}/login`)
  await expect(page.getByText('Something went wrong')).toBeVisible()
})

async function logInOfficer(page: Page, { keep = true } = {}): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('CoopId or Phone No.').fill('AJO-DEM234')
  await page.getByLabel('Password', { exact: true }).fill('sample-treasurer')
  await page.getByLabel('Keep me signed in').setChecked(keep)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await settle(page, /coop\/dashboard/)
  await expect(page.getByText('Cash and bank')).toBeVisible()
}

async function logInMember(page: Page): Promise<void> {
  await page.goto(`${server.url}/member-login`)
  await page.getByLabel('Phone number').fill('+2348031200000')
  await page.getByLabel('Password', { exact: true }).fill('sample-member')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await settle(page, /member\/dashboard/)
}

/** Waits for an address, also where the test holds the clock. */
async function settle(page: Page, address: RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(200).catch(() => undefined)
    expect(page.url()).toMatch(address)
  }).toPass()
  await page.clock.runFor(500).catch(() => undefined)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
}

function keysIn(page: Page, storage: 'localStorage' | 'sessionStorage'): Promise<string[]> {
  return page.evaluate(
    ([which, wanted]) =>
      Object.keys(window[which as 'localStorage'])
        .filter((key) => wanted?.includes(key))
        .toSorted(),
    [storage, keys] as const,
  )
}
