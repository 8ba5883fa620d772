import { createHash } from 'node:crypto'
import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { forgeBallot } from '#dev/testing/ballots.ts'
import { call, openSociety, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { recordWhenJoined } from './recorded-members.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'voting-password'
const wording = 'That the monthly contribution be raised to ₦10,000.'
const ask = <Data = Record<string, string>>(method: string, path: string, token?: string, body?: unknown) =>
  call<Data>(server, method, path, token, body)

const size = 40
/** The last five may not vote: three joined today, and two are not active. */
const voters = size - 5
const inBrowser = 3
/** What each says: 1 for, 2 against, 3 abstaining. */
const said = Array.from({ length: voters }, (_, n) => (n % 7 === 0 ? 3 : n % 3 === 0 ? 2 : 1))
const options = ['For', 'Against', 'Abstain']

const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const suite = RSABSSA.SHA384.PSS.Randomized()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** The receipt by the test's own reading of the serial. */
function receiptOf(serial: string): string {
  const hash = createHash('sha256').update(Buffer.from(serial, 'base64url')).digest()
  const letters = [...hash.subarray(0, 16)].map((byte) => '23456789ABCDEFGHJKMNPQRSTUVWXYZ'[byte % 31]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? ''
}

test('40 members vote secretly: who may, votes once and finds the ballot by the receipt; two officers confirm what was counted', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const { coopId, token, meetingId, members } = await buildSociety()
  const officers = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const officer = await signIn(
    await officers.newPage(),
    server,
    'officer',
    [coopId, password],
    '/coop/governance/votes?tab=rules',
  )
  await officer.getByLabel('Days of membership before a vote').fill('30')
  await officer.getByLabel('Clause').nth(2).fill('Bye-law 12')
  await expectClean(officer, 'the bye-laws on votes')
  await officer.getByRole('button', { name: 'Save bye-laws' }).click()
  await expect(officer.getByText('Bye-laws saved').first()).toBeVisible()

  await officer.goto(`${server.url}/coop/governance/${meetingId}?tab=votes`)
  await expectClean(officer, 'a meeting without votes')
  await officer.getByRole('link', { name: 'Open vote' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Open a vote' })
  await drawer.getByLabel('Resolution').fill(wording)
  const tomorrow = new Date(Date.now() + 3_600_000 + 86_400_000).toISOString().slice(0, 10)
  await drawer.getByLabel('Closes on').fill(tomorrow.split('-').toReversed().join('/'))
  await drawer.getByLabel('Closes at').fill('18:00')
  await expectClean(officer, 'opening a vote')
  await drawer.getByRole('button', { name: 'Open vote' }).click()
  await expect(officer.getByRole('heading', { name: wording })).toBeVisible()
  await expect(officer.getByText(`0 of ${voters} members voted`)).toBeVisible()
  const voteId = new URL(officer.url()).pathname.split('/').at(-1) ?? ''
  await officer.getByRole('tab', { name: `Roll (${voters})` }).click()
  await officer.getByLabel('Show').selectOption('excluded')
  await expect(officer.getByRole('row', { name: /Joined too late/ })).toHaveCount(3)
  await expect(officer.getByRole('row', { name: /Not an active member/ })).toHaveCount(2)
  await expectClean(officer, 'the roll of a vote')
  await officer.goto(`${server.url}/coop/governance/votes/${voteId}`)

  // Three in browsers: one of them loses the network between the signature and the ballot.
  const pages: Page[] = []
  for (let n = 0; n < inBrowser; n += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await signIn(
      await context.newPage(),
      server,
      'member',
      [members[n]?.phone ?? '', password],
      '/member/meetings',
    )
    pages.push(page)
    await page.getByRole('link', { name: 'Vote', exact: true }).click()
    await voteIn(page, options[(said[n] ?? 1) - 1] ?? '', n === 1 ? context : undefined)
  }
  await expect(officer.getByText(`${inBrowser} of ${voters} members voted`)).toBeVisible()

  // A member who may not vote is told why.
  const late = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const excluded = await signIn(
    await late.newPage(),
    server,
    'member',
    [members[size - 5]?.phone ?? '', password],
    `/member/meetings/votes/${voteId}`,
  )
  await expect(excluded.getByText('Joined too late. Ask your secretary')).toBeVisible()
  await expectClean(excluded, 'a vote for one who may not vote')

  // The others as their browsers would.
  const { publicKey } = await ask('GET', `/governance/votes/${voteId}`, token)
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(publicKey ?? '', 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )
  const cast = new Map<string, number>()
  for (let n = inBrowser; n < voters; n += 1) {
    const choice = said[n] ?? 1
    const own = await memberToken(members[n]?.phone ?? '')
    const message = suite.prepare(new TextEncoder().encode(`ajose ballot 1\n${voteId}\n${choice}`))
    const { blindedMsg, inv } = await suite.blind(key, message)
    const { blindSignature } = await ask('POST', `/governance/votes/${voteId}/credential`, own, {
      blinded: text(blindedMsg),
    })
    const signature = await suite.finalize(key, message, Buffer.from(blindSignature ?? '', 'base64url'), inv)
    const serial = text(message.subarray(0, 32))
    const { receipt } = await ask('POST', '/governance/ballots', undefined, {
      ...{ voteId, serial, choices: [choice] },
      signature: text(signature),
    })
    expect(receipt).toBe(receiptOf(serial))
    cast.set(receipt ?? '', choice)
  }
  await expect(officer.getByText(`${voters} of ${voters} members voted`)).toBeVisible()
  await officer.getByRole('button', { name: 'Close and count' }).click()
  const closing = officer.getByRole('dialog', { name: 'Close the vote and count the ballots?' })
  await expectClean(officer, 'the last look before a vote is closed')
  await closing.getByRole('button', { name: 'Close and count' }).click()

  const tally = options.map((_, at) => said.filter((each) => each === at + 1).length)
  for (const [at, name] of options.entries())
    await expect(officer.getByRole('row', { name: new RegExp(`^${name} ${tally[at]}$`) })).toBeVisible()
  await officer.getByRole('button', { name: 'Verify' }).click()
  await expect(officer.getByText('The ballots give this result.')).toBeVisible()
  await expect(officer.getByText(`${voters} ballots, ${voters} signed, ${voters} on the roll`)).toBeVisible()
  await expectClean(officer, 'a counted vote')
  await officer.getByRole('button', { name: 'Confirm result' }).click()
  const confirming = officer.getByRole('dialog', { name: 'Confirm the result?' })
  await confirming.getByRole('button', { name: 'Confirm result' }).click()
  await expect(confirming).toBeHidden()
  await expect(officer.getByText('Result not confirmed')).toBeVisible()
  await expect(officer.getByRole('button', { name: 'Confirm result' })).toHaveCount(0)
  const secretary = await officeToken(members[4]?.phone ?? '')
  await ask('POST', `/governance/votes/${voteId}/confirm`, secretary, {})
  await expect(officer.getByText('Carried').first()).toBeVisible()

  // Each finds the ballot that this device cast, also the one whose network failed.
  for (const [n, page] of pages.entries()) {
    const option = options[(said[n] ?? 1) - 1]
    await expect(page.getByText(`Your ballot is counted: ${option}.`)).toBeVisible()
    if (n === 0) await expectClean(page, 'the own receipt and the result')
    const kept = await page.evaluate(
      (id) => Object.entries(localStorage).find(([name]) => name.startsWith('ballot:') && name.endsWith(id))?.[1],
      voteId,
    )
    const { serial } = JSON.parse(kept ?? '{}') as { serial: string }
    await expect(page.getByText(receiptOf(serial)).first()).toBeVisible()
    cast.set(receiptOf(serial), said[n] ?? 0)
  }
  const list = await ask<{ receipt: string; choices: number[] }[]>(
    'GET',
    `/governance/votes/${voteId}/ballots?limit=100`,
    token,
  )
  expect(new Map(list.map(({ receipt, choices }) => [receipt, choices[0]]))).toEqual(cast)

  const { resolutions } = await ask<{ resolutions: object[] }>('GET', `/governance/meetings/${meetingId}`, token)
  expect(resolutions).toEqual([
    { text: wording, for: tally[0], against: tally[1], abstain: tally[2], voteId, outcome: 'carried' },
  ])
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

test('a voter in a hall whose address sent 60 wrong ballots gets through', async ({ browser }) => {
  const hall = '203.0.113.40'
  const { token, members } = await buildHall('Hall Society', '+2348031240100')
  const voteId = await openInHall(token)
  let last = 0
  for (let n = 0; n < 61; n += 1) {
    const { status } = await fetch(`${server.url}/api/governance/ballots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': hall },
      body: JSON.stringify(forgeBallot(voteId, [2])),
    })
    last = status
  }
  expect(last).toBe(429)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': hall },
  })
  const page = await signIn(
    await context.newPage(),
    server,
    'member',
    [members[0]?.phone ?? '', password],
    `/member/meetings/votes/${voteId}`,
  )
  await voteIn(page, 'For')
  const { ballots } = await ask<{ ballots: number }>('GET', `/governance/votes/${voteId}`, token)
  expect(ballots).toBe(1)
})

test('a member who came in with the code on a slip gets an SMS at the vote, types its code there and votes', async ({
  browser,
}) => {
  const { token, members } = await buildHall('Slip Society', '+2348031240300')
  const phone = '+2348031240309'
  const [registered] = await ask<{ memberid: string; activationCode: string }[]>(
    'POST',
    '/cooperatives/members',
    token,
    { member: [{ firstName: 'Halima', lastName: 'Ade', phone, registrationDate: '2024-06-01' }] },
  )
  await recordWhenJoined(server)
  await ask('POST', '/auth/reset-password', undefined, {
    ...{ identifier: phone, code: registered?.activationCode, password },
    confirmPassword: password,
  })
  const voteId = await openInHall(token)
  const page = await signIn(
    await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
    server,
    'member',
    [phone, password],
    `/member/meetings/votes/${voteId}`,
  )
  await page.getByRole('radio', { name: 'For', exact: true }).check()
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByRole('dialog', { name: 'Vote For?' }).getByRole('button', { name: 'Cast my vote' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your login' })
  await expect(dialog.getByText('an officer may have seen')).toBeVisible()
  await expectClean(page, 'a login that is not confirmed yet')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(dialog.getByText('We sent a code to the phone that ends in 0309')).toBeVisible()
  await dialog.getByLabel('Code from the SMS').fill('00000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This code is wrong or has expired')).toBeVisible()
  const isSent = () => server.outbox().findLast(({ to, text }) => to === phone && text.includes('to confirm'))?.text
  await expect.poll(isSent, { timeout: 15_000 }).toContain('is the code to confirm the member login of Halima Ade')
  await dialog.getByLabel('Code from the SMS').fill(await sentCode(server, phone))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('You have voted').first()).toBeVisible()
  expect((await ask<{ ballots: number }>('GET', `/governance/votes/${voteId}`, token)).ballots).toBe(1)

  // The roll says that the login was confirmed after the vote was announced, and the result that one voter's was.
  const [{ marked }, roll] = await Promise.all([
    ask<{ marked: object }>('GET', `/governance/votes/${voteId}`, token),
    ask<{ marks: string[] }[]>('GET', `/governance/votes/${voteId}/roll?show=voted`, token),
  ])
  expect([marked, roll.map(({ marks }) => marks)]).toEqual([
    { recordedLate: 0, provedLate: 1, inPerson: 0 },
    [['proved_late']],
  ])
  expect(members).toHaveLength(3)
})

test('a vote whose hour has passed no longer reads open before it is counted', async ({ browser }) => {
  const { coopId, token } = await buildHall('Passed Society', '+2348031240400')
  await openInHall(token, 5)
  const page = await signIn(
    await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
    server,
    'officer',
    [coopId, password],
    '/coop/governance/votes',
  )
  const tag = page.getByRole('row').filter({ hasText: wording }).locator('.tag')
  await expect(tag).toHaveText('Open')
  // Soon enough that no one is logged out for want of a sign of life.
  await page.clock.setFixedTime(Date.now() + 6 * 60_000)
  await page.reload()
  await expect(tag).toHaveText('Closed, not counted yet')
})

test('an officer who confirmed a result is asked again once the other one who was to confirm it holds no office', async ({
  browser,
}) => {
  const { coopId, token, members } = await buildHall('Stuck Society', '+2348031240500')
  const give = (office: string[]) =>
    ask('PUT', `/cooperatives/members/${members[2]?.id}/roles`, token, { roleIds: ['member', ...office] })
  await give(['secretary'])
  const voteId = await openInHall(token, 60, false)
  for (const { phone } of members)
    await ask('POST', `/governance/votes/${voteId}/open-ballot`, await memberToken(phone), { choices: [1] })
  await ask('POST', `/governance/votes/${voteId}/close`, token)
  const page = await signIn(
    await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
    server,
    'officer',
    [coopId, password],
    `/coop/governance/votes/${voteId}`,
  )
  const button = page.getByRole('button', { name: 'Confirm result' })
  const confirm = async (sentence: string) => {
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm the result?' })
    await expect(dialog.getByText(sentence)).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await expect(dialog).toBeHidden()
  }
  await confirm('Another officer has to confirm it too.')
  await expect(page.getByText('1 more')).toBeVisible()
  await expect(button).toHaveCount(0)
  await give([])
  await confirm('The result is then final.')
  await expect(page.getByText('Carried').first()).toBeVisible()
  await expect(button).toHaveCount(0)
})

test('an officer cancels a vote, a second one approves it, and the voter reads the reason', async ({ browser }) => {
  const reason = 'Two of the names were misspelt.'
  const { coopId, token, members } = await buildHall('Cancelling Society', '+2348031240200')
  await ask('PUT', `/cooperatives/members/${members[1]?.id}/roles`, token, { roleIds: ['member', 'admin'] })
  const voteId = await openInHall(token)
  const voter = await signIn(
    await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
    server,
    'member',
    [members[0]?.phone ?? '', password],
    `/member/meetings/votes/${voteId}`,
  )
  await voteIn(voter, 'Against')

  const officer = await signIn(
    await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
    server,
    'officer',
    [coopId, password],
    `/coop/governance/votes/${voteId}`,
  )
  await officer.getByRole('button', { name: 'Cancel vote' }).click()
  const dialog = officer.getByRole('dialog', { name: 'Cancel this vote?' })
  await expect(dialog.getByText('Its ballots are destroyed')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Cancel vote' }).click()
  await expect(dialog.getByText('Nothing has changed until then.')).toBeVisible()
  await officer.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(officer.getByText('1 of 3 members voted')).toBeVisible()

  const second = await signIn(
    await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
    server,
    'member',
    [members[1]?.phone ?? '', password],
  )
  await second.getByRole('button', { name: /^Your account/ }).click()
  await second.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(second).toHaveURL(/\/coop\/dashboard/)
  await second.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals&kind=change`)
  await second.getByRole('button', { name: /^Cancel the vote/ }).click()
  const asked = second.getByRole('dialog')
  await expect(asked).toContainText(reason)
  await expectClean(second, 'a vote that an officer asks to cancel')
  await asked.getByRole('button', { name: 'Approve the change' }).click()
  await expect(second.getByText('Approved. The change is made.')).toBeVisible()

  await expect(officer.getByText('The ballots were destroyed')).toBeVisible()
  await expect(voter.getByText('This vote was cancelled')).toBeVisible()
  await expect(voter.getByText(`Reason: ${reason} No ballot was counted`)).toBeVisible()
  await expect(voter.getByText('Your receipt')).toBeHidden()
  await expectClean(voter, 'a vote that was cancelled')
})

/** Chooses and casts. With a `context` the ballot is lost on its way at first, and sent again after a reload. */
async function voteIn(page: Page, option: string, context?: BrowserContext): Promise<void> {
  await page.getByRole('radio', { name: option }).check()
  if (!context) await expectClean(page, 'a ballot')
  if (context) await context.route('**/api/governance/ballots', (route) => route.abort())
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/governance/ballots')) sent.push(request)
  })
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Vote ${option}?` })
  if (!context) await expectClean(page, 'the last look before a vote')
  await dialog.getByRole('button', { name: 'Cast my vote' }).click()
  if (context) {
    await expect(dialog.getByText('Your vote was not sent')).toBeVisible()
    await context.unroute('**/api/governance/ballots')
    await page.reload()
    await expect(page.getByText(`You chose ${option} on this device. Press Vote to send it.`)).toBeVisible()
    await page.getByRole('button', { name: 'Vote', exact: true }).click()
    await dialog.getByRole('button', { name: 'Cast my vote' }).click()
  }
  await expect(page.getByText('You have voted.')).toBeVisible()
  await expect(page.getByText('Your receipt')).toBeVisible()
  const headers = await sent.at(-1)?.allHeaders()
  expect(headers?.['content-type']).toBe('application/json')
  for (const name of ['authorization', 'idempotency-key', 'cookie', 'referer']) expect(headers?.[name]).toBeUndefined()
}

async function memberToken(phoneNumber: string): Promise<string> {
  const { accessToken } = await ask('POST', '/member-auth/login', undefined, { phoneNumber, password })
  return accessToken ?? ''
}

async function officeToken(phoneNumber: string): Promise<string> {
  const login = await ask<{ accessToken: string; member: { cooperativeId: string } }>(
    'POST',
    '/member-auth/login',
    undefined,
    { phoneNumber, password },
  )
  const { accessToken } = await ask('POST', '/member-auth/switch', login.accessToken, {
    cooperativeId: login.member.cooperativeId,
    role: 'coop_admin',
  })
  return accessToken ?? ''
}

/** A society of three members with logins. */
async function buildHall(name: string, phone: string) {
  const { coopId, token } = await openSociety(server, { name, phone, password })
  return {
    coopId,
    token,
    members: await registerMembers(
      token,
      [1, 2, 3].map((n) => ({ phone: `${phone.slice(0, -1)}${n}`, firstName: `Member ${n}` })),
    ),
  }
}

async function openInHall(token: string, minutes = 60, isSecret = true): Promise<string> {
  const closesAt = new Date(Date.now() + minutes * 60_000).toISOString()
  const vote = await ask('POST', '/governance/votes', token, { kind: 'resolution', wording, isSecret, closesAt })
  return vote['id'] ?? ''
}

/** Members with logins. */
async function registerMembers(
  token: string,
  given: { phone: string; firstName: string; registrationDate?: string }[],
) {
  const registered = await ask<{ memberid: string; activationCode: string }[]>('POST', '/cooperatives/members', token, {
    member: given.map((each) => ({ lastName: 'Ade', registrationDate: '2024-06-01', ...each })),
  })
  await recordWhenJoined(server)
  const members = registered.map(({ memberid }, n) => ({ id: memberid, phone: given[n]?.phone ?? '' }))
  for (const { phone } of members)
    await ask('POST', '/auth/reset-password', undefined, {
      ...{ identifier: phone, code: await sentCode(server, phone), password },
      confirmPassword: password,
    })
  return members
}

/** Forty members with logins, a secretary among them, and a general meeting today. */
async function buildSociety() {
  const { coopId, token } = await openSociety(server, { name: 'Voting Society', phone: '+2348031240000', password })
  const members = await registerMembers(
    token,
    Array.from({ length: size }, (_, n) => ({
      firstName: `Member ${String(n).padStart(2, '0')}`,
      phone: `+23480360000${String(n).padStart(2, '0')}`,
      ...(n >= size - 5 && n < size - 2 && { registrationDate: today }),
    })),
  )
  for (const { id } of members.slice(-2)) await ask('PUT', `/cooperatives/members/${id}`, token, { status: 'inactive' })
  await recordWhenJoined(server)
  await ask('PUT', `/cooperatives/members/${members[4]?.id}/roles`, token, { roleIds: ['member', 'secretary'] })
  const meeting = await ask('POST', '/governance/meetings', token, {
    ...{ kind: 'special_general', title: 'Special general meeting', date: today },
    ...{ time: '10:00', place: 'The hall' },
  })
  return { coopId, token, meetingId: meeting['id'] ?? '', members }
}
