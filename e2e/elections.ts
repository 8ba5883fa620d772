import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { call, openSociety, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { recordWhenJoined } from './recorded-members.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './sign-in.ts'

export type ElectingMember = { id: string; phone: string; membershipno: string; name: string }
export type ElectingSociety = {
  server: RunningServer
  coopId: string
  password: string
  /** Of the cooperative's login. */
  token: string
  members: ElectingMember[]
}

const suite = RSABSSA.SHA384.PSS.Randomized()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const inSlashes = (day: string) => day.split('-').toReversed().join('/')
/** A day in Lagos, so many days from now. */
export const dayFromNow = (days: number) =>
  new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

/** A society of members with logins: the first is treasurer, unless that comes later, the second secretary. */
export async function buildElectingSociety(
  server: RunningServer,
  {
    name,
    phone,
    size,
    password,
    joinedOn = () => '2020-06-01',
    hasTreasurer = true,
  }: {
    name: string
    phone: string
    size: number
    password: string
    joinedOn?: (n: number) => string
    hasTreasurer?: boolean
  },
): Promise<ElectingSociety> {
  const { coopId, token } = await openSociety(server, { name, phone, password })
  const phones = Array.from({ length: size }, (_, n) => `+2348037${phone.slice(-1)}${String(n).padStart(5, '0')}`)
  const registered = await call<{ memberid: string; membershipno: string; activationCode: string }[]>(
    server,
    'POST',
    '/cooperatives/members',
    token,
    {
      member: phones.map((each, n) => ({
        firstName: `Member ${String(n).padStart(2, '0')}`,
        lastName: 'Bello',
        phone: each,
        registrationDate: joinedOn(n),
      })),
    },
  )
  await recordWhenJoined(server)
  const members = registered.map(({ memberid, membershipno }, n) => ({
    ...{ id: memberid, membershipno, phone: phones[n] ?? '' },
    name: `Member ${String(n).padStart(2, '0')} Bello`,
  }))
  for (const [n] of registered.entries())
    await call(server, 'POST', '/auth/reset-password', undefined, {
      ...{ identifier: phones[n], code: await sentCode(server, phones[n]), password },
      confirmPassword: password,
    })
  const giveOffice = (member: ElectingMember | undefined, office: string) =>
    call(server, 'PUT', `/cooperatives/members/${member?.id}/roles`, token, { roleIds: ['member', office] })
  if (hasTreasurer) await giveOffice(members[0], 'treasurer')
  await giveOffice(members[1], 'secretary')
  return { server, coopId, token, password, members }
}

export async function memberToken({ server, password }: ElectingSociety, { phone }: ElectingMember): Promise<string> {
  const { accessToken } = await call(server, 'POST', '/member-auth/login', undefined, { phoneNumber: phone, password })
  return accessToken ?? ''
}

/** The answer to an officer who is a member and goes over to the admin area: a token, or the status of the refusal. */
export async function enterOffice(
  { server, password }: ElectingSociety,
  { phone }: ElectingMember,
): Promise<{ status: number; token: string }> {
  const login = await call<{ accessToken: string; member: { cooperativeId: string } }>(
    server,
    'POST',
    '/member-auth/login',
    undefined,
    { phoneNumber: phone, password },
  )
  const reply = await fetch(`${server.url}/api/member-auth/switch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${login.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cooperativeId: login.member.cooperativeId, role: 'coop_admin' }),
  })
  const { data } = (await reply.json()) as { data: { accessToken: string } | null }
  return { status: reply.status, token: data?.accessToken ?? '' }
}

/** A member's phone, open at a page of the portal. */
export async function openPortal(
  browser: Browser,
  { server, password }: ElectingSociety,
  { phone }: ElectingMember,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  return signIn(await context.newPage(), server, 'member', [phone, password], path)
}

/** Begins the register of officers with the usual posts and enters who holds one of them, the treasurer, who agrees to when it began. */
export async function beginRegister(
  officer: Page,
  society: ElectingSociety,
  { post, holder, since }: { post: string; holder: ElectingMember; since: string },
): Promise<void> {
  const { server } = society
  await officer.goto(`${server.url}/coop/governance/officers`)
  await expectClean(officer, 'a register of officers without posts')
  await officer.getByRole('button', { name: 'Add usual posts' }).click()
  await expect(officer.getByRole('row', { name: new RegExp(`^${post}.*Vacant`) })).toBeVisible()
  await expect(officer.getByText('holds the rights of treasurer, not in the register').first()).toBeVisible()
  await officer.getByRole('button', { name: 'Record holder' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Record holder' })
  await drawer.getByLabel('Post').selectOption({ label: post })
  await drawer.getByRole('combobox', { name: 'Member' }).fill(holder.name)
  await officer.getByRole('option', { name: new RegExp(holder.name) }).click()
  await drawer.getByLabel('Came by').selectOption({ label: 'Earlier term' })
  await drawer.getByLabel('First day').fill(inSlashes(since))
  await expectClean(officer, 'recording the holder of a post')
  await drawer.getByRole('button', { name: 'Record holder' }).click()
  await expect(drawer.getByText('Sent for approval')).toBeVisible()
  await expectClean(officer, 'a holder that waits for another officer')
  const { token } = await enterOffice(society, holder)
  const [asked] = await call<{ changeRequestId: string }[]>(server, 'GET', '/financial/approvals?kind=change', token)
  await call(server, 'POST', `/change-requests/${asked?.changeRequestId}/approve`, token, {})
  await officer.reload()
  await expect(officer.getByRole('row', { name: new RegExp(`^${post}.*${holder.name}`) })).toBeVisible()
}

/** Opens an election to one post by the screens; answers its identifier. */
export async function openElection(
  officer: Page,
  { server }: ElectingSociety,
  { title, post, takesOfficeOn }: { title: string; post: string; takesOfficeOn: string },
): Promise<string> {
  await officer.goto(`${server.url}/coop/governance/elections`)
  await officer.getByRole('button', { name: 'Open election' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Open an election' })
  await drawer.getByLabel('Title').fill(title)
  await drawer.getByLabel(post, { exact: true }).check()
  await drawer.getByLabel('Nominations close on').fill(inSlashes(dayFromNow(3)))
  await drawer.getByLabel('Nominations close at').fill('18:00')
  await drawer.getByLabel('New holders take office on').fill(inSlashes(takesOfficeOn))
  await expectClean(officer, 'opening an election')
  await drawer.getByRole('button', { name: 'Open election' }).click()
  await expect(officer.getByRole('heading', { name: title })).toBeVisible()
  return new URL(officer.url()).pathname.split('/').at(-1) ?? ''
}

/** A member nominates themselves on the page of the election. */
export async function nominateSelf(page: Page, post: string, statement: string): Promise<void> {
  await page.getByRole('button', { name: `Nominate myself for ${post}` }).click()
  const dialog = page.getByRole('dialog', { name: `Be a candidate for ${post}?` })
  await dialog.getByLabel('Statement').fill(statement)
  await expectClean(page, 'nominating oneself')
  await dialog.getByRole('button', { name: 'Nominate' }).click()
  await expect(page.getByText(statement)).toBeVisible()
}

/** A member nominates another by the membership number. */
export async function nominateOther(page: Page, post: string, { membershipno, name }: ElectingMember): Promise<void> {
  await page.getByRole('button', { name: `Nominate a member for ${post}` }).click()
  const dialog = page.getByRole('dialog', { name: `Nominate a member for ${post}` })
  await dialog.getByLabel('Membership number').fill(membershipno)
  await dialog.getByRole('button', { name: 'Nominate' }).click()
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText('You nominated this candidate.')).toBeVisible()
}

export async function acceptNomination(page: Page, post: string, statement: string): Promise<void> {
  await page.getByRole('button', { name: 'Accept nomination' }).click()
  const dialog = page.getByRole('dialog', { name: `Accept the nomination for ${post}?` })
  await dialog.getByLabel('Statement').fill(statement)
  await dialog.getByRole('button', { name: 'Accept nomination' }).click()
  await expect(page.getByText(statement)).toBeVisible()
}

export async function second(page: Page, { name }: ElectingMember): Promise<void> {
  await page.getByRole('button', { name: `Second ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Second' }).click()
  await expect(page.getByText('You seconded this candidate.').first()).toBeVisible()
}

/** As if the time of nominations were over. */
export async function closeNominations({ server }: ElectingSociety, electionId: string): Promise<void> {
  const client = new pg.Client(await server.adminUrl())
  await client.connect()
  await client.query(
    "update app.election set nominations_open_at = now() - interval '2 hours', nominations_close_at = now() - interval '1 second' where election_id = $1",
    [electionId],
  )
  await client.end()
}

/** Opens the ballot for a post on the page of the election, until tomorrow; answers the identifier of its vote. */
export async function openBallot(
  officer: Page,
  { server }: ElectingSociety,
  electionId: string,
  post: string,
): Promise<string> {
  await officer.goto(`${server.url}/coop/governance/elections/${electionId}`)
  await officer.getByRole('button', { name: 'Open ballot' }).click()
  const dialog = officer.getByRole('dialog', { name: `Open the ballot for ${post}?` })
  await dialog.getByLabel('Closes on').fill(inSlashes(dayFromNow(1)))
  await dialog.getByLabel('Closes at').fill('18:00')
  await expectClean(officer, 'opening a ballot')
  await dialog.getByRole('button', { name: 'Open ballot' }).click()
  const link = officer.getByRole('link', { name: `Ballot 1 for ${post}` })
  const address = await link.getAttribute('href')
  return address?.split('/').at(-1) ?? ''
}

/** A member votes on the page of the ballot, reached from the election. */
export async function voteInBrowser(page: Page, post: string, name: string): Promise<void> {
  await page.getByRole('link', { name: `Vote for ${post}` }).click()
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cast my vote' }).click()
  await expect(page.getByText('You have voted.')).toBeVisible()
}

/** A member's secret ballot as a browser makes it. `place` is that of the option, from 1. */
export async function voteByCall(
  society: ElectingSociety,
  voteId: string,
  member: ElectingMember,
  place: number,
): Promise<void> {
  const { server } = society
  const token = await memberToken(society, member)
  const { publicKey } = await call(server, 'GET', `/governance/votes/${voteId}`, token)
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(publicKey ?? '', 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )
  const message = suite.prepare(new TextEncoder().encode(`ajose ballot 1\n${voteId}\n${place}`))
  const { blindedMsg, inv } = await suite.blind(key, message)
  const { blindSignature } = await call(server, 'POST', `/governance/votes/${voteId}/credential`, token, {
    blinded: text(blindedMsg),
  })
  const signature = await suite.finalize(key, message, Buffer.from(blindSignature ?? '', 'base64url'), inv)
  await call(server, 'POST', '/governance/ballots', undefined, {
    ...{ voteId, choices: [place], serial: text(message.subarray(0, 32)) },
    signature: text(signature),
  })
}

/** The officer closes the ballot once all have voted, and two officers confirm what was counted. */
export async function countAndConfirm(
  officer: Page,
  society: ElectingSociety,
  voteId: string,
  secretary: ElectingMember,
): Promise<void> {
  await officer.goto(`${society.server.url}/coop/governance/votes/${voteId}`)
  await officer.getByRole('button', { name: 'Close and count' }).click()
  await officer.getByRole('dialog').getByRole('button', { name: 'Close and count' }).click()
  await officer.getByRole('button', { name: 'Confirm result' }).click()
  const confirming = officer.getByRole('dialog', { name: 'Confirm the result?' })
  await confirming.getByRole('button', { name: 'Confirm result' }).click()
  await expect(confirming).toBeHidden()
  const { token } = await enterOffice(society, secretary)
  await call(society.server, 'POST', `/governance/votes/${voteId}/confirm`, token, {})
}

/** Declares the result of a post on the page of the election. */
export async function declareResult(
  officer: Page,
  { server }: ElectingSociety,
  electionId: string,
  post: string,
): Promise<void> {
  await officer.goto(`${server.url}/coop/governance/elections/${electionId}`)
  await officer.getByRole('button', { name: 'Declare result' }).click()
  const dialog = officer.getByRole('dialog', { name: `Declare the result for ${post}?` })
  await expectClean(officer, 'declaring a result')
  await dialog.getByRole('button', { name: 'Declare result' }).click()
  await expect(dialog).toBeHidden()
}
