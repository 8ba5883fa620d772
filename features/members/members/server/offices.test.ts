import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { type CooperativeActor, type Office, offices, may, rolesThatMay } from '#core/actor.ts'
import { addDays, dayIn } from '#core/calendar.ts'
import { decidingPermission } from '#features/access/approvals/rules/approvals.ts'
import { routes } from '#app/server/app.ts'
import { permit } from '#platform/http/permit.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const today = dayIn(new Date())
const yesterday = addDays(today, -1)
const nextYear = addDays(today, 365)

/** All that an auditor may send: about themselves, or a reading that takes a body. */
const auditorMaySend = [
  'DELETE /auth/identities/:identityId',
  'DELETE /auth/push',
  'DELETE /auth/second-factor/authenticator',
  'DELETE /auth/second-factor/passkeys/:passkeyId',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:sessionId',
  'DELETE /notifications/:id',
  'POST /auth/change-password',
  'POST /auth/identities',
  'POST /auth/login-proof',
  'POST /auth/login-proof/code',
  'POST /auth/second-factor/authenticator',
  'POST /auth/second-factor/authenticator/confirm',
  'POST /auth/second-factor/passkeys',
  'POST /auth/second-factor/passkeys/challenge',
  'POST /auth/step-up',
  'POST /auth/step-up/challenge',
  'POST /cooperatives/logout',
  'POST /financial/dividends/preview',
  'POST /financial/loans/preview',
  'POST /governance/enquiries',
  'POST /governance/enquiries/:id/close',
  'POST /governance/enquiries/:id/messages',
  'POST /member-auth/switch',
  'POST /members/export',
  'PUT /auth/push',
  'PUT /notifications/:id/read',
  'PUT /notifications/:id/restore',
  'PUT /notifications/read-all',
]

/** What an auditor does not read: the areas of others, and what only serves a form that they have not. */
const auditorDoesNotRead = [
  'GET /change-requests',
  'GET /contact-messages',
  'GET /cooperatives/api-keys',
  'GET /cooperatives/details/:id',
  'GET /cooperatives/export',
  'GET /cooperatives/export/file',
  'GET /cooperatives/list',
  'GET /cooperatives/members/:memberId/bank-details',
  'GET /cooperatives/search',
  'GET /cooperatives/webhook-deliveries',
  'GET /cooperatives/webhooks',
  'GET /financial/bank-layouts/:accountId',
  'GET /financial/guarantees',
  'GET /financial/guarantors',
  'GET /financial/loans/:loanId/recovery',
  'GET /financial/loans/:loanId/write-off',
  'GET /financial/loans/eligibility',
  'GET /financial/payable',
  'GET /financial/posting-accounts',
  'GET /governance/actions/own',
  'GET /governance/meetings/:id/attendance/code',
  'GET /imports/:importId',
  'GET /imports/:importId/rows',
  'GET /imports/:importId/rows-to-correct',
  'GET /member-portal/consents',
  'GET /member-portal/dashboard',
  'GET /member-portal/dividend-choice',
  'GET /member-portal/dividends',
  'GET /member-portal/erasure-requests',
  'GET /member-portal/message-ways',
  'GET /member-portal/my-data',
  'GET /member-portal/nominees',
  'GET /member-portal/payment-offer',
  'GET /member-portal/payments',
  'GET /member-portal/payments/:paymentId',
  'GET /member-portal/profile',
  'GET /member-portal/requests',
  'GET /member-portal/statement',
  'GET /member-portal/statement-links',
  'GET /member-portal/transfer-account',
  'GET /members/similar',
  'GET /members/views',
  'GET /platform/audit-events',
  'GET /platform/audit-events/csv',
  'GET /platform/health',
  'GET /platform/support-access',
  'GET /platform/unclaimed-money',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** These end the very session that asks. */
const ending = [
  'POST /cooperatives/logout',
  'POST /member-auth/switch',
  'DELETE /auth/sessions',
  'POST /auth/change-password',
]
const notPermitted = 'Your role does not allow this.'

let app: TestApp
let cooperative: TestCooperative

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
/** An admin beside the cooperative's own login, who agrees to what takes two. */
let approver: string | undefined
const give = async (member: { id: string }, roleIds: string[], endsOn?: string | null, token?: string) =>
  agreed(
    app,
    await ask(
      'PUT',
      `/cooperatives/members/${member.id}/roles`,
      { roleIds, ...(endsOn !== undefined && { endsOn }) },
      token,
    ),
    approver,
  )
const enter = (own: string) =>
  ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, own)
const login = async ({ phone }: TestMember) =>
  dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password: 'member-password' } }))

async function buildOfficer(office: Office | 'admin', endsOn: string | null = office === 'auditor' ? nextYear : null) {
  const member = await buildMember(app, cooperative, { firstName: office, lastName: 'Officer' })
  const own = await loginMember(app, member)
  dataOf(await give(member, ['member', office], endsOn))
  const { accessToken, refreshToken, cooperative: entered } = dataOf(await enter(own))
  if (office === 'admin') approver ??= accessToken
  return { ...member, token: accessToken as string, refreshToken: refreshToken as string, entered }
}

/** The office ends as time would end it: its last day lies behind. */
const letEnd = (member: { id: string }) =>
  app.admin.query('update app.member set office_ends_on = $2 where member_id = $1', [member.id, yesterday])

describe('what each office may call', () => {
  const officers = {} as Record<Office, Awaited<ReturnType<typeof buildOfficer>>>
  beforeAll(async () => {
    for (const office of offices) officers[office] = await buildOfficer(office)
  })

  const isOpen = ({ access }: Endpoint, office: Office) =>
    access === 'public' || access === 'signed_in' || may({ role: 'coop_admin', office }, access)

  test('is what the table of permissions says', () => {
    const actor = { role: 'coop_admin', cooperativeStatus: 'active' } as CooperativeActor
    const isPermitted = (endpoint: Endpoint, office: Office) => {
      try {
        return Boolean(permit(endpoint, { ...actor, office }))
      } catch {
        return false
      }
    }
    for (const office of offices) {
      const endpoints = routes.map(({ endpoint }) => endpoint)
      expect(endpoints.filter((each) => isPermitted(each, office)).map(nameOf)).toEqual(
        endpoints.filter((each) => isOpen(each, office)).map(nameOf),
      )
    }
  })

  test.each(offices)('%s is let in where the table of permissions says so, and nowhere else', async (office) => {
    const nothing = crypto.randomUUID()
    for (const [n, { endpoint }] of routes.entries()) {
      const { access, method, path } = endpoint
      if (access === 'public' || ending.includes(nameOf(endpoint))) continue
      // At the quick size each endpoint is called by one of the offices.
      if (n % offices.length !== atSize(offices.indexOf(office), n % offices.length)) continue
      const open = isOpen(endpoint, office)
      const url = path.replaceAll(/:\w+/g, nothing).replace(/^\/api/, '')
      const reply = await app.call(method, `/api${url}`, {
        token: officers[office].token,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      const refused = reply.status === 403 && reply.body.message === notPermitted
      expect({ call: nameOf(endpoint), status: reply.status, refused }, reply.text.slice(0, 200)).toEqual({
        call: nameOf(endpoint),
        status: reply.status,
        refused: !open,
      })
      // Whoever is let in finds nothing at these addresses, or sends nothing that is well formed; they are never thrown out or breaks anything.
      expect({ call: nameOf(endpoint), broken: reply.status >= 500 || reply.status === 401 }).toEqual({
        call: nameOf(endpoint),
        broken: false,
      })
    }
  })

  // ASVS V8.2.1
  test('an auditor sends nothing that changes the cooperative, and reads all of it', () => {
    const open = ({ access }: Endpoint) =>
      access !== 'public' && (access === 'signed_in' || may({ role: 'coop_admin', office: 'auditor' }, access))
    const endpoints = routes.map(({ endpoint }) => endpoint)
    expect(
      endpoints
        .filter((each) => each.method !== 'GET' && open(each))
        .map(nameOf)
        .toSorted(),
    ).toEqual(auditorMaySend)
    expect(
      endpoints
        .filter((each) => each.method === 'GET' && each.access !== 'public' && !open(each))
        .map(nameOf)
        .toSorted(),
    ).toEqual(auditorDoesNotRead)
  })

  test('the session says which office it is and what it may do; an admin has no list, because all is theirs', async () => {
    expect(officers.treasurer.entered).toMatchObject({ office: 'treasurer' })
    expect(officers.treasurer.entered.permissions).toContain('contribution.post')
    expect(officers.treasurer.entered.permissions).not.toContain('loan.decide')
    const admin = await buildOfficer('admin')
    expect(admin.entered).toMatchObject({ office: 'admin' })
    expect(admin.entered).not.toHaveProperty('permissions')
  })

  test('the database counts as deciders whom the table lets decide', async () => {
    for (const [kind, permission] of Object.entries({
      ...decidingPermission,
      disbursement: 'loan.disburse' as const,
    })) {
      const { rows } = await app.admin.query('select app.roles_that_decide($1) as roles', [kind])
      expect({ kind, roles: rows[0].roles.toSorted() }).toEqual({ kind, roles: rolesThatMay(permission).toSorted() })
    }
  })

  test('members and money share the calls of an import, and each office keeps to its own', async () => {
    const file = {
      name: 'register.csv',
      content: new TextEncoder().encode('First name,Last name,Phone\nBola,Ade,08031234567\n'),
    }
    const people = dataOf(
      await app.call('POST', '/cooperatives/members/imports', { token: officers.secretary.token, file }),
      201,
    )
    const money = dataOf(
      await app.call('POST', '/financial/contributions/imports', { token: officers.treasurer.token, file }),
      201,
    )
    for (const [theirs, token] of [
      [money.id, officers.secretary.token],
      [people.id, officers.treasurer.token],
    ] as const) {
      expect((await ask('GET', `/imports/${theirs}`, undefined, token)).status).toBe(403)
      expect((await ask('GET', `/imports/${theirs}/rows`, undefined, token)).status).toBe(403)
      expect((await ask('PUT', `/imports/${theirs}`, { skipProblems: true }, token)).status).toBe(403)
      expect((await ask('POST', `/imports/${theirs}/post`, {}, token)).status).toBe(403)
    }
    expect(dataOf(await ask('GET', `/imports/${people.id}`, undefined, officers.secretary.token)).kind).toBe('members')
  })
})

describe('giving an office and ending it', () => {
  test('the member’s record has the office with its last day, and the register finds them by it', async () => {
    const auditor = await buildOfficer('auditor')
    expect(dataOf(await ask('GET', `/cooperatives/members/${auditor.id}`)).memberRoles).toEqual([
      { role: 'member' },
      { role: 'auditor', endsOn: nextYear },
    ])
    expect(dataOf(await ask('GET', `/cooperatives/members/${auditor.id}/roles`)).roles).toEqual([
      { id: 'member', name: 'member' },
      { id: 'auditor', name: 'auditor', endsOn: nextYear },
    ])
    const found = dataOf(await ask('GET', '/members?role=auditor')) as {
      memberid: string
      memberRoles: { role: string }[]
    }[]
    expect(found.map(({ memberid }) => memberid)).toContain(auditor.id)
    expect(found.every(({ memberRoles }) => memberRoles.some(({ role }) => role === 'auditor'))).toBe(true)
  })

  test.each<[string, string[], string | undefined, string, string]>([
    ['an auditor without a last day', ['member', 'auditor'], undefined, 'endsOn', 'Give the last day of the audit'],
    [
      'a last day that is over',
      ['member', 'treasurer'],
      yesterday,
      'endsOn',
      'Choose today or a later day. To end the office now, make the member a member again.',
    ],
    [
      'a last day of an admin',
      ['member', 'admin'],
      nextYear,
      'endsOn',
      'Only an office has a last day. Leave it empty for a member or an admin.',
    ],
    [
      'two offices at once',
      ['treasurer', 'secretary'],
      undefined,
      'roleIds',
      'Choose one office. Who needs more than one is an admin.',
    ],
    [
      'an office that there is not',
      ['chairman'],
      undefined,
      'roleIds.0',
      'Use member, admin, treasurer, secretary, loan_committee, auditor',
    ],
  ])('refuses %s', async (_, roleIds, endsOn, field, message) => {
    const member = await buildMember(app, cooperative)
    expect((await give(member, roleIds, endsOn)).body).toMatchObject({ status: 422, errors: [{ field, message }] })
    expect(dataOf(await ask('GET', `/cooperatives/members/${member.id}`)).memberRoles).toEqual([{ role: 'member' }])
  })

  test('from the day after its last an office opens nothing: not the open session, not its renewal, not a new one', async () => {
    const auditor = await buildOfficer('auditor', today)
    expect((await ask('GET', '/financial/reports/trial-balance', undefined, auditor.token)).status).toBe(200)
    await letEnd(auditor)
    expect((await ask('GET', '/financial/reports/trial-balance', undefined, auditor.token)).body).toMatchObject({
      status: 401,
      message: 'Your session has expired. Please login again.',
    })
    expect(
      (await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken: auditor.refreshToken } })).status,
    ).toBe(401)
    const own = await login(auditor)
    expect(own.member.roles).toEqual(['member'])
    expect((await enter(own.accessToken)).body).toMatchObject({
      status: 403,
      message: expect.stringMatching(/^Your office ended on .+ Ask an admin to extend it\.$/),
    })
    expect((await ask('GET', '/member-portal/profile', undefined, own.accessToken)).status).toBe(200)

    dataOf(await give(auditor, ['member', 'auditor'], nextYear))
    expect(dataOf(await enter(own.accessToken)).cooperative.office).toBe('auditor')
  })

  // ASVS V7.4.2
  test('an office that is taken away or changed ends the session that was on it', async () => {
    const officer = await buildOfficer('treasurer')
    dataOf(await give(officer, ['member', 'secretary']))
    expect((await ask('GET', '/members', undefined, officer.token)).status).toBe(401)
    const { accessToken } = dataOf(await enter((await login(officer)).accessToken))
    expect((await ask('GET', '/financial/reports', undefined, accessToken)).status).toBe(403)
    expect((await ask('GET', '/members', undefined, accessToken)).status).toBe(200)
  })

  test('the member is told when an office is asked for, given and taken, and only then', async () => {
    const member = await buildMember(app, cooperative)
    for (const roles of [['member', 'secretary'], ['member', 'secretary'], ['member']])
      dataOf(await give(member, roles))
    const accessToken = await loginMember(app, member)
    const told = dataOf(await ask('GET', '/notifications', undefined, accessToken)) as { message: string }[]
    expect(told.map(({ message }) => message)).toEqual([
      'You are no longer the secretary of your cooperative.',
      expect.stringContaining('asked to change the office of'),
      'You are now the secretary of your cooperative. The admin area is in the menu behind your name.',
      expect.stringContaining('asked to change the office of'),
    ])
  })

  test('giving and taking is in the trail, and no office gives one', async () => {
    const member = await buildMember(app, cooperative)
    for (const office of offices)
      expect((await give(member, ['member', 'admin'], undefined, (await buildOfficer(office)).token)).status).toBe(403)
    dataOf(await give(member, ['member', 'treasurer'], nextYear))
    const { rows } = await app.admin.query(
      'select action from audit.event where subject_id = $1 order by at desc limit 1',
      [member.id],
    )
    expect(rows).toEqual([{ action: 'PUT /cooperatives/members/:memberId/roles' }])
  })

  test('an erased or former officer keeps no office in the database without its day', async () => {
    const member = await buildMember(app, cooperative)
    for (const roles of ['{member,auditor}', '{member,treasurer,secretary}', '{member,chairman}']) {
      await expect(
        app.admin.query('update app.member set roles = $2 where member_id = $1', [member.id, roles]),
      ).rejects.toThrow(/check constraint/)
    }
  })
})

describe('no one makes themselves more than they were made', () => {
  // ASVS V15.3.3
  test('a secretary registers members, but gives them no role', async () => {
    const secretary = await buildOfficer('secretary')
    const person = (roles: string[]) => ({
      firstName: 'New',
      lastName: 'Person',
      phone: `+23470${String(Math.floor(Math.random() * 90_000_000) + 10_000_000)}`,
      roles,
    })
    expect((await ask('POST', '/members', person(['admin']), secretary.token)).body).toMatchObject({
      status: 403,
      message: 'Only an admin gives roles. Leave them out.',
    })
    expect(
      (
        await ask(
          'POST',
          '/cooperatives/members',
          { member: [person(['member']), person(['treasurer'])] },
          secretary.token,
        )
      ).body,
    ).toMatchObject({ status: 403 })
    expect(dataOf(await ask('POST', '/members', person(['member']), secretary.token), 201).memberRoles).toEqual([
      { role: 'member' },
    ])
    expect((await ask('POST', '/members', person(['auditor']))).body).toMatchObject({
      status: 422,
      errors: [{ field: 'roles', message: 'Give the last day of the audit' }],
    })
  })

  test('a secretary moves no officer’s login to a phone of her own', async () => {
    const [secretary, admin] = [await buildOfficer('secretary'), await buildOfficer('admin')]
    const path = `/cooperatives/members/${admin.id}`
    expect((await ask('PUT', path, { phone: '+2348099900011' }, secretary.token)).body).toMatchObject({
      status: 403,
      message:
        'This member is an officer of the cooperative, so only an admin changes the name, phone, email or way in.',
    })
    expect((await ask('POST', `${path}/activation`, {}, secretary.token)).status).toBe(403)
    expect(dataOf(await ask('PUT', path, { address: 'Market Road' }, secretary.token)).address).toBe('Market Road')
    dataOf(await agreed(app, await ask('PUT', path, { phone: '+2348099900011' }), admin.token))
    expect(dataOf(await ask('GET', path)).phone).toBe('+2348099900011')
  })

  test('nor does she print the slip that opens an office', async () => {
    const secretary = await buildOfficer('secretary')
    const waiting = await buildMember(app, cooperative)
    dataOf(await give(waiting, ['member', 'admin']))
    const slips = (token?: string) =>
      ask('POST', '/members/activation-slips', { members: { ids: [waiting.id] } }, token)
    expect((await slips(secretary.token)).body).toMatchObject({ status: 409 })
    expect(dataOf(await slips()).slips).toBe(1)
  })
})

describe('maker and checker among officers of several kinds', () => {
  let society: TestCooperative
  let saver: TestMember
  beforeAll(async () => {
    society = cooperative
    approver = undefined
    cooperative = await buildCooperative(app, { name: 'Harmony Thrift' })
    saver = await buildMember(app, cooperative, { firstName: 'Saver' })
    dataOf(
      await ask('PUT', '/financial/config', {
        withdrawalApprovals: 2,
        withdrawalApprovalsFrom: 0,
        guarantorsRequired: 0,
      }),
    )
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: saver.id, amount: 50_000 }), 201)
  })
  afterAll(() => {
    cooperative = society
  })
  const withdraw = async (token?: string) =>
    dataOf(
      await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: saver.id, amount: 100 }, token),
      201,
    ).id as string
  const approve = (id: string, token?: string) => ask('POST', `/financial/transactions/${id}/approve`, {}, token)
  const approvals = async (id: string, token?: string) =>
    dataOf(await ask('GET', `/financial/transactions/${id}`, undefined, token)).approvals

  test('officers who decide nothing about money leave the cooperative’s login alone with it', async () => {
    await buildOfficer('secretary')
    const committee = await buildOfficer('loan_committee')
    const auditor = await buildOfficer('auditor')
    const id = await withdraw()
    expect(await approvals(id)).toMatchObject({ asked: 1, open: true })
    for (const { token } of [committee, auditor]) {
      expect(await approvals(id, token)).toMatchObject({ open: false })
      expect((await ask('GET', '/financial/approvals?mine=true', undefined, token)).body.meta.total).toBe(0)
      expect((await approve(id, token)).status).toBe(403)
    }
    dataOf(await approve(id))
    expect((await approvals(id)).given).toMatchObject([{ by: 'Harmony Thrift', alone: true }])
  })

  test('a treasurer counts: neither approves what they recorded themselves, until the treasurer’s office has ended', async () => {
    const treasurer = await buildOfficer('treasurer', nextYear)
    const [own, theirs] = [await withdraw(), await withdraw(treasurer.token)]
    expect((await approve(own)).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect((await approve(theirs, treasurer.token)).status).toBe(409)
    expect(await approvals(own, treasurer.token)).toMatchObject({ asked: 1, open: true })
    dataOf(await approve(own, treasurer.token))
    dataOf(await approve(theirs))
    const left = await withdraw()
    await letEnd(treasurer)
    expect(await approvals(left)).toMatchObject({ asked: 1, open: true })
    dataOf(await approve(left))
  })

  test('one who enters a loan but does not decide loans takes no place among those who do', async () => {
    const treasurer = await buildOfficer('treasurer')
    const [configuration] = dataOf(await ask('GET', '/financial/loan-configs')) as { id: string }[]
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/financial/loan-config/${configuration?.id}`, { approvalSteps: [{ from: 0, approvals: 2 }] }),
        treasurer.token,
      ),
    )
    const committee = await buildOfficer('loan_committee')
    const borrower = await buildMember(app, cooperative, { firstName: 'Borrower' })
    dataOf(
      await ask('POST', '/financial/transactions', { type: 'deposit', memberId: borrower.id, amount: 50_000 }),
      201,
    )
    const loan = dataOf(
      await ask(
        'POST',
        '/financial/loans',
        { memberId: borrower.id, loanConfigId: configuration?.id, principal: 1000, instalments: 2 },
        treasurer.token,
      ),
      201,
    )
    expect((await ask('POST', `/financial/loans/${loan.id}/approve`, {}, treasurer.token)).status).toBe(403)
    expect(dataOf(await ask('POST', `/financial/loans/${loan.id}/approve`, {}, committee.token)).status).toBe(
      'submitted',
    )
    expect(dataOf(await ask('POST', `/financial/loans/${loan.id}/approve`, {})).status).toBe('approved')
    expect((await ask('POST', `/financial/loans/${loan.id}/disburse`, { to: 'cash' }, committee.token)).status).toBe(
      403,
    )
  })
})
