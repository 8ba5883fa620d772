import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#app/server/app.ts'
import { proofLifetime } from '#platform/http/proof-lifetime.ts'
import { startTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  forgetCodes,
  letProofsLapse,
  loginMember,
  newKey,
  newPhone,
  signInCookie,
  type TestCooperative,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'

const message =
  'Confirm that it’s you with your password, a passkey or a code from your authenticator app, then try again.'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const afterAWhile = () => letProofsLapse(app)

/** What is marked; taking a mark away takes a line of this list along. */
const marked = [
  'DELETE /auth/identities/:identityId',
  'DELETE /auth/second-factor/authenticator',
  'DELETE /auth/second-factor/passkeys/:passkeyId',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:sessionId',
  'DELETE /cooperatives/delete/:id',
  'DELETE /cooperatives/members/:id',
  'DELETE /cooperatives/members/:memberId/sessions',
  'DELETE /financial/loan-config/:id',
  'GET /cooperatives/export/file',
  'GET /financial/reports/audit-pack format=xlsx|pdf',
  'GET /financial/reports/members-register format=csv|xlsx|pdf',
  'POST /change-requests/:changeRequestId/approve',
  'POST /cooperatives/api-keys',
  'POST /cooperatives/export',
  'POST /cooperatives/external-auditors',
  'POST /cooperatives/leavings/:leavingId/approve',
  'POST /cooperatives/leavings/:leavingId/cancel',
  'POST /cooperatives/leavings/:leavingId/payees/:number/pay',
  'POST /cooperatives/leavings/:leavingId/payees/:number/reverse',
  'POST /cooperatives/leavings/:leavingId/reverse',
  'POST /cooperatives/leavings/:leavingId/settle',
  'POST /cooperatives/members/:id/merge',
  'POST /cooperatives/members/:id/readmission',
  'POST /cooperatives/members/:memberId/activation',
  'POST /cooperatives/members/:memberId/leaving',
  'POST /cooperatives/members/:memberId/login-proof',
  'POST /cooperatives/support-access/:accessId/allow',
  'POST /cooperatives/webhooks',
  'POST /cooperatives/webhooks/:webhookId/secret',
  'POST /cooperatives/webhooks/:webhookId/switch-on',
  'POST /financial/books/reopen',
  'POST /financial/books/reverse-closing',
  'POST /financial/deductions/remittances/:remittanceId/reverse',
  'POST /financial/deductions/returns/:returnId/reverse',
  'POST /financial/dividends',
  'POST /financial/dividends/payments',
  'POST /financial/fixed-assets/:assetId/dispose',
  'POST /financial/fixed-deposits/:depositId/break',
  'POST /financial/held-money/:entryId/refund',
  'POST /financial/held-money/:entryId/return',
  'POST /financial/loan-configs',
  'POST /financial/loans/:loanId/approve',
  'POST /financial/loans/:loanId/deliver',
  'POST /financial/loans/:loanId/delivery/undo',
  'POST /financial/loans/:loanId/disburse',
  'POST /financial/loans/:loanId/guarantors/:memberId/accept',
  'POST /financial/loans/:loanId/guarantors/:memberId/paper/confirm',
  'POST /financial/loans/:loanId/movements/:movementId/reverse',
  'POST /financial/loans/:loanId/penalties/waive',
  'POST /financial/loans/:loanId/penalties/waivers/:waiverId/reverse',
  'POST /financial/loans/:loanId/recovery',
  'POST /financial/loans/:loanId/reschedule',
  'POST /financial/loans/:loanId/reschedulings/:reschedulingId/reverse',
  'POST /financial/loans/:loanId/write-off',
  'POST /financial/online-payments/cases/:caseId/reverse-payment',
  'POST /financial/opening-balances/:openingBalancesId/sign',
  'POST /financial/payment-batches/:batchId/approve',
  'POST /financial/payment-batches/:batchId/file',
  'POST /financial/payment-batches/:batchId/results',
  'POST /financial/payment-batches/:batchId/send',
  'POST /financial/payment-batches/:batchId/send-again',
  'POST /financial/payment-batches/:batchId/void-file',
  'POST /financial/payout-keys',
  'POST /financial/payout-keys/:keyId/use',
  'POST /financial/pledges/:pledgeId/release',
  'POST /financial/reconciliation/:accountId/lines/:lineId/record side=out',
  'POST /financial/reconciliation/:accountId/record as=expense',
  'POST /financial/reversals/:reversalId/approve',
  'POST /financial/setup',
  'POST /financial/surpluses/:yearEnd/appropriation',
  'POST /financial/transactions toMemberId',
  'POST /financial/transactions type=withdrawal|share_transfer|share_redemption|expense',
  'POST /financial/transactions/:transactionId/approve',
  'POST /financial/transactions/:transactionId/reverse',
  'POST /financial/write-offs/:writeOffId/approve',
  'POST /governance/candidates/:candidateId/withdraw',
  'POST /governance/elections/:id/ballots',
  'POST /governance/elections/:id/cancel',
  'POST /governance/elections/:id/results',
  'POST /governance/hand-overs/:handOverId/cancel',
  'POST /governance/hand-overs/:handOverId/retry',
  'POST /governance/votes/:id/cancel',
  'POST /governance/votes/:id/close',
  'POST /governance/votes/:id/confirm',
  'POST /governance/votes/:id/credential',
  'POST /governance/votes/:id/open-ballot',
  'POST /imports/:importId/codes',
  'POST /member-requests/:requestId/approve',
  'POST /members/activation-codes',
  'POST /members/activation-slips',
  'POST /members/erasure-requests/:requestId/decide',
  'POST /members/export',
  'POST /platform/support-access',
  'PUT /cooperatives/account-holder',
  'PUT /cooperatives/members/:id email',
  'PUT /cooperatives/members/:id phone',
  'PUT /cooperatives/members/:id/nominees',
  'PUT /cooperatives/members/:memberId/bank-details',
  'PUT /cooperatives/members/:memberId/roles',
  'PUT /cooperatives/update/:id status',
  'PUT /financial/bank-accounts/:accountId',
  'PUT /financial/config',
  'PUT /financial/dividend-rules',
  'PUT /financial/dividend-settings',
  'PUT /financial/loan-config/:id',
  'PUT /financial/online-payment-settings',
  'PUT /financial/payout-limit',
  'PUT /financial/surplus-rules',
  'PUT /governance/election-rules',
  'PUT /governance/voting-rules',
]

// ASVS V7.5.1, V7.5.2
test('money out, what is undone, identity, offices, votes, rules and sessions are marked, and the API document says so', async () => {
  const found = routes.flatMap(({ endpoint: { method, path, stepUp } }) => {
    const conditions = [stepUp ?? []]
      .flat()
      .map((asked) => (asked === true ? '' : ` ${asked.field}${asked.values ? `=${asked.values.join('|')}` : ''}`))
    return conditions.map((condition) => `${method} ${path}${condition}`)
  })
  expect(found.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(marked)
  const { paths } = (await app.call('GET', '/api/openapi.json')).body
  expect(paths['/financial/loans/{loanId}/disburse'].post['x-step-up']).toBe(true)
  expect(paths['/cooperatives/members/{id}'].put['x-step-up']).toEqual([{ field: 'phone' }, { field: 'email' }])
})

/** What approves, undoes or pays by its name, and why no one is asked for it. */
const unmarked: Record<string, string> = {
  'POST /membership-applications/:applicationId/approve': 'makes a member, and moves nothing',
  'POST /financial/deductions/schedules/:scheduleId/send': 'asks an employer for money',
  'POST /financial/reconciliation/:accountId/confirm': 'says that books and bank agree',
  'POST /financial/reconciliation/:accountId/matches/:matchId/undo': 'moves nothing',
  'POST /financial/reconciliation/:accountId/lines/:lineId/aside/undo': 'moves nothing',
}

test('whatever approves, cancels a vote, undoes, refunds or pays by its name is marked too, from now on', () => {
  const name =
    /\/(approve|allow|confirm|sign|reverse|reverse-\w+|undo|reopen|waive|reschedule|break|dispose|release|write-off|refund|return|pay|payments|disburse|send|recovery|readmission|appropriation)$/
  const found = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path, access, stepUp }) => {
      const isOfVotes = /^\/governance\/(votes|elections)\/:id\/(?!nominations)/.test(path)
      return method !== 'GET' && !isOpenTo(access) && (name.test(path) || isOfVotes) && stepUp === undefined
    })
    .map(({ method, path }) => `${method} ${path}`)
  expect(found.toSorted()).toEqual(Object.keys(unmarked).toSorted())
})

/** Whoever is asked to prove themselves has a session, and no right that is every member's. */
const isOpenTo = (access: string) => ['public', 'signed_in', 'portal.ask'].includes(access)

test('a proof counts for five minutes, and the tests, which take as long as their machine does, for longer', () => {
  expect(proofLifetime).toBe(5 * 60 * 1000)
})

describe('an officer with two-step verification', () => {
  let cooperative: TestCooperative
  let memberId: string
  let key: string
  beforeAll(async () => {
    cooperative = await buildCooperative(app)
    memberId = (await buildMember(app, cooperative)).id
    ;({ key } = await turnOnTwoSteps(app, cooperative.token, cooperative.password))
    dataOf(
      await app.call('POST', '/financial/transactions/deposits', {
        token: cooperative.token,
        body: { memberId, amount: 50_000 },
      }),
      201,
    )
  })

  const prove = (body: object, token = cooperative.token) => app.call('POST', '/auth/step-up', { token, body })
  /** Goes on with the token that a good proof gives. */
  const proveOwn = async (body: object) => {
    const { accessToken } = dataOf(await prove(body))
    const { status } = await app.call('GET', '/cooperatives/profile', { token: cooperative.token })
    expect([accessToken, status]).toEqual([expect.stringMatching(/^[\w-]{43}$/), 401])
    cooperative = { ...cooperative, token: accessToken }
  }
  const withdraw = (key = newKey()) =>
    app.call('POST', '/financial/transactions', {
      token: cooperative.token,
      key,
      body: { type: 'withdrawal', memberId, amount: 1000 },
    })

  // ASVS V7.5.2
  test('is asked again for everything that is marked once five minutes have passed, before anything of the request is looked at', async () => {
    await afterAWhile()
    for (const { endpoint } of routes) {
      if (
        endpoint.stepUp !== true ||
        ['cooperative.oversee', 'vote.cast', 'guarantee.answer'].includes(endpoint.access)
      )
        continue
      const path = endpoint.path.replaceAll(/:\w+/g, memberId)
      const reply = await app.call(endpoint.method, path, {
        token: cooperative.token,
        ...(endpoint.method !== 'DELETE' && endpoint.method !== 'GET' && { body: {} }),
      })
      expect({ path, status: reply.status, message: reply.body.message }).toEqual({ path, status: 428, message })
    }
  })

  // ASVS V7.5.1
  test('is asked only for the fields and values that call for it', async () => {
    await afterAWhile()
    const update = (body: object) =>
      app.call('PUT', `/cooperatives/members/${memberId}`, { token: cooperative.token, body })
    expect([(await update({ address: 'Elsewhere' })).status, (await update({ phone: newPhone() })).status]).toEqual([
      200, 428,
    ])
    const record = (type: string) =>
      app.call('POST', '/financial/transactions', { token: cooperative.token, body: { type, memberId, amount: 10 } })
    expect([
      (await record('deposit')).status,
      (await record('withdrawal')).status,
      (await record('share_redemption')).status,
      (await record('expense')).status,
    ]).toEqual([201, 428, 428, 428])
    const register = async (format: string) =>
      (await app.call('GET', `/financial/reports/members-register?format=${format}`, { token: cooperative.token }))
        .status
    expect([await register('json'), await register('csv')]).toEqual([200, 428])
  })

  // ASVS V7.2.4
  test('goes on under the same key after the password or a code, with another access token, and it counts for five minutes and this session', async () => {
    await afterAWhile()
    const [first, second] = [newKey(), newKey()]
    expect((await withdraw(first)).status).toBe(428)
    await proveOwn({ password: cooperative.password })
    const paid = await withdraw(first)
    expect(paid.status).toBe(201)
    expect((await withdraw(first)).headers.get('idempotent-replayed')).toBe('true')
    await afterAWhile()
    expect((await withdraw(second)).status).toBe(428)
    await forgetCodes(app)
    await proveOwn({ code: appCode(key) })
    expect((await withdraw(second)).status).toBe(201)
    const { rows } = await app.admin.query(
      "select count(*)::int from app.transaction where member_id = $1 and type = 'withdrawal'",
      [memberId],
    )
    expect(rows[0].count).toBe(2)

    // Another session of the same login has a proof of its own.
    const started = await app.call('POST', '/cooperatives/login', {
      body: { identifier: cooperative.coopId, password: cooperative.password },
    })
    await forgetCodes(app)
    const other = dataOf(
      await app.call('POST', '/auth/second-factor/session', {
        body: { ticket: started.body.data.ticket, code: appCode(key) },
        headers: { cookie: signInCookie(started) },
      }),
    )
    await afterAWhile()
    dataOf(await prove({ password: cooperative.password }, other.accessToken))
    expect((await withdraw()).status).toBe(428)
  })

  test('does not get by with a wrong password, a wrong code, both or neither, and wrong ones lock', async () => {
    await afterAWhile()
    expect((await prove({})).body.errors).toEqual([
      { field: 'password', message: 'Send the password, a code or a passkey' },
    ])
    expect((await prove({ password: cooperative.password, code: '123456' })).status).toBe(422)
    expect((await prove({ password: 'not-the-password' })).body.errors).toEqual([
      { field: 'password', message: 'This is not your current password.' },
    ])
    for (let tries = 0; tries < 4; tries += 1)
      expect((await prove({ code: '000000' })).body.errors[0].field).toBe('code')
    expect([(await prove({ password: cooperative.password })).status, (await withdraw()).status]).toEqual([423, 428])
    await app.admin.query('delete from platform.login_failure')
  })

  test('is asked again after a refresh and after a switch, which prove nothing', async () => {
    const person = await buildMember(app, cooperative)
    const password = 'member-password'
    const token = await loginMember(app, person, password)
    await turnOnTwoSteps(app, token, password)
    await afterAWhile()
    const switched = await app.call('POST', '/member-auth/switch', {
      token,
      body: { cooperativeId: cooperative.id, role: 'member' },
    })
    const { accessToken, refreshToken } = dataOf(switched)
    const ask = (body: string) =>
      app.call('POST', '/financial/transactions', { token: body, body: { type: 'withdrawal', amount: 10 } })
    expect((await ask(accessToken)).status).toBe(428)
    const refreshed = dataOf(await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken } }))
    expect((await ask(refreshed.accessToken)).status).toBe(428)
  })
})

// ASVS V7.5.1
test('an officer without a second factor is asked for the password, once for all that they do in the next minutes', async () => {
  const cooperative = await buildCooperative(app)
  const { password } = cooperative
  let { token } = cooperative
  const { id: memberId } = await buildMember(app, cooperative)
  const record = (type: string) =>
    app.call('POST', '/financial/transactions', { token, body: { type, memberId, amount: 1000, anotherPayment: true } })
  dataOf(await record('deposit'), 201)
  // A login counts at its own moment.
  dataOf(await record('withdrawal'), 201)
  await afterAWhile()
  dataOf(await record('deposit'), 201)
  expect((await record('withdrawal')).body).toMatchObject({ status: 428, message })
  const prove = (body: object) => app.call('POST', '/auth/step-up', { token, body })
  expect((await prove({ password: 'not-the-password' })).status).toBe(422)
  expect((await record('withdrawal')).status).toBe(428)
  token = dataOf(await prove({ password })).accessToken
  for (let times = 0; times < 3; times += 1)
    expect((await app.call('POST', `/cooperatives/members/${memberId}/activation`, { token })).status).toBe(200)
  dataOf(await record('deposit'), 201)
  dataOf(await record('withdrawal'), 201)
})

test('a program with an API key is not asked, and writes what its key may write', async () => {
  const cooperative = await buildCooperative(app)
  const { id: memberId } = await buildMember(app, cooperative)
  const { key } = dataOf(
    await app.call('POST', '/cooperatives/api-keys', {
      token: cooperative.token,
      body: { name: 'Payroll', scopes: ['contributions.record'] },
    }),
    201,
  )
  await afterAWhile()
  const paid = await app.call('POST', '/financial/contributions', {
    token: key,
    key: newKey(),
    body: { memberId, amount: 5000 },
  })
  expect(paid.status).toBe(201)
  expect(routes.filter(({ endpoint: { keyScope, stepUp } }) => keyScope && stepUp)).toEqual([])
})

describe('the super administrator of a server that others reach', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await startTestApp(undefined, { secondFactorRequired: true })
  })
  afterAll(() => strict.stop())

  // Remedy: second_factor_missing
  test('can set up a second factor and nothing else before it is there, and is asked again from then on', async () => {
    const { username: identifier, password } = superAdminLogin
    let { accessToken: token } = dataOf(
      await strict.call('POST', '/super-admin/login', { body: { identifier, password } }),
    )
    const refused = {
      status: 403,
      message: 'Set up two-step verification first. The super administrator of this server needs it.',
    }
    const list = () => strict.call('GET', '/cooperatives/list', { token })
    for (const path of ['/cooperatives/list', '/platform/health', '/platform/audit-events', '/notifications'])
      expect((await strict.call('GET', path, { token })).body).toMatchObject(refused)
    expect(dataOf(await strict.call('GET', '/auth/second-factor', { token }))).toEqual({
      authenticator: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: true,
    })
    await turnOnTwoSteps(strict, token, password)
    expect((await list()).status).toBe(200)

    await letProofsLapse(strict, ['superadmin'])
    const remove = () => strict.call('DELETE', `/cooperatives/delete/${crypto.randomUUID()}`, { token })
    expect((await remove()).status).toBe(428)
    token = dataOf(await strict.call('POST', '/auth/step-up', { token, body: { password } })).accessToken
    expect((await remove()).status).toBe(404)
    dataOf(await strict.call('DELETE', '/auth/second-factor/authenticator', { token }))
    expect((await list()).body).toMatchObject(refused)
  })

  test('needs it, and officers and members do not', async () => {
    const [phone, password] = [newPhone(), 'secret-password']
    dataOf(
      await strict.call('POST', '/cooperatives/register', {
        body: { name: 'Free', phone, password, confirmpassword: password },
      }),
      201,
    )
    const { accessToken: token } = dataOf(
      await strict.call('POST', '/cooperatives/login', { body: { identifier: phone, password } }),
    )
    expect((await strict.call('GET', '/cooperatives/profile', { token })).status).toBe(200)
    expect(dataOf(await strict.call('GET', '/auth/second-factor', { token }))).toEqual({
      authenticator: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: false,
    })
  })
})
