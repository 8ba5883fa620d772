import type { Office, Role } from '#core/actor.ts'
import { addDays, type Day, dayIn } from '#core/calendar.ts'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import type { AccountId, CooperativeId, EntryId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { koboFromNaira, zeroKobo } from '#core/money.ts'
import { noLogin } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { post } from '#platform/ledger/ledger.ts'
import type { Reply, TestApp } from './app.ts'

export type TestCooperative = { id: string; coopId: string; phone: string; password: string; token: string }
export type TestMember = { id: string; membershipno: string; phone: string; activationCode: string }

let phones = 0

/** A phone that no one else in this run has. */
export function newPhone(): string {
  phones += 1
  return `+23480${String(30_000_000 + phones).padStart(8, '0')}`
}

/** A key for one action. */
export function newKey(): string {
  return crypto.randomUUID()
}

/** The reply's data, or the reply itself as the error, so that a failing builder says why. */
export function dataOf(reply: Reply, status = 200) {
  if (reply.status !== status) throw new Error(`Expected ${status}, got ${reply.status}: ${reply.text}`)
  return reply.body.data
}

/** A cooperative, logged in; verified by the super admin unless it is to stay pending. */
export async function buildCooperative(
  app: TestApp,
  { name = 'Test Cooperative', status = 'active' }: { name?: string; status?: 'active' | 'pending' } = {},
): Promise<TestCooperative> {
  const phone = newPhone()
  const password = 'secret-password'
  const { id, coop_id: coopId } = dataOf(
    await app.call('POST', '/cooperatives/register', { body: { name, phone, password, confirmpassword: password } }),
    201,
  )
  if (status === 'active') await setCooperativeStatus(app, id, 'active')
  // As in a society that has used Ajose for years: members who joined long ago owe from their first month.
  await app.admin.query(
    "update app.configuration set contributions_due_from = '2000-01-01' where cooperative_id = $1",
    [id],
  )
  const { accessToken: token } = dataOf(
    await app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password } }),
  )
  return { id, coopId, phone, password, token }
}

export async function setCooperativeStatus(app: TestApp, id: string, status: string): Promise<void> {
  dataOf(
    await app.call('PUT', `/cooperatives/update/${id}`, {
      token: await app.superAdminToken(),
      body: { status, reason: 'As the test wants it.' },
    }),
  )
}

/** A registered member; they have no password until they are logged in with `loginMember`. */
export async function buildMember(
  app: TestApp,
  cooperative: TestCooperative,
  given: { phone?: string; [field: string]: unknown } = {},
): Promise<TestMember> {
  const phone = given.phone ?? newPhone()
  const member = {
    firstName: 'Ada',
    lastName: 'Obi',
    registrationDate: '2025-01-15',
    monthlyContributions: 5000,
    ...given,
    phone,
  }
  const [registered] = dataOf(
    await app.call('POST', '/cooperatives/members', { token: cooperative.token, body: { member: [member] } }),
    201,
  )
  // As in a society that has used Ajose for years: who is registered in a test was recorded long before its votes.
  await app.admin.query("update app.member set created_at = now() - interval '1 year' where member_id = $1", [
    registered.memberid,
  ])
  return {
    id: registered.memberid,
    membershipno: registered.membershipno,
    phone,
    activationCode: registered.activationCode,
  }
}

/** Sets a password with a code. */
export function resetPassword(
  app: TestApp,
  identifier: string,
  code: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return app.call('POST', '/auth/reset-password', {
    body: { identifier, code, password, confirmPassword: password },
    headers,
  })
}

/** The header by which a proxy names its client. */
export function from(address: string): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': address }
}

/** As if the member's login had been proved by a code that came to its phone. */
export async function proveLogin(app: TestApp, memberId: string): Promise<void> {
  await app.admin.query(
    `update platform.login l set proved_at = now(), proved_how = 'phone' from platform.membership m
      where m.login_id = l.login_id and m.member_id = $1 and l.proved_at is null`,
    [memberId],
  )
}

/** Activates a member with their code, proves their login and logs them in. */
export async function loginMember(app: TestApp, member: TestMember, password = 'member-password'): Promise<string> {
  dataOf(await resetPassword(app, member.phone, member.activationCode, password))
  await proveLogin(app, member.id)
  // The activation's event follows the reply; a test that looks at the audit trail finds it there already.
  await app.settled()
  return dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: member.phone, password } }))
    .accessToken
}

/** As if it were long ago that officers and members logged in or gave a password or a code. */
export async function letProofsLapse(app: TestApp, roles: readonly Role[] = ['coop_admin', 'member']): Promise<void> {
  await app.admin.query(
    "update platform.session set proved_at = proved_at - interval '2 hours' where role = any ($1)",
    [roles],
  )
}

/** A reply, or where it waits for a second officer the reply of the approval by whoever has this token. */
export async function agreed(app: TestApp, reply: Reply, approver: string | undefined): Promise<Reply> {
  if (reply.status !== 202 || approver === undefined) return reply
  return app.call('POST', `/change-requests/${reply.body.data.changeRequestId}/approve`, { token: approver, body: {} })
}

export type TestOfficer = TestMember & { token: string; memberToken: string }

/** A member who works in the admin area, as an admin unless another office is given, with a token for it and one for the portal. Another admin has to agree where there is one. */
export async function buildOfficer(
  app: TestApp,
  cooperative: TestCooperative,
  { office = 'admin', ...given }: { office?: Office | 'admin'; [field: string]: unknown } = {},
  approver?: string,
): Promise<TestOfficer> {
  const member = await buildMember(app, cooperative, { lastName: 'Officer', ...given })
  const memberToken = await loginMember(app, member)
  const reply = await app.call('PUT', `/cooperatives/members/${member.id}/roles`, {
    token: cooperative.token,
    body: {
      roleIds: ['member', office],
      // An auditor's office always has an end.
      ...(office === 'auditor' && { endsOn: addDays(dayIn(new Date()), 60) }),
    },
  })
  dataOf(await agreed(app, reply, approver))
  const { accessToken: token } = dataOf(
    await app.call('POST', '/member-auth/switch', {
      token: memberToken,
      body: { cooperativeId: cooperative.id, role: 'coop_admin' },
    }),
  )
  return { ...member, token, memberToken }
}

/** The code in the newest message to this phone. */
export async function lastCode(app: TestApp, phone: string): Promise<string> {
  const sent = (await app.outbox()).findLast(({ to, text }) => to === phone && /\b\d{8}\b/.test(text))
  const code = /\b\d{8}\b/.exec(sent?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code was sent to ${phone}`)
  return code
}

/** The cookie by which a server knows this browser again, as the browser would send it. */
export function deviceCookie(reply: Reply): string {
  const cookie = /ajose_device=[^;]+/.exec(reply.headers.get('set-cookie') ?? '')?.[0]
  if (cookie === undefined) throw new Error(`The reply sets no device: ${reply.text}`)
  return cookie
}

/** The statuses of replies that came in any order. */
export function statusesOf(replies: readonly Reply[]): number[] {
  return replies.map(({ status }) => status).toSorted((one, other) => one - other)
}

/** Journals straight into the ledger, in naira between accounts of the chart: [debit code, credit code, amount]. */
export async function postJournals(
  app: TestApp,
  cooperative: TestCooperative,
  journals: readonly { on: string; lines: readonly (readonly [string, string, number])[] }[],
): Promise<void> {
  const cooperativeId = cooperative.id as CooperativeId
  const { rows } = await app.admin.query<{ code: string; account_id: AccountId }>(
    'select code, account_id from ledger.account where cooperative_id = $1',
    [cooperativeId],
  )
  const ids = new Map(rows.map(({ code, account_id }) => [code, account_id]))
  const accountId = (code: string) => ids.get(code) ?? newId<AccountId>()
  const entries = journals.map(({ on, lines }) => {
    const id = newId<EntryId>()
    const postings = lines.map(([debit, credit, amount]) => ({
      debit: accountId(debit),
      credit: accountId(credit),
      amount: koboFromNaira(amount) ?? zeroKobo,
    }))
    return {
      entry: entry({ id, on: on as Day, kind: 'journal', source: { type: 'journal', id }, postings }),
      actorId: noLogin,
      requestId: 'test',
    }
  })
  await app.services.database.tenant({ cooperativeId, role: 'coop_admin' }, (tx) => post(tx, cooperativeId, entries), {
    overdraftReason: 'Agreed with the bank',
  })
}

/** Puts naira into the cash box, from a society's other income: nothing can be paid out of an empty one. */
export async function fundCash(
  app: TestApp,
  cooperative: TestCooperative,
  { naira, on, code = '1010' }: { naira: number; on: string; code?: string },
): Promise<void> {
  await postJournals(app, cooperative, [{ on, lines: [[code, '4910', naira]] }])
}

/** The code that an authenticator app with this key shows now, or so many periods of 30 seconds later. */
export function appCode(key: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + periods * 30_000 })
}

/** Turns two-step verification on for the login behind this token. */
export async function turnOnTwoSteps(
  app: TestApp,
  token: string,
  password: string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const { key } = dataOf(
    await app.call('POST', '/auth/second-factor/authenticator', { token, body: { password } }),
    201,
  )
  const { recoveryCodes } = dataOf(
    await app.call('POST', '/auth/second-factor/authenticator/confirm', { token, body: { code: appCode(key) } }),
  )
  await forgetCodes(app)
  return { key, recoveryCodes }
}

/** As if a minute had passed: the code that an app shows now was not used yet. */
export async function forgetCodes(app: TestApp): Promise<void> {
  await app.admin.query('update platform.authenticator set last_step = last_step - 5')
}

/** The cookie that binds a login under way to this browser, as the browser would send it. */
export function signInCookie(reply: Reply): string {
  const cookie = /ajose_sign_in=[^;]+/.exec(reply.headers.get('set-cookie') ?? '')?.[0]
  if (cookie === undefined) throw new Error(`The reply begins no second step: ${reply.text}`)
  return cookie
}

/** A logo of the society, and of a member a photo and a paper. */
export async function addPapers(app: TestApp, token: string, memberId: string): Promise<void> {
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: '#0b6b4e' } })
  const file = { name: 'Letter of Ngozi.png', content: await drawn.png().toBuffer() }
  dataOf(await app.call('POST', '/cooperatives/logo', { token, file }))
  dataOf(await app.call('POST', `/financial/members/${memberId}/photo`, { token, file }))
  dataOf(await app.call('POST', `/financial/members/${memberId}/documents`, { token, file }), 201)
}
