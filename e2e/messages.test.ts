import { expect } from '@playwright/test'
import { simulatedKeys, startSmsSimulator, type SmsSimulator } from '#platform/messages/sms-simulator.ts'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let simulator: SmsSimulator
let server: RunningServer
test.beforeAll(async () => {
  simulator = await startSmsSimulator()
  server = await startServer({ ...simulatedKeys, SMS_PROVIDER: 'termii', TERMII_URL: simulator.url })
})
test.afterAll(async () => {
  await server.stop()
  await simulator.close()
})

test('an officer sees why an SMS failed, sends it again, and it reaches the phone', async ({ browser }) => {
  const token = await officerToken(server)
  const [member] = await call<{ memberid: string; phone: string }[]>(server, 'GET', '/members?limit=1', token)
  if (!member) throw new Error('The sample has no member')
  simulator.failures.push({ status: 400, body: { message: 'Phone number is on DND' } })
  const written = { message: 'Bring your passbook.', to: [member.memberid], alsoSms: true }
  await call(server, 'POST', '/notifications', token, written)
  await expect
    .poll(() => call<unknown[]>(server, 'GET', '/messages?state=failed', token).then(({ length }) => length))
    .toBe(1)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await signedIn(context, server.url, 'officer', '/coop/notifications')
  await page.getByRole('tab', { name: 'SMS and email' }).click()
  await page.getByLabel('State').selectOption('Failed')
  const row = page.getByRole('row').filter({ hasText: 'The number takes no messages (do not disturb)' })
  await expect(row).toContainText('Failed')
  await expectClean(page, 'SMS and email')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'SMS and email on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The message is sent again')).toBeVisible()
  await expect.poll(() => simulator.sent.map(({ to }) => to)).toEqual([member.phone])
  await page.goto(`${server.url}/coop/notifications?tab=messages`)
  const sent = page.getByRole('row').filter({ hasText: 'Sent again 1 time' })
  await expect(sent).toContainText('Sent')
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
})

test(
  'a member has receipts by SMS, and the society changes how they usually come',
  { tag: '@full' },
  async ({ browser }) => {
    const token = await officerToken(server)
    const member = await signedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 } }),
      server.url,
      'member',
      '/member/settings',
    )
    await member.getByRole('tab', { name: 'Messages' }).click()
    const receipts = member.getByLabel('Receipts of payments')
    await expect(receipts).toHaveValue('')
    await receipts.selectOption('In the app and by SMS')
    await expect(member.getByText('Saved')).toBeVisible()
    await expectClean(member, 'how messages reach you')

    simulator.sent.length = 0
    const [sample] = await call<{ memberid: string; phone: string }[]>(
      server,
      'GET',
      `/members?limit=1&q=${encodeURIComponent('8031200000')}`,
      token,
    )
    await call(server, 'POST', '/financial/contributions', token, { memberId: sample?.memberid, amount: 2500 })
    await expect
      .poll(() => simulator.sent.map(({ to, text }) => `${to} ${text.includes('Your contribution of N2,500.00')}`))
      .toEqual([`${sample?.phone} true`])

    const officer = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      '/coop/settings?tab=messages',
    )
    await officer.getByLabel('Decisions on loans').selectOption('In the app, by SMS and email')
    await expect(officer.getByText('Saved')).toBeVisible()
    await officer.getByLabel('Monthly limit').fill('12')
    await officer.getByRole('button', { name: 'Save limit' }).click()
    await expect(officer.getByText('Limit saved')).toBeVisible()
    await expect(officer.getByText(/^\d+ of 12 SMS this month, about ₦/)).toBeVisible()
    await expectClean(officer, 'messages to members')
    await member.reload()
    await expect(member.getByLabel('Receipts of payments')).toHaveValue('sms')
    // Here a provider sends them, and the limit is too small for all.
    await officer.goto(`${server.url}/coop/notifications?write=new`)
    const drawer = officer.getByRole('dialog', { name: 'Write to members' })
    await drawer.getByLabel('Message').fill('Bring your passbook.')
    await drawer.getByLabel(/^Also by SMS/).check()
    await expect(drawer.getByText(/This month \d+ of 12 SMS are used\.$/)).toBeVisible()
    await expect(drawer.getByText('No SMS provider is set up')).toHaveCount(0)
    await drawer.getByRole('button', { name: /^Send to \d+ members$/ }).click()
    await expect(drawer.getByText(/^This takes \d+ SMS, and of the 12 for this month \d+ are left\./)).toBeVisible()
    await expect(member.getByLabel('Decisions on loans')).toContainText('As your cooperative: SMS and email')
  },
)

test('a member is registered, gets the code by SMS, sets a password with it and logs in', async ({ browser }) => {
  test.setTimeout(180_000)
  const token = await officerToken(server)
  const phoneNumber = '+2348031977001'
  const member = {
    ...{ firstName: 'Ngozi', lastName: 'Eze', phone: phoneNumber, registrationDate: '2026-01-15' },
    monthlyContributions: 5000,
  }
  await call(server, 'POST', '/cooperatives/members', token, { member: [member] })
  await expect.poll(() => simulator.sent.filter(({ to }) => to === phoneNumber).length).toBe(1)
  const text = simulator.sent.find(({ to }) => to === phoneNumber)?.text ?? ''
  const code = /Code (\d{8})/.exec(text)?.[1] ?? ''
  expect(text).toContain('/forgot-password?activate=1')
  expect(server.outbox().filter(({ to }) => to === phoneNumber)).toEqual([])

  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(`${server.url}/forgot-password?activate=1`)
  await page.getByLabel('Phone number or membership number').fill(phoneNumber)
  await page.getByLabel('Activation code').fill(code)
  await page.getByLabel('New password').fill('a-password-of-mine')
  await page.getByLabel('Confirm password').fill('a-password-of-mine')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page).toHaveURL(/\/member\/dashboard/)
})
