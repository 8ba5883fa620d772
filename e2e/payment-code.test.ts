import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { call, officerToken } from './calls.ts'
import { downloaded } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('a payment code leads an officer to the contribution of that member, and the member to their own payments', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const token = await officerToken(server)
  const [member] = await call<{ memberid: string; firstName: string; lastName: string }[]>(
    server,
    'GET',
    '/members?limit=1',
    token,
  )
  if (!member) throw new Error('The sample society has members')
  const officer = await signedIn(await browser.newContext({ viewport: laptop }), server.url, 'officer')
  await officer.goto(`${server.url}/coop/member/${member.memberid}`)
  await officer.getByRole('button', { name: 'More for this member' }).click()
  await officer.getByRole('menuitem', { name: 'Payment code' }).click()
  const name = `${member.firstName} ${member.lastName}`
  await expect(officer.getByRole('img', { name: `Payment code of ${name}` })).toBeVisible()
  await expectClean(officer, 'the payment code of a member')
  await officer.goto(`${server.url}/payer/${member.memberid}`)
  await expect(officer).toHaveURL(/\/coop\/financial-operations\/contributions\?record=/)
  await expect(officer.getByRole('dialog', { name: 'Record contribution' })).toContainText(name)

  const own = await signedIn(await browser.newContext({ viewport: phone }), server.url, 'member', '/member/profile')
  await expect(own.getByRole('img', { name: /^Payment code of / })).toBeVisible()
  await expectClean(own, 'the profile with a payment code')
  await own.goto(`${server.url}/payer/${member.memberid}`)
  await expect(own).toHaveURL(/\/member\/pay$/)

  const stranger = await (await browser.newContext({ viewport: phone })).newPage()
  await stranger.goto(`${server.url}/payer/${member.memberid}`)
  await expect(stranger.getByText('Log in to go on with this code.')).toBeVisible()
  await expectClean(stranger, 'a payment code without a login')
  await stranger.getByRole('link', { name: 'Login for officers' }).click()
  await stranger.getByLabel('CoopId or Phone No.').fill('AJO-DEM234')
  await stranger.getByLabel('Password', { exact: true }).fill('sample-treasurer')
  await stranger.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(stranger).toHaveURL(/\/coop\/financial-operations\/contributions\?record=/)
  await expect(stranger.getByRole('dialog', { name: 'Record contribution' })).toContainText(name)
})

test('a meeting is added to a calendar by an officer and by a member', { tag: '@full' }, async ({ browser }) => {
  test.setTimeout(240_000)
  const token = await officerToken(server)
  const [meeting] = await call<{ id: string; title: string; kind: string }[]>(
    server,
    'GET',
    '/governance/meetings?when=upcoming',
    token,
  )
  if (!meeting) throw new Error('The sample society has a meeting to come')
  for (const [login, path] of [
    ['officer', `/coop/governance/${meeting.id}`],
    ['member', `/member/meetings/${meeting.id}`],
  ] as const) {
    const page = await signedIn(await browser.newContext({ viewport: laptop }), server.url, login, path)
    const text = readFileSync(await downloaded(page, 'Add to calendar'), 'utf8')
    expect(text).toContain(`UID:meeting-${meeting.id}@127.0.0.1\r\n`)
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${meeting.title.replaceAll(',', String.raw`\,`)}\r\n`)
    await expectClean(page, `a meeting with its calendar, ${login}`)
  }
})

test(
  'a member says that they will come, and the secretary reads it in the notice and on the roll',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(240_000)
    const token = await officerToken(server)
    const date = new Date(Date.now() + 3_600_000 + 86_400_000).toISOString().slice(0, 10)
    const plan = { kind: 'general', title: 'Harvest meeting', date, time: '10:00', place: 'Staff canteen' }
    const { id } = await call(server, 'POST', '/governance/meetings', token, plan)
    await call(server, 'POST', `/governance/meetings/${id}/notice`, token, {})
    const member = await signedIn(
      await browser.newContext({ viewport: phone }),
      server.url,
      'member',
      `/member/meetings/${id}`,
    )
    const officer = await signedIn(
      await browser.newContext({ viewport: laptop }),
      server.url,
      'officer',
      `/coop/governance/${id}`,
    )
    await expect(officer.getByText('No answers yet.')).toBeVisible()
    await member.getByRole('button', { name: 'I will come' }).click()
    await expect(member.getByRole('button', { name: 'I will come' })).toHaveAttribute('aria-pressed', 'true')
    await expectClean(member, 'a meeting with the own answer')
    // Live: the officer's page is not loaded again.
    await expect(officer.getByText('1 will come, 0 can’t.')).toBeVisible()
    await member.getByRole('button', { name: 'I can’t come' }).click()
    await expect(officer.getByText('0 will come, 1 can’t.')).toBeVisible()
  },
)
