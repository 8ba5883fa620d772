import * as z from 'zod/mini'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { routes } from './app.ts'
import { addresses } from '#platform/http/serve.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

type Fixture = {
  cooperative: TestCooperative
  doomed: TestCooperative
  member: TestMember
  left: TestMember
  memberToken: string
  loans: string[]
  asked: string[]
  notificationId: string
}
type Who = 'officer' | 'member' | 'superAdmin'

type Declared = {
  /** As the specification writes it, section 7. */
  call: string
  /** Whose call it is; no one named: it is open to all. */
  who: readonly Who[]
  path?: (f: Fixture) => string
  body?: (f: Fixture) => unknown
  file?: { name: string; content: Uint8Array }
  /** What the right caller gets; 200 unless something else is said. */
  status?: number
  /** Fields that the specification, or the decisions, name in `data`; of a list, in each of its rows. */
  has?: string
  /** What the others get: 404 where the call is everybody's and the record is not. */
  others?: 404
}

const inside: readonly Who[] = ['officer', 'member']
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
)
const person = (firstName: string) => ({ firstName, lastName: 'Declared', phone: newPhone() })

const named: Record<string, string> = {
  MEMBER:
    'memberid membershipno firstName lastName phone email address dateOfBirth registrationDate gender maritalStatus employmentStatus monthlyContributions profilePicture nextOfKinFirstName nextOfKinLastName nextOfKinEmail nextOfKinRelationship nomineeFirstName nomineeLastName nomineeEmail nomineeRelationship tenant_id status memberRoles',
  FIGURES:
    'financialSummary.totalContributions financialSummary.outstandingContributions financialSummary.totalLoans financialSummary.outstandingLoans financialSummary.totalDeposits',
}
const declared: readonly Declared[] = [
  {
    has: 'id',
    call: 'POST /cooperatives/register',
    who: [],
    body: () => ({ name: 'Declared', phone: newPhone(), password: 'secret-1', confirmpassword: 'secret-1' }),
    status: 201,
  },
  {
    has: 'cooperative.id cooperative.coop_id cooperative.name cooperative.phone cooperative.email cooperative.status accessToken refreshToken',
    call: 'POST /cooperatives/login',
    who: [],
    body: ({ cooperative }) => ({ identifier: cooperative.coopId, password: cooperative.password }),
  },
  { call: 'POST /cooperatives/refresh-token', who: [], body: () => ({ refreshToken: 'x'.repeat(43) }), status: 401 },
  { call: 'POST /auth/forgot-password', who: [], body: () => ({ identifier: newPhone() }) },
  {
    call: 'POST /auth/reset-password',
    who: [],
    body: () => ({ identifier: newPhone(), code: '12345678', password: 'secret-1', confirmPassword: 'secret-1' }),
    status: 422,
  },
  {
    call: 'POST /super-admin/login',
    who: [],
    body: () => ({ identifier: 'no one', password: 'secret-1' }),
    status: 401,
  },
  {
    call: 'POST /member-auth/login',
    who: [],
    body: () => ({ phoneNumber: newPhone(), password: 'secret-1' }),
    status: 401,
  },
  { has: 'id coop_id name phone email status logo cooperativeId', call: 'GET /cooperatives/profile', who: ['officer'] },
  {
    has: 'id coop_id name phone email status logo cooperativeId',
    call: 'PUT /cooperatives/profile',
    who: ['officer'],
    body: () => ({ address: '1 Market Road' }),
  },
  {
    call: 'PUT /cooperatives/update/{id}',
    who: ['officer', 'superAdmin'],
    path: (f) => `/cooperatives/update/${f.cooperative.id}`,
    body: () => ({ address: '2 Market Road' }),
  },
  {
    has: 'id coop_id name phone email status',
    call: 'GET /cooperatives/list',
    who: ['superAdmin'],
    path: () => '/cooperatives/list?page=1&limit=10',
  },
  {
    has: 'id coop_id name phone email status',
    call: 'GET /cooperatives/search',
    who: ['superAdmin'],
    path: () => '/cooperatives/search?q=decl',
  },
  { call: 'GET /cooperatives/statistics', who: ['officer', 'superAdmin'] },
  { call: 'POST /cooperatives/cac-document', who: ['officer'], file: { name: 'cac.png', content: png }, status: 201 },
  {
    has: 'MEMBER activationCode',
    call: 'POST /cooperatives/members',
    who: ['officer'],
    body: () => ({ member: [person('Bulk')] }),
    status: 201,
  },
  { has: 'MEMBER activationCode', call: 'POST /members', who: ['officer'], body: () => person('Single'), status: 201 },
  { has: 'MEMBER', call: 'GET /members', who: ['officer'] },
  { has: 'MEMBER', call: 'GET /members/search', who: ['officer'], path: () => '/members/search?q=decl' },
  {
    has: 'MEMBER',
    call: 'GET /cooperatives/members/{id}',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}`,
  },
  {
    has: 'MEMBER',
    call: 'GET /cooperatives/members/{membershipNo}',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${encodeURIComponent(f.member.membershipno)}`,
  },
  {
    has: 'MEMBER',
    call: 'PUT /cooperatives/members/{id}',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}`,
    body: () => ({ address: '3 Market Road' }),
  },
  { call: 'DELETE /cooperatives/members/{id}', who: ['officer'], path: (f) => `/cooperatives/members/${f.left.id}` },
  {
    has: 'memberId roles',
    call: 'GET /cooperatives/members/{memberId}/roles',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}/roles`,
  },
  {
    has: 'memberId roles',
    call: 'PUT /cooperatives/members/{memberId}/roles',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}/roles`,
    body: () => ({ roleIds: ['member'] }),
  },
  {
    has: 'MEMBER nextOfKinPhone nextOfKinAddress nomineePhone nomineeAddress lastLogin personalInfo.cooperative.name personalInfo.cooperative.logo loans.data loans.summary contributions.data contributions.summary transactions.data transactions.summary deposits.data deposits.summary portfolioAllocations.data portfolioAllocations.summary auditLogs.data auditLogs.summary financialRecords.data financialRecords.summary roles FIGURES',
    call: 'GET /member-portal/profile',
    who: ['member'],
    path: () => `/member-portal/profile?_t=${Date.now()}`,
  },
  {
    has: 'profile.firstName profile.lastName profile.membershipno profile.registrationDate FIGURES recentTransactions upcomingPayments',
    call: 'GET /member-portal/dashboard',
    who: ['member'],
  },
  {
    has: 'id type status amount occurredOn description createdAt',
    call: 'GET /financial/members/{id}/financial-records',
    who: inside,
    path: (f) => `/financial/members/${f.member.id}/financial-records?page=1`,
  },
  {
    has: 'fiscalYearStart shareParValue sharesMin shareCeilingPercent contributionMin entranceFee savingsMultiple waitingMonths guarantorsRequired',
    call: 'GET /financial/config',
    who: inside,
  },
  { has: 'id kind subjectName changes changedBy changedAt', call: 'GET /financial/configs', who: ['officer'] },
  { has: 'id code name kind isDefault', call: 'GET /financial/account-types', who: inside },
  {
    has: 'id name interestMethod annualRatePercent instalmentsMax savingsMultiple isDefault',
    call: 'GET /financial/loan-config',
    who: inside,
  },
  {
    has: 'id name interestMethod annualRatePercent instalmentsMax savingsMultiple isDefault',
    call: 'GET /financial/loan-configs',
    who: inside,
  },
  { has: 'status label', call: 'GET /financial/loan-statuses', who: inside },
  {
    has: 'id type status memberId amount occurredOn description createdAt',
    call: 'GET /financial/transactions',
    who: inside,
  },
  {
    has: 'id type status memberId amount occurredOn description createdAt',
    call: 'GET /financial/transactions/deposits',
    who: inside,
  },
  {
    has: 'id status memberId loanConfigId principal instalments purpose submittedAt disbursed outstanding',
    call: 'GET /financial/loans',
    who: inside,
  },
  {
    has: 'id status memberId loanConfigId principal instalments purpose submittedAt disbursed outstanding',
    call: 'GET /financial/members/{memberId}/loans',
    who: inside,
    path: (f) => `/financial/members/${f.member.id}/loans`,
  },
  { has: 'memberId membershipno period expected paid outstanding', call: 'GET /financial/contributions', who: inside },
  { has: 'name title', call: 'GET /financial/reports', who: ['officer'] },
  {
    has: 'id status memberId loanConfigId principal instalments purpose submittedAt disbursed outstanding guarantors schedule',
    call: 'POST /financial/loans/{loanId}/approve',
    who: ['officer'],
    path: (f) => `/financial/loans/${f.loans[0]}/approve`,
    body: () => ({}),
  },
  {
    has: 'id status memberId loanConfigId principal instalments purpose submittedAt disbursed outstanding decisions',
    call: 'POST /financial/loans/{loanId}/reject',
    who: ['officer'],
    path: (f) => `/financial/loans/${f.loans[1]}/reject`,
    body: () => ({ reason: 'Too early' }),
  },
  // Only a loan that was paid out can be paid back.
  {
    call: 'POST /financial/loans/{loanId}/mark-paid',
    who: ['officer'],
    path: (f) => `/financial/loans/${f.loans[0]}/mark-paid`,
    body: () => ({}),
    status: 409,
  },
  {
    has: 'id type status memberId amount occurredOn description createdAt',
    call: 'POST /financial/transactions/{transactionId}/approve',
    who: ['officer'],
    path: (f) => `/financial/transactions/${f.asked[0]}/approve`,
    body: () => ({}),
  },
  {
    has: 'id type status memberId amount occurredOn description createdAt',
    call: 'POST /financial/transactions/{transactionId}/reject',
    who: ['officer'],
    path: (f) => `/financial/transactions/${f.asked[1]}/reject`,
    body: () => ({ reason: 'Not in cash today' }),
  },
  {
    call: 'POST /notifications',
    who: ['officer'],
    body: () => ({ message: 'The office is closed on Friday.', to: 'all' }),
    status: 201,
  },
  {
    has: 'id type message status createdAt read',
    call: 'GET /notifications',
    who: ['officer', 'member', 'superAdmin'],
  },
  {
    call: 'PUT /notifications/{id}/read',
    who: ['member'],
    path: (f) => `/notifications/${f.notificationId}/read`,
    others: 404,
  },
  {
    call: 'DELETE /notifications/{id}',
    who: ['member'],
    path: (f) => `/notifications/${f.notificationId}`,
    others: 404,
  },
  { has: 'status', call: 'GET /api/health', who: [] },
  { call: 'DELETE /cooperatives/delete/{id}', who: ['superAdmin'], path: (f) => `/cooperatives/delete/${f.doomed.id}` },
  { call: 'POST /cooperatives/logout', who: ['officer', 'member', 'superAdmin'] },
]

/** Whether a value has this field; one that is null is there. */
function holds(value: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || !(name in value)) return false
  return rest.length === 0 || holds((value as Record<string, unknown>)[name], rest)
}

function routeOf(call: string) {
  const [method = '', path = ''] = call.replaceAll(/\{\w+\}/g, ':').split(' ')
  const found = routes.find(
    ({ endpoint }) =>
      endpoint.method === method && addresses(endpoint).some((each) => each.replaceAll(/:\w+/g, ':') === path),
  )
  if (!found) throw new Error(`No route for ${call}`)
  return found
}

describe('the calls that section 7 of the specification declares', () => {
  let app: TestApp
  let fixture: Fixture
  let tokens: Record<Who, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    const cooperative = await buildCooperative(app, { name: 'Declared Cooperative' })
    const member = await buildMember(app, cooperative)
    const memberToken = await loginMember(app, member)
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 100_000 },
      }),
      201,
    )
    const [loanConfig] = dataOf(await app.call('GET', '/financial/loan-configs', { token: cooperative.token }))
    dataOf(await app.call('PUT', '/financial/config', { token: cooperative.token, body: { guarantorsRequired: 0 } }))
    const apply = async () =>
      dataOf(
        await app.call('POST', '/financial/loans', {
          token: memberToken,
          body: { loanConfigId: loanConfig.id, principal: 1000, instalments: 3 },
        }),
        201,
      ).id
    dataOf(
      await app.call('POST', '/financial/transactions/deposits', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 5 },
      }),
      201,
    )
    const ask = async () =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: memberToken,
          body: { type: 'withdrawal', amount: 10 },
        }),
        201,
      ).id
    dataOf(
      await app.call('POST', '/notifications', {
        token: cooperative.token,
        body: { message: 'The meeting begins at ten.', to: 'all' },
      }),
      201,
    )
    const [{ id: notificationId }] = dataOf(await app.call('GET', '/notifications', { token: memberToken }))
    fixture = {
      cooperative,
      member,
      memberToken,
      notificationId,
      doomed: await buildCooperative(app, { status: 'pending' }),
      left: await buildMember(app, cooperative),
      loans: [await apply(), await apply()],
      asked: [await ask(), await ask()],
    }
    tokens = { officer: cooperative.token, member: memberToken, superAdmin: await app.superAdminToken() }
  })
  afterAll(() => app.stop())

  const send = async ({ call, path, body, file }: Declared, prefix: string, token?: string) => {
    const [method = '', literal = ''] = call.split(' ')
    return app.call(method, `${prefix}${path?.(fixture) ?? literal}`, {
      ...(token === undefined ? {} : { token }),
      ...(body ? { body: body(fixture) } : {}),
      ...(file ? { file } : {}),
    })
  }

  test.each(declared.filter(({ who }) => who.length > 0))('$call is refused to everybody else', async (each) => {
    const prefix = each.call.includes('/api/') ? '' : '/api'
    expect((await send(each, prefix)).status).toBe(401)
    const others = (Object.keys(tokens) as Who[]).filter((who) => !each.who.includes(who))
    const refused = await Promise.all(
      others.map(async (who) => ({ who, status: (await send(each, prefix, tokens[who])).status })),
    )
    expect(refused).toEqual(others.map((who) => ({ who, status: each.others ?? 403 })))
  })

  test.each(declared)('$call answers whose call it is', async (each) => {
    const [first] = each.who
    const reply = await send(each, '', first && tokens[first])
    expect({ status: reply.status, text: reply.text }).toEqual({ status: each.status ?? 200, text: reply.text })
    expect(reply.body.success).toBe((each.status ?? 200) < 400)
    expect(reply.body.message).toEqual(expect.any(String))
    const { data, meta } = reply.body
    const { endpoint }: { endpoint: Endpoint } = routeOf(each.call)
    const isList = endpoint.kind === 'list'
    const { page, limit, total, totalPages } = meta ?? {}
    expect([page, limit, totalPages]).toEqual(
      isList ? [1, 10, Math.ceil(total / 10)] : [undefined, undefined, undefined],
    )
    expect(!isList || data.length > 0).toBe(true)
    const wanted = (each.has ?? '').split(' ').flatMap((name) => (named[name] ?? name).split(' '))
    for (const row of Array.isArray(data) ? data : [data])
      expect({
        call: each.call,
        missing: wanted.filter((name) => name !== '' && !holds(row, name.split('.'))),
      }).toEqual({ call: each.call, missing: [] })
    // Whatever came is what the contract promises, to the last field.
    const rows = reply.status >= 300 ? [] : isList ? data : [data]
    for (const row of rows) expect(z.encode(endpoint.reply, z.decode(endpoint.reply, row))).toEqual(row)
  })

  test.each(declared.filter(({ who, call }) => who.length > 1 && !call.includes('logout')))(
    '$call answers each of them',
    async (each) => {
      for (const who of each.who.slice(1))
        expect({ who, status: (await send(each, '/api', tokens[who])).status }).toEqual({
          who,
          status: each.status ?? 200,
        })
    },
  )
})
