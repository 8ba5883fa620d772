import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  type TestCooperative,
  type TestMember,
} from './testing/builders.ts'

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
  /** What the others get: 404 where the call is everybody's and the record is not. */
  others?: 404
}

const inside: readonly Who[] = ['officer', 'member']
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
)
const person = (firstName: string) => ({ firstName, lastName: 'Declared', phone: newPhone() })

const declared: readonly Declared[] = [
  {
    call: 'POST /cooperatives/register',
    who: [],
    body: () => ({ name: 'Declared', phone: newPhone(), password: 'secret-1', confirmpassword: 'secret-1' }),
    status: 201,
  },
  {
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
  { call: 'GET /cooperatives/profile', who: ['officer'] },
  { call: 'PUT /cooperatives/profile', who: ['officer'], body: () => ({ address: '1 Market Road' }) },
  {
    call: 'PUT /cooperatives/update/{id}',
    who: ['officer', 'superAdmin'],
    path: (f) => `/cooperatives/update/${f.cooperative.id}`,
    body: () => ({ address: '2 Market Road' }),
  },
  { call: 'GET /cooperatives/list', who: ['superAdmin'], path: () => '/cooperatives/list?page=1&limit=10' },
  { call: 'GET /cooperatives/search', who: ['superAdmin'], path: () => '/cooperatives/search?q=decl' },
  { call: 'GET /cooperatives/statistics', who: ['officer', 'superAdmin'] },
  { call: 'POST /cooperatives/cac-document', who: ['officer'], file: { name: 'cac.png', content: png }, status: 201 },
  { call: 'POST /cooperatives/members', who: ['officer'], body: () => ({ member: [person('Bulk')] }), status: 201 },
  { call: 'POST /members', who: ['officer'], body: () => person('Single'), status: 201 },
  { call: 'GET /members', who: ['officer'] },
  { call: 'GET /members/search', who: ['officer'], path: () => '/members/search?q=decl' },
  { call: 'GET /cooperatives/members/{id}', who: ['officer'], path: (f) => `/cooperatives/members/${f.member.id}` },
  {
    call: 'GET /cooperatives/members/{membershipNo}',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${encodeURIComponent(f.member.membershipno)}`,
  },
  {
    call: 'PUT /cooperatives/members/{id}',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}`,
    body: () => ({ address: '3 Market Road' }),
  },
  { call: 'DELETE /cooperatives/members/{id}', who: ['officer'], path: (f) => `/cooperatives/members/${f.left.id}` },
  {
    call: 'GET /cooperatives/members/{memberId}/roles',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}/roles`,
  },
  {
    call: 'PUT /cooperatives/members/{memberId}/roles',
    who: ['officer'],
    path: (f) => `/cooperatives/members/${f.member.id}/roles`,
    body: () => ({ roleIds: ['member'] }),
  },
  { call: 'GET /member-portal/profile', who: ['member'], path: () => `/member-portal/profile?_t=${Date.now()}` },
  { call: 'GET /member-portal/dashboard', who: ['member'] },
  {
    call: 'GET /financial/members/{id}/financial-records',
    who: inside,
    path: (f) => `/financial/members/${f.member.id}/financial-records?page=1`,
  },
  { call: 'GET /financial/config', who: inside },
  { call: 'GET /financial/configs', who: ['officer'] },
  { call: 'GET /financial/account-types', who: inside },
  { call: 'GET /financial/loan-config', who: inside },
  { call: 'GET /financial/loan-configs', who: inside },
  { call: 'GET /financial/loan-statuses', who: inside },
  { call: 'GET /financial/transactions', who: inside },
  { call: 'GET /financial/transactions/deposits', who: inside },
  { call: 'GET /financial/loans', who: inside },
  {
    call: 'GET /financial/members/{memberId}/loans',
    who: inside,
    path: (f) => `/financial/members/${f.member.id}/loans`,
  },
  { call: 'GET /financial/contributions', who: inside },
  { call: 'GET /financial/reports', who: ['officer'] },
  {
    call: 'POST /financial/loans/{loanId}/approve',
    who: ['officer'],
    path: (f) => `/financial/loans/${f.loans[0]}/approve`,
    body: () => ({}),
  },
  {
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
    call: 'POST /financial/transactions/{transactionId}/approve',
    who: ['officer'],
    path: (f) => `/financial/transactions/${f.asked[0]}/approve`,
    body: () => ({}),
  },
  {
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
  { call: 'GET /notifications', who: ['officer', 'member', 'superAdmin'] },
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
  { call: 'GET /api/health', who: [] },
  { call: 'DELETE /cooperatives/delete/{id}', who: ['superAdmin'], path: (f) => `/cooperatives/delete/${f.doomed.id}` },
  { call: 'POST /cooperatives/logout', who: ['officer', 'member', 'superAdmin'] },
]

describe('the calls that section 7 of the specification declares', () => {
  let app: TestApp
  let fixture: Fixture
  let tokens: Record<Who, string>

  beforeAll(async () => {
    app = await startTestApp()
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
