import { expect } from '@playwright/test'
import { followChanges } from '#contract/live.ts'
import { call, officerToken } from './calls.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** From a notification until its bell elsewhere. */
const atOnce = { timeout: 1000 }
/** A page that has just asked again waits a second before it does so once more. */
const soon = { timeout: 5000 }

test('the bell of a member rings within a second, and an officer’s list follows another officer, without a reload', async ({
  browser,
}) => {
  const token = await officerToken(server)
  const following = async (login: 'officer' | 'member', path?: string) => {
    const context = await browser.newContext()
    const stream = context.waitForEvent('response', (response) => response.url().endsWith(followChanges.path))
    const page = await signedIn(context, server.url, login, path)
    expect((await stream).status()).toBe(200)
    return page
  }
  const officer = await following('officer', '/coop/financial-operations/transactions')
  const member = await following('member')
  const bell = member.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread')

  const [ada] = await call<{ memberid: string }[]>(server, 'GET', '/members?q=8031200000', token)
  const id = ada?.memberid
  await call(server, 'POST', '/notifications', token, { message: 'Your passbook is ready.', to: [id] })
  await expect(bell).toHaveAccessibleName('Notifications, 4 unread', atOnce)

  await expect(officer.getByRole('heading', { level: 1 })).toBeVisible()
  await call(server, 'POST', '/financial/transactions', token, { type: 'deposit', memberId: id, amount: 4321.09 })
  await expect(officer.getByText('4,321.09').first()).toBeVisible(soon)
})
