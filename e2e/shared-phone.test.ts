import { expect, type Page, test } from '@playwright/test'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

async function codeOn(page: Page): Promise<{ code: string; number: string }> {
  const slip = page.getByRole('dialog', { name: 'Member registered' })
  const code = (await slip.locator('.activation-slip__code').innerText()).trim()
  return { code, number: (await slip.locator('.number').first().innerText()).trim() }
}

/** Who has chosen a password is in at once. */
async function activate(page: Page, identifier: string, code: string, password: string, name: string): Promise<void> {
  await page.goto(`${server.url}/forgot-password?activate=1`)
  await page.getByLabel('Phone number or membership number').fill(identifier)
  await page.getByLabel('Activation code').fill(code)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText(`Welcome, ${name}. Your account is active.`)).toBeVisible()
  await expect(page).toHaveURL(/\/member\/dashboard/)
}

async function logIn(page: Page, identifier: string, password: string, name: string): Promise<void> {
  await page.getByLabel('Phone number or membership number').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText(`Welcome back, ${name}`)).toBeVisible()
}

test('a couple with one phone is registered, and each logs in to their own account', async ({ browser }) => {
  const officer = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    '/coop/member-management',
  )
  const drawer = officer.getByRole('dialog', { name: 'Add member' })
  const add = async (firstName: string, lastName: string) => {
    await drawer.getByLabel('First name').first().fill(firstName)
    await drawer.getByLabel('Last name').first().fill(lastName)
    await drawer.getByLabel('Phone number').fill('0809 444 0001')
    await drawer.getByLabel('Other phone').fill('0809 444 0002')
    await drawer.getByRole('button', { name: 'Add member' }).click()
  }
  await officer.getByRole('button', { name: 'Add member' }).click()
  await add('Halima', 'Wukarimba')
  const halima = await codeOn(officer)
  await officer.getByRole('button', { name: 'Add another' }).click()
  await add('Garba', 'Zungerulo')
  await expect(drawer.getByRole('button', { name: 'No, add as new' })).toBeHidden()
  await drawer.getByLabel(/This number is also Halima Wukarimba’s, \d{5}\. They share one phone\./).check()
  await expectClean(officer, 'a shared phone')
  await drawer.getByRole('button', { name: 'No, add as new' }).click()
  const garba = await codeOn(officer)
  await expect(officer.getByText(`Log in with: ${garba.number}`)).toBeVisible()

  const newPhone = async () => (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const phone = await newPhone()
  await activate(phone, '08094440001', halima.code, 'yellow-lorry-97', 'Halima')
  await phone.context().close()
  const hers = await newPhone()
  await hers.goto(`${server.url}/member-login`)
  await logIn(hers, '08094440001', 'yellow-lorry-97', 'Halima')
  await hers.context().close()

  const first = await newPhone()
  await activate(first, garba.number, garba.code, 'purple-canoe-42', 'Garba')
  await first.context().close()
  const their = await newPhone()
  await their.goto(`${server.url}/member-login`)
  await their.getByRole('button', { name: 'Use my membership number' }).click()
  await their.getByLabel('Phone number or membership number').fill('AJO-1')
  await their.getByLabel('Password', { exact: true }).fill('purple-canoe-42')
  await their.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(their.getByText('Enter the whole membership number, such as AJO-7K2M9Q/00042').first()).toBeVisible()
  await logIn(their, garba.number.toLowerCase(), 'purple-canoe-42', 'Garba')
  await their.goto(`${server.url}/member/profile`)
  await expect(their.getByText('0809 444 0002')).toBeVisible()
})
