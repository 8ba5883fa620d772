import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { call, officerToken } from './calls.ts'
import { isKept } from './device.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer, superAdminPassword } from './server.ts'
import { test } from './test.ts'

const transport = {
  network:
    'Unable to connect to the server. This might be due to network issues or server configuration. Please try again later.',
  timeout: 'Request timeout. Please check your internet connection and try again.',
}
const serverError = {
  title: 'Server Error',
  text: 'Our servers are temporarily unavailable. Please try again in a few minutes.',
}

type Society = { id: string; coopId: string; name: string; phone: string; password: string }

const tooCommon = 'Password is one of the most common ones. Choose one that others would not guess.'

let server: RunningServer
let registered = 0
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test.describe('the cooperative login', () => {
  // ASVS V6.2.6
  test('has its fields, its toggle and its ways out', async ({ page }) => {
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('textbox', { name: 'CoopId or Phone No.' })).toBeVisible()
    await togglesPassword(page, 'Password')
    await expect(page.getByRole('checkbox', { name: 'Keep me signed in' })).toBeVisible()
    await leadsTo(page, 'Forgot password?', '/forgot-password')
    await leadsTo(page, 'Sign Up', '/signup')
    await leadsTo(page, 'Member Login', '/member-login')
    await leadsTo(
      page,
      'Continue with Sandbox identity',
      '/api/auth/oidc/start?purpose=login&kind=cooperative&provider=Sandbox+identity',
    )
  })

  test('says what is wrong before anything is sent', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/cooperatives/login') && asked.push(request.url()))
    await page.goto(`${server.url}/login`)
    for (const [identifier, password, text] of [
      ['', '', 'Cooperative identifier is required'],
      ['   ', 'secret-1', 'Cooperative identifier is required'],
      ['AJO-DEM234', '', 'Password is required'],
      ['AJO-DEM234', '12345', 'Password must be at least 6 characters long'],
    ] as const) {
      await enter(page, identifier, password)
      await alerts(page, 'Invalid Input', text)
    }
    expect(asked).toEqual([])
  })

  test('answers a wrong password, an unknown cooperative, a lock, a failing server and a missing one in the words of each', async ({
    page,
  }) => {
    const society = await register({ status: 'active' })
    await page.goto(`${server.url}/login`)
    await enter(page, society.coopId, 'not-the-password')
    await alerts(
      page,
      'Invalid Credentials',
      'The phone number or password you entered is incorrect. Please check your credentials and try again.',
    )
    await enter(page, 'AJO-ZZZZZZ', 'not-the-password')
    await alerts(
      page,
      'Account Not Found',
      'No cooperative found with this ID. Please check your cooperative identifier or contact support.',
    )
    await enter(page, '+2348099999999', 'not-the-password')
    await alerts(
      page,
      'Account Not Found',
      'No cooperative found with this ID. Please check your cooperative identifier or contact support.',
    )
    // A wrong password for a cooperative's phone is no guess at the login of the person who owns that phone.
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
    })
    await enter(page, society.phone, 'not-the-password')
    await alerts(
      page,
      'Invalid Credentials',
      'The phone number or password you entered is incorrect. Please check your credentials and try again.',
    )
    expect(asked).toEqual(['/api/cooperatives/login'])
    for (let tries = 0; tries < 3; tries += 1)
      expect(
        (await api('POST', '/cooperatives/login', { identifier: society.coopId, password: 'not-the-password' })).status,
      ).toBe(401)
    await enter(page, society.coopId, society.password)
    await alerts(
      page,
      'Account Locked',
      /^This account is temporarily locked after multiple failed attempts\. Try again in 1 minute/,
    )

    await page.route('**/api/cooperatives/login', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Internal', status: 500 } }),
    )
    await enter(page, society.coopId, society.password)
    await alerts(page, serverError.title, serverError.text)
    await page.unroute('**/api/cooperatives/login')
    await page.route('**/api/cooperatives/login', (route) => route.abort())
    await enter(page, society.coopId, society.password)
    await alerts(page, 'Connection Error', transport.network)
  })

  test('gives up on a server that never answers after half a minute', { tag: '@full' }, async ({ page }) => {
    await page.clock.install()
    await page.route('**/api/cooperatives/login', () => undefined)
    await page.goto(`${server.url}/login`)
    await enter(page, 'AJO-DEM234', 'sample-treasurer')
    await page.clock.runFor(29_000)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.clock.runFor(1500)
    await alerts(page, 'Connection Error', transport.timeout)
  })

  test('tells a suspended cooperative so, in the server’s words, and gives it its books', async ({ page }) => {
    const society = await register({ status: 'active' })
    await decide(society, { status: 'suspended', reason: 'Papers' })
    await page.goto(`${server.url}/login`)
    await enter(page, society.phone, society.password)
    await alerts(page, 'Login Failed', 'This cooperative is suspended. Contact support to reopen it.')
    await expectClean(page, 'the login of a suspended society')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download your books' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^books-\d{4}-\d\d-\d\d\.zip$/)
    expect(
      readFileSync(await download.path())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\u0003\u0004')
  })

  test('welcomes with words that go by themselves', { tag: '@full' }, async ({ page }) => {
    await page.goto(`${server.url}/login`)
    await enter(page, 'AJO-DEM234', 'sample-treasurer')
    const welcome = page.getByText('Welcome back, Ìrẹ̀pọ̀ Staff Cooperative (sample)')
    await expect(welcome).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/coop/dashboard`)
    await expect(welcome).toBeHidden({ timeout: 4000 })
  })
})

test.describe('the other logins', () => {
  test('a member’s keeps the prefix, checks the number, and knows wrong from right', async ({ page }) => {
    await page.goto(`${server.url}/member-login`)
    const phone = page.getByLabel('Phone number')
    await expect(phone).toHaveValue('+234')
    await expect(phone).toHaveAttribute('placeholder', '+234XXXXXXXXXX')
    await togglesPassword(page, 'Password')
    await leadsTo(page, 'Admin Login', '/login')
    await leadsTo(
      page,
      'Continue with Sandbox identity',
      '/api/auth/oidc/start?purpose=login&kind=member&provider=Sandbox+identity',
    )
    for (const [number, password, text] of [
      ['', 'secret-1', 'Phone number is required'],
      ['+23480312', 'secret-1', 'Phone number must be in format +234XXXXXXXXXX'],
      ['+2348031200000', '', 'Password is required'],
    ] as const) {
      await enter(page, number, password, 'Phone number')
      await alerts(page, 'Invalid Input', text)
    }
    await enter(page, '+2348099999999', 'not-the-password', 'Phone number')
    await alerts(
      page,
      'Invalid Credentials',
      'The phone number or password you entered is incorrect. Please check your credentials and try again.',
    )
    await enter(page, '0803 120 0000', 'sample-member', 'Phone number')
    await expect(page).toHaveURL(`${server.url}/member/dashboard`)
  })

  test(
    'the super administrator’s is three quick presses under each login away, and has its own two sentences',
    { tag: '@full' },
    async ({ page }) => {
      await page.clock.install()
      await page.goto(`${server.url}/member-login`)
      const brand = page.getByText('Ajose. Doing things together.', { exact: true })
      await expect(brand).toBeVisible()
      // From here on only the test lets time pass: on a slow machine a second is over between two quick presses.
      await page.clock.pauseAt(Date.now() + 60 * 60_000)
      for (let presses = 0; presses < 4; presses += 1) {
        await brand.click()
        await page.clock.runFor(1100)
      }
      await expect(page).toHaveURL(`${server.url}/member-login`)
      for (let presses = 0; presses < 3; presses += 1) {
        await brand.click()
        await page.clock.runFor(700)
      }
      await page.clock.resume()
      await expect(page).toHaveURL(`${server.url}/super-admin/login`)
      await expect(page.getByLabel('Username')).toHaveAttribute('required', '')
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required', '')
      await leadsTo(page, 'Cooperative login', '/login')
      await enter(page, 'superadmin', 'not-the-password', 'Username')
      await page.clock.runFor(500)
      await expect(page.getByRole('alert')).toContainText('Please check your username and password.')
      await page.route('**/api/super-admin/login', (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
      await enter(page, 'superadmin', superAdminPassword, 'Username')
      await expect(page.getByRole('alert')).toContainText('Unable to connect to the server. Please try again later.')
    },
  )
})

test.describe('signing up', () => {
  test('asks for what a cooperative needs, in these words', { tag: '@full' }, async ({ page }) => {
    await page.goto(`${server.url}/signup`)
    await expect(page.getByRole('textbox', { name: 'Cooperative Name' })).toBeVisible()
    await expect(page.getByLabel('Cooperative Phone Number')).toHaveAttribute('placeholder', '+234...')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'Minimum 8 characters')
    await togglesPassword(page, 'Password')
    await togglesPassword(page, 'Confirm Password')
    await expect(page.getByRole('checkbox', { name: 'I accept the Terms and Conditions' })).not.toBeChecked()
    await leadsTo(page, 'Terms and Conditions', '/terms')
    await leadsTo(page, 'Sign In', '/login')
    await leadsTo(
      page,
      'Sign up with Sandbox identity',
      '/api/auth/oidc/start?purpose=signup&kind=cooperative&provider=Sandbox+identity',
    )
  })

  test('names each mistake under its own title, and ends at the login', async ({ page }) => {
    const known = await register({})
    await page.goto(`${server.url}/signup`)
    const fill = async ({
      name = 'Traders',
      phone = nextPhone(),
      password = 'secret-1',
      confirm = '',
      accept = true,
    }) => {
      await page.getByLabel('Cooperative Name').fill(name)
      await page.getByLabel('Cooperative Phone Number').fill(phone)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm Password', { exact: true }).fill(confirm || password)
      await page.getByRole('checkbox').setChecked(accept)
      await page.getByRole('button', { name: 'Create Account' }).click()
    }
    await fill({ accept: false })
    await alerts(page, 'Terms Required', 'Please accept the Terms and Conditions to continue.')
    await fill({ confirm: 'secret-2' })
    await alerts(page, 'Password Mismatch', 'Passwords do not match')
    await fill({ name: '' })
    await alerts(page, 'Validation Error', 'name is required')
    await fill({ phone: '' })
    await alerts(page, 'Validation Error', 'phone is required')
    await fill({ phone: '12345' })
    await alerts(page, 'Validation Error', 'Invalid phone number format')
    await fill({ password: '12345' })
    await alerts(page, 'Validation Error', 'Password must be at least 6 characters')
    await fill({ password: 'password123' })
    await alerts(page, 'Validation Error', tooCommon)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(tooCommon)
    await fill({ phone: known.phone })
    await alerts(page, 'Already Exists', 'A cooperative with this phone number exists.')

    await page.route('**/api/cooperatives/register', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Busy', status: 503 } }),
    )
    await fill({})
    await alerts(page, serverError.title, serverError.text)
    await page.unroute('**/api/cooperatives/register')
    await page.route('**/api/cooperatives/register', (route) => route.abort())
    await fill({})
    await alerts(page, 'Connection Error', transport.network)
    await page.unroute('**/api/cooperatives/register')

    await fill({})
    const done = page.getByRole('dialog', { name: 'Registration Successful' })
    await expect(done).toContainText('Cooperative registered successfully!')
    await done.getByRole('button', { name: 'Continue to Login' }).click()
    await expect(page).toHaveURL(`${server.url}/login`)
  })
})

test('a forgotten password is replaced with the code that came by SMS', async ({ page }) => {
  const society = await register({ status: 'active' })
  await page.goto(`${server.url}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.route('**/api/auth/forgot-password', (route) => route.abort())
  await page.getByLabel('Phone number or CoopId').fill(society.coopId)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await alerts(page, 'Reset Failed', transport.network)
  await page.unroute('**/api/auth/forgot-password')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Reset Email Sent' })).toContainText(
    `If an account uses ${society.coopId}, an SMS with a code is sent.`,
  )
  await expect(page.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeDisabled()

  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await togglesPassword(page, 'New password')
  await togglesPassword(page, 'Confirm password')
  await code.fill('000000')
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Confirm password', { exact: true }).fill('another')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await alerts(page, 'Reset Failed', 'Passwords do not match')
  await page.getByLabel('Confirm password', { exact: true }).fill('a-new-password')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await alerts(page, 'Reset Failed', 'This code is wrong, used or expired. Ask for a new one.')
  await page.getByLabel('New password', { exact: true }).fill('password123')
  await page.getByLabel('Confirm password', { exact: true }).fill('password123')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await alerts(page, 'Reset Failed', tooCommon)
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(tooCommon)
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Confirm password', { exact: true }).fill('a-new-password')
  await code.fill(await codeSentTo(society.phone))
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible()
  await page.getByRole('link', { name: 'Cooperative login' }).click()
  await enter(page, society.coopId, 'a-new-password')
  await expect(page).toHaveURL(`${server.url}/coop/dashboard`)
})

test('a cooperative that waits knows what for, sends its paper, and moves on by itself when it is verified', async ({
  page,
}) => {
  const society = await register({})
  await page.clock.install()
  await page.goto(`${server.url}/login`)
  await enter(page, society.coopId, society.password)
  await expect(page).toHaveURL(`${server.url}/pending-verification`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Verification Pending')
  const main = page.getByRole('main')
  for (const words of [
    society.name,
    'Cooperative ID',
    society.coopId,
    'What happens next',
    'Our team reviews the details',
    'We may ask you for documents, such as your certificate of registration',
    'You get an email when verification is complete',
    'It typically takes 1-3 business days.',
  ]) {
    await expect(main).toContainText(words)
  }
  await expect(page.locator('a[href^="mailto:"]')).toBeVisible()
  await expect(page.locator('a[href^="tel:"]')).toBeVisible()
  await leadsTo(page, 'Back to Homepage', '/')
  // Few cooperative societies are companies.
  await expect(main).not.toContainText('CAC')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'certificate.png', mimeType: 'image/png', buffer: await picture('#0b6b4e') })
  await page.clock.runFor(2000)
  await expect(main.getByRole('listitem').filter({ hasText: 'certificate.png' })).toBeVisible()

  await page.clock.runFor(61_000)
  await expect(page).toHaveURL(`${server.url}/pending-verification`)
  await decide(society, { status: 'active' })
  await page.clock.runFor(61_000)
  await expect(page).toHaveURL(`${server.url}/coop/dashboard`)
})

test(
  'an officer who opens the admin area after the verification gets in, whatever this browser knew before',
  { tag: '@full' },
  async ({ page }) => {
    const society = await register({})
    await logIn(page, society)
    await expect(page.getByRole('heading', { name: 'Account Verification Pending' })).toBeVisible()
    await decide(society, { status: 'active' })
    await page.evaluate(() => history.pushState(null, '', '/coop/dashboard'))
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
)

test('leaving the waiting screen says so until the homepage is there', { tag: '@full' }, async ({ page }) => {
  await logIn(page, await register({}))
  await expect(page.getByRole('heading', { name: 'Account Verification Pending' })).toBeVisible()
  // A page on its way elsewhere answers no questions, so it writes down what it shows until then.
  await page.evaluate(() =>
    new MutationObserver(() => sessionStorage.setItem('shown', document.body.innerText)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    }),
  )
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toContain('Logging out...')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})

test.describe('a third party', () => {
  test('is linked after the own login, then signs in alone, and no longer once unlinked', async ({ page }) => {
    const society = await register({ status: 'active' })
    await logIn(page, society)
    await page.goto(`${server.url}/coop/settings?tab=security`)
    await page.getByRole('link', { name: 'Link Sandbox identity' }).click()
    await chooseAt(page, 'Ada Okafor')
    const dialog = page.getByRole('dialog', { name: 'Link ada.okafor@example.com?' })
    await expect(dialog).toContainText('For trying it out only')
    expect(page.url()).toBe(`${server.url}/coop/settings?tab=security`)
    await dialog.getByLabel('Your password', { exact: true }).fill('not-the-password')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(dialog).toContainText('This is not your current password.')
    await dialog.getByLabel('Your password', { exact: true }).fill(society.password)
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'ada.okafor@example.com' })).toBeVisible()

    await logOut(page)
    await page.getByRole('link', { name: 'Continue with Sandbox identity' }).click()
    await chooseAt(page, 'Ada Okafor')
    await expect(page.getByText(`Welcome back, ${society.name}`)).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/coop/dashboard`)

    await page.goto(`${server.url}/coop/settings?tab=security`)
    await page.getByRole('button', { name: /^Unlink Sandbox identity/ }).click()
    await expect(page.getByText('Only your password opens this login so far.')).toBeVisible()
    await logOut(page)
    await page.getByRole('link', { name: 'Continue with Sandbox identity' }).click()
    await chooseAt(page, 'Ada Okafor')
    await expect(page.getByRole('heading', { name: 'Link your login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  })

  test(
    'whom no one knows yet is led to sign up, and then opens the new account',
    { tag: '@full' },
    async ({ page }) => {
      await page.goto(`${server.url}/login`)
      await page.getByRole('link', { name: 'Continue with Sandbox identity' }).click()
      await chooseAt(page, 'Musa Ibrahim')
      await expect(
        page.getByText('No login is linked to musa.ibrahim@example.com of Sandbox identity yet.'),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Sign up with Sandbox identity' }).click()
      await chooseAt(page, 'Musa Ibrahim')
      await expect(page.getByText('Signed in as musa.ibrahim@example.com')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('musa.ibrahim@example.com')
      await page.getByLabel('Cooperative Name').fill('Musa and friends')
      await page.getByLabel('Cooperative Phone Number').fill(nextPhone())
      await page.getByLabel('Password', { exact: true }).fill('secret-1')
      await page.getByLabel('Confirm Password', { exact: true }).fill('secret-1')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.getByRole('button', { name: 'Continue to Login' }).click()
      await page.getByRole('link', { name: 'Continue with Sandbox identity' }).click()
      await chooseAt(page, 'Musa Ibrahim')
      await expect(page.getByRole('heading', { name: 'Account Verification Pending' })).toBeVisible()
      await expect(page.getByText('Musa and friends', { exact: true })).toBeVisible()
    },
  )

  test('whom a member links at their first visit signs them in at the second', { tag: '@full' }, async ({ page }) => {
    for (const visit of ['first', 'second'] as const) {
      await page.goto(`${server.url}/member-login`)
      await page.getByRole('link', { name: 'Continue with Sandbox identity' }).click()
      await chooseAt(page, 'Chidi Nwosu')
      if (visit === 'first') {
        await expect(page.getByRole('button', { name: 'Of a member' })).toHaveAttribute('aria-pressed', 'true')
        await page.getByLabel('Phone number').fill('0803 120 0000')
        await page.getByLabel('Password', { exact: true }).fill('sample-member')
        await page.getByRole('button', { name: 'Log in and link' }).click()
        await expect(page.getByText('Linked. From now on Sandbox identity signs you in.')).toBeVisible()
      }
      await expect(page).toHaveURL(`${server.url}/member/dashboard`)
      await logOut(page)
    }
  })
})

test.describe('the cooperative’s settings', () => {
  test('show a new name everywhere at once, keep it, and take it back when it could not be saved', async ({ page }) => {
    const society = await register({ status: 'active' })
    await logIn(page, society)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('tab', { name: 'Cooperative' })).toHaveAttribute('aria-selected', 'true')
    const sidebar = page.getByRole('complementary')
    let letGo = () => {}
    const held = new Promise<void>((done) => (letGo = done))
    await page.route('**/api/cooperatives/profile', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    await rename(page, 'Renamed Traders')
    await expect(sidebar).toContainText('Renamed Traders')
    letGo()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await page.getByRole('button', { name: /^Your account/ }).click()
    await expect(page.locator('.profile-menu__name')).toHaveText('Renamed Traders')
    await expect(page.getByText('Cooperative Admin', { exact: true })).toBeVisible()
    await page.unroute('**/api/cooperatives/profile')
    await page.reload()
    await expect(sidebar).toContainText('Renamed Traders')
    await expect(page.getByLabel('Cooperative Name')).toHaveValue('Renamed Traders')

    await page.route('**/api/cooperatives/profile', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { success: false, message: 'It broke', status: 500 } })
        : route.continue(),
    )
    const reloaded = page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().endsWith('/api/cooperatives/profile'),
    )
    await rename(page, 'Never Saved')
    await expect(page.getByText('It may or may not have been recorded.')).toBeVisible()
    await reloaded
    await expect(sidebar).toContainText('Renamed Traders')
    await expect(page.getByLabel('Cooperative Name')).toHaveValue('Never Saved')
  })

  test(
    'follow what another officer saved meanwhile, but for the field that is being typed in',
    { tag: '@full' },
    async ({ page }) => {
      const society = await register({ status: 'active' })
      await logIn(page, society)
      await page.goto(`${server.url}/coop/settings`)
      const [name, email, address] = [
        page.getByLabel('Cooperative Name'),
        page.getByLabel(/^Email/),
        page.getByLabel(/^Address/),
      ]
      await expect(name).toHaveValue(society.name)
      await expect.poll(() => isKept(page, '["cooperatives","profile",{}]')).toBe(true)
      const token = await officerToken(server, society.coopId, society.password)
      await call(server, 'PUT', '/cooperatives/profile', token, {
        name: 'Named Elsewhere',
        email: 'theirs@example.com',
        address: '9 New Road, Ikeja',
      })

      let letGo = () => {}
      const held = new Promise<void>((done) => (letGo = done))
      const sent: unknown[] = []
      await page.route('**/api/cooperatives/profile', async (route) => {
        if (route.request().method() === 'PUT') sent.push(route.request().postDataJSON())
        else await held
        await route.continue()
      })
      await page.reload()
      // What this device keeps is shown until the server answers.
      await expect(name).toHaveValue(society.name)
      await email.fill('ours@example.com')
      letGo()
      await expect(name).toHaveValue('Named Elsewhere')
      await expect(address).toHaveValue('9 New Road, Ikeja')
      await expect(email).toHaveValue('ours@example.com')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Profile updated successfully!')).toBeVisible()
      expect(sent).toEqual([{ email: 'ours@example.com' }])
    },
  )

  test('say in words why the profile could not be loaded', { tag: '@full' }, async ({ page }) => {
    await logIn(page, await register({ status: 'active' }))
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goto(`${server.url}/member/profile`)
    await expect(page).toHaveURL(`${server.url}/`)
    const member = page
    await member.goto(`${server.url}/member-login`)
    await enter(member, '+2348031200000', 'sample-member', 'Phone number')
    await expect(member).toHaveURL(`${server.url}/member/dashboard`)
    await expect(member.locator('[aria-busy=true]')).toHaveCount(0)
    await member.evaluate(() => indexedDB.deleteDatabase('ajose-offline'))
    await member.route('**/api/member-portal/profile*', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Internal', status: 500 } }),
    )
    await member.goto(`${server.url}/member/profile`)
    await alerts(member, 'Failed to get profile data', 'Server error: Please try again later')
  })

  test('take a logo in, show it, and give the initials back without it', { tag: '@full' }, async ({ page }) => {
    await logIn(page, await register({ status: 'active', name: 'Palm Oil Traders' }))
    await page.goto(`${server.url}/coop/settings`)
    const card = page.getByRole('region', { name: 'Logo' })
    const sidebar = page.getByRole('complementary')
    await expect(card.locator('.avatar')).toHaveAttribute('data-initials', 'PO')
    await card
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await expect(card).toContainText('Choose a JPEG, PNG or WebP picture.')
    await card
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture('#c77700') })
    await expect(page.getByText('Logo updated')).toBeVisible()
    for (const place of [card, sidebar, page.getByRole('button', { name: /^Your account/ })])
      await expect(place.locator('img')).toHaveAttribute('src', /^data:image\/webp/)
    await page.reload()
    await expect(sidebar.locator('img')).toBeVisible()
    await card.getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByText('Logo removed')).toBeVisible()
    await expect(sidebar.locator('img')).toHaveCount(0)
    await expect(sidebar.locator('.avatar')).toHaveAttribute('data-initials', 'PO')
  })

  test('list the papers that were sent and give them back', { tag: '@full' }, async ({ page }) => {
    await logIn(page, await register({ status: 'active' }))
    await page.goto(`${server.url}/coop/settings?tab=documents`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'by-laws.png', mimeType: 'image/png', buffer: await picture('#14213d') })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download by-laws.png' }).click()
    expect((await saved).suggestedFilename()).toBe('by-laws.png')
  })

  test('keep a theme on the device, and list the keys', { tag: '@full' }, async ({ page }) => {
    await logIn(page, await register({ status: 'active' }))
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    // The keyboard's file comes after the page; on a slow machine the first keys may be before it.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('s')
      await expect(page).toHaveURL(`${server.url}/coop/settings`, { timeout: 1000 })
    }).toPass()
    await page.getByRole('tab', { name: 'This device' }).click()
    await expect(page.getByRole('region', { name: 'Keyboard shortcuts' })).toContainText('Ctrl K')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('system')
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
  })
})

test.describe('the own login', () => {
  test('a new password ends the other sessions, which hear why', async ({ browser, page }) => {
    const society = await register({ status: 'active' })
    const other = await elsewhere(browser, society)
    await logIn(page, society)
    await page.goto(`${server.url}/coop/settings?tab=security`)
    const change = async (current: string, password: string, confirm = password) => {
      await page.getByLabel('Current password', { exact: true }).fill(current)
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Confirm new password', { exact: true }).fill(confirm)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await change('not-the-password', 'a-new-password')
    await expect(page.getByText('This is not your current password.')).toBeVisible()
    await change(society.password, 'a-new-password', 'another')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await change(society.password, `my${society.phone}`)
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      'Password must not contain your phone number. Choose one that others would not guess.',
    )
    await change(society.password, 'a-new-password')
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
    await isOver(other)
    await logOut(page)
    await enter(page, society.coopId, 'a-new-password')
    await expect(page).toHaveURL(`${server.url}/coop/dashboard`)
  })

  test('a session elsewhere is listed with its device and ended at once, one or all', async ({ browser, page }) => {
    const society = await register({ status: 'active' })
    const [one, two] = [await elsewhere(browser, society), await elsewhere(browser, society)]
    await logIn(page, society)
    await page.goto(`${server.url}/coop/settings?tab=security`)
    const rows = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.first().getByRole('button')).toHaveCount(0)
    await expect(rows.nth(1)).toContainText('Chrome on')
    await expect(rows.nth(1)).toContainText('Last used')
    // The one used last comes first.
    await rows
      .nth(1)
      .getByRole('button', { name: /^Log out/ })
      .click()
    await expect(rows).toHaveCount(2)
    await isOver(two)
    await page.getByRole('button', { name: 'Log out everywhere else' }).click()
    await expect(rows).toHaveCount(1)
    await isOver(one)
    await page.reload()
    await expect(rows).toHaveCount(1)
  })
})

test('a member finds their own record, their menu and their sidebar', { tag: '@full' }, async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/member-portal\/profile\?_t=\d+$/)
  await page.goto(`${server.url}/member-login`)
  await enter(page, '+2348031200000', 'sample-member', 'Phone number')
  await asked
  const sidebar = page.getByRole('complementary')
  expect(await linesOf(sidebar)).toEqual([
    'Dashboard',
    'Profile',
    'Financial',
    'Contributions',
    'Loans',
    'My guarantees',
    'Transactions',
    'Notifications',
    'Settings',
  ])
  await sidebar.getByRole('link', { name: 'Profile' }).click()
  const main = page.getByRole('main')
  for (const heading of ['Person', 'Membership', 'Next of kin', 'Nominee'])
    await expect(main.getByRole('heading', { name: heading })).toBeVisible()
  for (const words of [
    'Adébáyọ̀ Adéyẹmí',
    'AJO-DEM234/00001',
    '0803 120 0000',
    'Active',
    'Member (Ìrẹ̀pọ̀ Staff Cooperative (sample))',
  ])
    await expect(main).toContainText(words)

  await page.getByRole('button', { name: /^Your account/ }).click()
  const menu = page.getByRole('menu')
  await expect(page.locator('.profile-menu__name + p')).toHaveText('Member (Ìrẹ̀pọ̀ Staff Cooperative (sample))')
  for (const item of ['Dashboard', 'Logout']) await expect(menu.getByRole('menuitem', { name: item })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(`${server.url}/member/settings`)
  await page.getByRole('tab', { name: 'This device' }).click()
  await page.getByLabel('Hide balances on my dashboard').check()
  await sidebar.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('button', { name: 'Hide balances', pressed: true })).toBeVisible()
})

test('an officer’s sidebar is in its order', { tag: '@full' }, async ({ page }) => {
  await logIn(page, await register({ status: 'active' }))
  expect(await linesOf(page.getByRole('complementary'))).toEqual([
    'Dashboard',
    'Member Management',
    'Financial Operations',
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
})

/** A call as any client makes it. */
async function api(
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<{ status: number; data: Record<string, string> }> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, data: ((await answer.json()) as { data: Record<string, string> }).data }
}

function nextPhone(): string {
  registered += 1
  return `+23480588${String(10_000 + registered)}`
}

async function register({ name = 'Àjọṣe Traders', status }: { name?: string; status?: 'active' }): Promise<Society> {
  const [phone, password] = [nextPhone(), 'treasurer-1']
  const { data } = await api('POST', '/cooperatives/register', { name, phone, password, confirmpassword: password })
  const society = { id: data['id'] ?? '', coopId: data['coop_id'] ?? '', name, phone, password }
  if (status) await decide(society, { status })
  return society
}

async function decide({ id }: Society, decision: { status: 'active' | 'suspended'; reason?: string }): Promise<void> {
  const { data } = await api('POST', '/super-admin/login', { identifier: 'superadmin', password: superAdminPassword })
  expect((await api('PUT', `/cooperatives/update/${id}`, decision, data['accessToken'])).status).toBe(200)
}

async function enter(page: Page, name: string, password: string, label = 'CoopId or Phone No.'): Promise<void> {
  await page.getByLabel(label).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The red message on the page: its title and its whole text. */
async function alerts(page: Page, title: string, text: string | RegExp): Promise<void> {
  const alert = page.locator('[role=alert]').filter({ hasText: title })
  await expect(alert.locator('p', { hasText: title }).first()).toHaveText(title)
  await expect(alert.getByText(text, { exact: true })).toBeVisible()
}

async function togglesPassword(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  const box = page.locator('.input-box').filter({ has: field })
  await expect(field).toHaveAttribute('type', 'password')
  await box.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await box.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
}

async function leadsTo(page: Page, name: string, href: string): Promise<void> {
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
}

async function codeSentTo(phone: string): Promise<string> {
  const code = () =>
    /\b\d{8}\b/.exec(server.outbox().findLast(({ to, text }) => to === phone && text.includes('code'))?.text ?? '')?.[0]
  await expect.poll(code).toBeTruthy()
  return code() ?? ''
}

async function logIn(page: Page, { coopId, password }: Society): Promise<void> {
  await page.goto(`${server.url}/login`)
  await enter(page, coopId, password)
  await expect(page).toHaveURL(/\/(?:coop\/dashboard|pending-verification)$/)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Logged Out')).toBeVisible()
  await expect(page).toHaveURL(/login$/)
}

async function chooseAt(page: Page, person: string): Promise<void> {
  await expect(page.getByText('This is a sandbox.')).toBeVisible()
  await page.getByRole('button', { name: person }).click()
}

async function elsewhere(browser: Browser, society: Society): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logIn(page, society)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  return page
}

async function isOver(page: Page): Promise<void> {
  await page.goto(`${server.url}/coop/member-management`)
  await expect(page.getByText('Session Expired')).toBeVisible()
  await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/login`)
  await page.context().close()
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel('Cooperative Name').fill(name)
  await page.getByRole('button', { name: 'Save changes' }).click()
}

/** What is in a sidebar from top to bottom. */
async function linesOf(sidebar: Locator): Promise<string[]> {
  await expect(sidebar.getByRole('link', { name: 'Settings' })).toBeVisible()
  return sidebar.getByRole('navigation').locator('a, button').allInnerTexts()
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
}
