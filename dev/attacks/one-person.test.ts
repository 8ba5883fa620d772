import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  fundCash,
  lastCode,
  loginMember,
  newPhone,
  resetPassword,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'

/** One person is one person, whichever logins they have; and a number that is given again makes no one another person. */
let app: TestApp
let cooperative: TestCooperative
let saver: TestMember
let treasurer: TestOfficer
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  cooperative = await buildCooperative(app)
  await fundCash(app, cooperative, { naira: 1_000_000, on: '2020-01-01' })
  treasurer = await buildOfficer(app, cooperative, { firstName: 'Bisi', office: 'treasurer' })
  saver = await buildMember(app, cooperative, { firstName: 'Sade' })
  dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: saver.id, amount: 60_000 }), 201)
})

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const approve = (id: string, token?: string) => ask('POST', `/financial/transactions/${id}/approve`, {}, token)
const withdraw = async (token?: string) =>
  dataOf(
    await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: saver.id, amount: 900 }, token),
    201,
  ).id
const enter = async (memberToken: string): Promise<string> =>
  dataOf(await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, memberToken))
    .accessToken
/** A session of the portal. */
const portalOf = async (phone: string, password = 'member-password'): Promise<string> =>
  dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password } })).accessToken
const balanceOf = async (id: string): Promise<number> =>
  dataOf(await ask('GET', `/financial/members/${id}/accounts`)).reduce(
    (sum: number, each: { balance: number }) => sum + each.balance,
    0,
  )
const yours = 'You recorded this yourself, so another officer has to approve it.'

describe('the chairman, who has the cooperative’s own login and a login of the same phone', () => {
  let chair: TestMember
  let own: string
  beforeEach(async () => {
    chair = await buildMember(app, cooperative, { firstName: 'Chair', phone: cooperative.phone })
    const entrance = await loginMember(app, chair)
    dataOf(await ask('PUT', `/cooperatives/members/${chair.id}/roles`, { roleIds: ['member', 'admin'] }))
    own = await enter(entrance)
  })

  test('is one officer beside the treasurer: of money, either way round', async () => {
    for (const [maker, other] of [
      [cooperative.token, own],
      [own, cooperative.token],
    ] as const) {
      const id = await withdraw(maker)
      expect((await approve(id, other)).body).toMatchObject({ status: 409, message: yours })
      dataOf(await approve(id, treasurer.token))
    }
  })

  test('stays one officer who gets another number while there is no other', async () => {
    dataOf(await ask('PUT', `/cooperatives/members/${treasurer.id}/roles`, { roleIds: ['member'] }))
    const phone = newPhone()
    dataOf(await ask('PUT', `/cooperatives/members/${chair.id}`, { phone }))
    dataOf(await resetPassword(app, phone, await lastCode(app, phone), 'member-password'))
    const moved = await enter(await portalOf(phone))
    treasurer = await buildOfficer(app, cooperative, { firstName: 'Ngozi', office: 'treasurer' })
    for (const [maker, other] of [
      [cooperative.token, moved],
      [moved, cooperative.token],
    ] as const) {
      const id = await withdraw(maker)
      expect((await approve(id, other)).body).toMatchObject({ status: 409, message: yours })
      dataOf(await approve(id, treasurer.token))
    }
  })

  test('confirms neither the books, nor who somebody is, nor a death alone', async () => {
    const sheets: [string, (string | number | null)[][]][] = [
      [
        'Members',
        [
          ['Membership no.', 'Name', 'Ordinary savings'],
          [1, 'Bisi Officer', 3000],
        ],
      ],
      [
        'General ledger',
        [
          ['Code', 'Account', 'Debit', 'Credit'],
          ['1020', 'Bank', 3000, null],
          ['2110', 'Ordinary savings', null, 3000],
        ],
      ],
    ]
    const content = await writeXlsxFile(
      sheets.map(([sheet, rows]) => ({
        sheet,
        data: rows.map((row) => row.map((value) => (value === null ? null : { value }))) as SheetData,
      })),
    ).toBuffer()
    const { id } = dataOf(
      await app.call('POST', '/financial/opening-balances/2019-12-31/workbook', {
        token: cooperative.token,
        file: { name: 'opening.xlsx', content: new Uint8Array(content) },
      }),
      201,
    )
    const sign = (token?: string) => ask('POST', `/financial/opening-balances/${id}/sign`, undefined, token)
    // The one who read the workbook signs it first, under either login.
    dataOf(await sign(own))
    expect((await sign()).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Two people sign opening balances, and you have signed\./),
    })

    const [added] = dataOf(
      await ask('POST', '/cooperatives/members', {
        member: [{ firstName: 'Efe', lastName: 'Okoro', phone: null, registrationDate: '2020-01-01' }],
      }),
      201,
    )
    dataOf(await resetPassword(app, added.membershipno, added.activationCode, 'member-password'))
    for (const asked of [
      await ask('POST', `/cooperatives/members/${added.memberid}/login-proof`, {}),
      await ask('POST', `/cooperatives/members/${saver.id}/leaving`, { reason: 'death' }),
    ]) {
      expect(asked.status).toBe(202)
      expect((await agreed(app, asked, own)).body).toMatchObject({ status: 409, message: yours })
    }
  })

  test('approves no deposit of their own with the cooperative’s login while there is another officer', async () => {
    const { id } = dataOf(
      await ask('POST', '/financial/transactions/deposits', { amount: 7000 }, await portalOf(chair.phone)),
      201,
    )
    expect((await approve(id)).body).toMatchObject({
      status: 409,
      message: 'You can’t record or decide on your own money. Ask another officer.',
    })
    const [waiting] = dataOf(await ask('GET', '/financial/approvals'))
    expect([waiting.transactionId, waiting.approvals.open]).toEqual([id, false])
    dataOf(await approve(id, treasurer.token))
    expect(await balanceOf(chair.id)).toBe(7000)
  })

  test('asks in the portal for no change of their own record that they approve alone', async () => {
    const asked = { profile: { bankName: 'OPay', bankAccountNumber: '0123456789', bankAccountName: 'CHAIR OBI' } }
    const { id } = dataOf(await ask('POST', '/member-portal/requests', asked, await portalOf(chair.phone)), 201)
    for (const token of [own, cooperative.token])
      expect((await ask('POST', `/member-requests/${id}/approve`, {}, token)).body).toMatchObject({
        status: 409,
        message: 'You can’t approve what you asked for yourself. Ask another officer.',
      })
  })

  test('does for their own account with the cooperative’s login nothing that another admin can do', async () => {
    const own = { memberId: chair.id }
    const ways = (): [string, string, object][] => [
      ['POST', '/financial/contributions', { ...own, amount: 500 }],
      ['POST', `/cooperatives/members/${chair.id}/leaving`, { reason: 'resignation' }],
      [
        'PUT',
        `/cooperatives/members/${chair.id}/contributions-due-from`,
        { dueFrom: '2026-12', arrears: 0, reason: 'Away' },
      ],
    ]
    const admin = await buildOfficer(app, cooperative, { firstName: 'Ngozi' })
    for (const [method, path, body] of ways())
      expect([path, (await ask(method, path, body)).status]).toEqual([
        path,
        expect.toSatisfy((status: number) => status === 403 || status === 409),
      ])
    const deposit = dataOf(
      await ask('POST', '/financial/transactions', { type: 'deposit', ...own, amount: 31_000 }),
      201,
    )
    expect(deposit.status).toBe('pending')
    expect((await approve(deposit.id)).status).toBe(409)
    dataOf(await approve(deposit.id, admin.token))
    expect(await balanceOf(chair.id)).toBe(31_000)
  })

  test('asks for five changes about a member in a day with both logins, not five with each', async () => {
    const phone = (token?: string) => ask('PUT', `/cooperatives/members/${saver.id}`, { phone: newPhone() }, token)
    for (const token of [own, cooperative.token, own, cooperative.token, own]) {
      const asked = await phone(token)
      dataOf(await ask('POST', `/change-requests/${asked.body.data.changeRequestId}/reject`, { reason: 'No' }, token))
    }
    for (const token of [own, cooperative.token]) expect((await phone(token)).status).toBe(429)
    const other = await buildOfficer(app, cooperative, { firstName: 'Ngozi' })
    expect((await phone(other.token)).status).toBe(202)
  })

  test('works on alone once there is no other officer', async () => {
    dataOf(await ask('PUT', `/cooperatives/members/${treasurer.id}/roles`, { roleIds: ['member'] }))
    const { status } = dataOf(
      await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: saver.id, amount: 900 }, own),
      201,
    )
    expect(status).toBe('approved')
    const { id } = dataOf(
      await ask('POST', '/financial/transactions/deposits', { amount: 7000 }, await portalOf(chair.phone)),
      201,
    )
    const [waiting] = dataOf(await ask('GET', '/financial/approvals'))
    expect([waiting.transactionId, waiting.approvals.open]).toEqual([id, true])
    dataOf(await approve(id))
    expect(await balanceOf(chair.id)).toBe(7000)
  })
})

test('an officer whose record was merged into their other one is the same officer', async () => {
  const second = await buildOfficer(app, cooperative, { firstName: 'Chidi' })
  const made = await withdraw(second.token)
  const again = await buildMember(app, cooperative, { firstName: 'Chidi', lastName: 'Again' })
  dataOf(
    await ask('PUT', `/cooperatives/members/${second.id}/roles`, { roleIds: ['member'] }).then((reply) =>
      agreed(app, reply, second.token),
    ),
  )
  dataOf(
    await agreed(
      app,
      await ask('POST', `/cooperatives/members/${second.id}/merge`, { into: again.id, reason: 'Registered twice' }),
      treasurer.token,
    ),
  )
  dataOf(await ask('PUT', `/cooperatives/members/${again.id}/roles`, { roleIds: ['member', 'admin'] }))
  const token = await enter(await loginMember(app, again))
  expect((await approve(made, token)).body).toMatchObject({ status: 409, message: yours })
  dataOf(await approve(made, treasurer.token))
})

test('who shares the cooperative’s phone, without a login phone of their own, is the person of its login', async () => {
  await buildMember(app, cooperative, { firstName: 'Wife', phone: cooperative.phone })
  const chair = await buildMember(app, cooperative, { firstName: 'Chair', phone: cooperative.phone, sharesPhone: true })
  dataOf(await resetPassword(app, chair.membershipno, await lastCode(app, cooperative.phone), 'member-password'))
  dataOf(await ask('PUT', `/cooperatives/members/${chair.id}/roles`, { roleIds: ['member', 'treasurer'] }))
  const own = await enter(await portalOf(chair.membershipno))
  const id = await withdraw()
  expect((await approve(id, own)).body).toMatchObject({ status: 409, message: yours })
  // Also once they have a phone of their own.
  const phone = newPhone()
  const admin = await buildOfficer(app, cooperative, { firstName: 'Ngozi' })
  const moved = await ask('PUT', `/cooperatives/members/${chair.id}`, { phone, sharesPhone: false })
  dataOf(await agreed(app, moved, admin.token))
  dataOf(await resetPassword(app, phone, await lastCode(app, phone), 'another-password'))
  expect((await approve(id, await enter(await portalOf(phone, 'another-password')))).body).toMatchObject({
    status: 409,
    message: yours,
  })
  dataOf(await approve(id, treasurer.token))
})

describe('a number that the network has given to somebody else', () => {
  let ada: TestOfficer
  let bola: TestMember
  const login = (password: string) =>
    app.call('POST', '/member-auth/login', { body: { phoneNumber: ada.phone, password } })
  beforeEach(async () => {
    ada = await buildOfficer(app, cooperative, { firstName: 'Ada' })
    await turnOnTwoSteps(app, ada.token, 'member-password')
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/cooperatives/members/${ada.id}`, { phone: newPhone() }, ada.token),
        cooperative.token,
      ),
    )
    bola = await buildMember(app, cooperative, { firstName: 'Bola', phone: ada.phone })
    await app.settled()
  })

  test('opens nothing of the person before, and nothing of theirs opens it', async () => {
    const { rows } = await app.admin.query(
      `select l.name, l.password_hash, l.proved_at, (select count(*)::int from platform.authenticator a where a.login_id = l.login_id) as factors,
         (select count(*)::int from platform.membership m where m.login_id = l.login_id) as memberships
       from platform.login l where l.kind = 'member' and l.phone = $1`,
      [ada.phone],
    )
    expect(rows).toEqual([{ name: 'Bola Obi', password_hash: null, proved_at: null, factors: 0, memberships: 1 }])
    // With the code of the slip and the password of before: a login that is not proved.
    dataOf(await resetPassword(app, ada.phone, bola.activationCode, 'member-password'))
    const { accessToken } = dataOf(await login('member-password'))
    expect(
      (await ask('POST', '/member-portal/requests', { kind: 'contribution', amount: 1000 }, accessToken)).status,
    ).toBe(428)
  })

  test('lets the person who has it now in with the code that came to it, and asks for no second step of another', async () => {
    dataOf(await resetPassword(app, ada.phone, await lastCode(app, ada.phone), 'a-new-password'))
    const { accessToken } = dataOf(await login('a-new-password'))
    expect(dataOf(await ask('GET', '/member-portal/profile', undefined, accessToken)).firstName).toBe('Bola')
    const sent = (await app.outbox()).filter(({ to }) => to === ada.phone).slice(-2)
    expect(sent.filter(({ text }) => text.includes('Ada Officer'))).toEqual([])
  })

  test('makes no one of two honest officers', async () => {
    const asked = await ask('PUT', `/cooperatives/members/${bola.id}/roles`, { roleIds: ['member', 'treasurer'] })
    dataOf(await resetPassword(app, ada.phone, await lastCode(app, ada.phone), 'a-new-password'))
    // Ada logs in with the phone that she has now.
    const { rows } = await app.admin.query('select phone from app.member where member_id = $1', [ada.id])
    dataOf(await resetPassword(app, rows[0].phone, await lastCode(app, rows[0].phone), 'another-password'))
    const adasPortal = dataOf(
      await app.call('POST', '/member-auth/login', {
        body: { phoneNumber: rows[0].phone, password: 'another-password' },
      }),
    ).accessToken
    const adas = await enter(adasPortal)
    dataOf(await agreed(app, asked, adas))
    const bolas = await enter(dataOf(await login('a-new-password')).accessToken)
    expect((await approve(await withdraw(adas), bolas)).body).toMatchObject({ success: true })
  })
})

describe('an officer of two whose phone was moved, or who got a new code', () => {
  let admin: TestOfficer
  beforeEach(async () => {
    admin = await buildOfficer(app, cooperative, { firstName: 'Ngozi' })
  })
  /** Moves the officer's phone or gives them a new code, by the cooperative's login and Ngozi, who then gives up her office. */
  const renewals = {
    phone: (officer: TestOfficer) => ask('PUT', `/cooperatives/members/${officer.id}`, { phone: newPhone() }),
    code: (officer: TestOfficer) => ask('POST', `/cooperatives/members/${officer.id}/activation`, {}),
  }
  const ways = Object.keys(renewals) as (keyof typeof renewals)[]
  const renew = async (way: keyof typeof renewals, officer: TestOfficer) => {
    const asked = await renewals[way](officer)
    expect(asked.status).toBe(202)
    dataOf(await ask('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {}, admin.token))
    const gone = await ask('PUT', `/cooperatives/members/${admin.id}/roles`, { roleIds: ['member'] })
    dataOf(await agreed(app, gone, admin.token))
  }

  test.each(ways)('stays the second officer until they have used it: %s', async (way) => {
    await renew(way, treasurer)
    const id = await withdraw()
    expect((await approve(id)).body).toMatchObject({ status: 409, message: yours })
    for (const waits of [
      await renewals.phone(treasurer),
      await renewals.code(treasurer),
      await ask('PUT', '/financial/config', { withdrawalApprovals: 0 }),
    ])
      expect(waits.status).toBe(202)
    expect(await balanceOf(saver.id)).toBe(60_000)
  })

  test.each(ways)('stays whose confirmation a result takes: %s', async (way) => {
    const secretary = await buildOfficer(app, cooperative, { firstName: 'Efe', office: 'secretary' }, admin.token)
    await renew(way, secretary)
    const vote = dataOf(
      await ask('POST', '/governance/votes', {
        ...{ kind: 'resolution', wording: 'That the levy be raised.', isSecret: false },
        closesAt: new Date(Date.now() + 7_200_000).toISOString(),
      }),
      201,
    )
    expect(dataOf(await ask('GET', `/governance/votes/${vote.id}`)).confirmationsNeeded).toBe(2)
  })

  test.each(ways)('still holds the office for which they asked for a change: %s', async (way) => {
    const asking = await buildOfficer(app, cooperative, { firstName: 'Efe' }, admin.token)
    expect((await ask('PUT', '/financial/config', { withdrawalApprovals: 0 }, asking.token)).status).toBe(202)
    await renew(way, asking)
    const change = dataOf(await ask('GET', '/financial/approvals?kind=change'))[0]
    expect([change.askedBy, change.approvals.askerLeft]).toEqual(['Efe Officer', false])
  })
})

test('who alone pays loans out does not approve one alone while another officer can', async () => {
  dataOf(await ask('PUT', `/cooperatives/members/${treasurer.id}/roles`, { roleIds: ['member'] }))
  const committee = await buildOfficer(app, cooperative, { firstName: 'Kemi', office: 'loan_committee' })
  dataOf(await ask('PUT', '/financial/config', { sharesMin: 0, guarantorsRequired: 0 }))
  const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
  const application = { loanConfigId, principal: 50_000, instalments: 6, purpose: 'Stock' }
  const { id } = dataOf(await ask('POST', '/financial/loans', application, await loginMember(app, saver)), 201)
  const approved = (token?: string) => ask('POST', `/financial/loans/${id}/approve`, {}, token)
  const alone = 'You are the only officer who pays out loans, so another officer approves this one.'
  expect((await approved()).body).toMatchObject({ status: 409, message: alone })
  dataOf(await approved(committee.token))
  dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
})

test('an officer’s own monthly contribution, which payroll credits to them, is changed by another or asked for in the portal', async () => {
  const admin = await buildOfficer(app, cooperative, { firstName: 'Bayo' })
  const change = (token?: string) =>
    ask('PUT', `/cooperatives/members/${admin.id}`, { monthlyContributions: 1_000_000 }, token)
  expect((await change(admin.token)).body).toMatchObject({
    status: 409,
    message: 'You can’t change your own monthly contribution or when it is due. Ask another officer.',
  })
  expect(dataOf(await change()).monthlyContributions).toBe(1_000_000)
})

describe('the person behind the cooperative’s login, beside one admin', () => {
  let chair: TestMember
  let admin: TestOfficer
  beforeEach(async () => {
    dataOf(await ask('PUT', `/cooperatives/members/${treasurer.id}/roles`, { roleIds: ['member'] }))
    admin = await buildOfficer(app, cooperative, { firstName: 'Bayo' })
    chair = await buildMember(app, cooperative, { firstName: 'Chair', phone: cooperative.phone })
    const deposit = { type: 'deposit', memberId: chair.id, amount: 100_000, occurredOn: '2026-02-01' }
    dataOf(await ask('POST', '/financial/transactions', deposit, admin.token), 201)
    dataOf(await ask('PUT', '/financial/config', { sharesMin: 0, guarantorsRequired: 0 }, admin.token))
  })
  const borrow = async (token: string, more: object = {}): Promise<string> => {
    const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
    const application = { loanConfigId, principal: 50_000, instalments: 6, purpose: 'Stock', ...more }
    return dataOf(await ask('POST', '/financial/loans', application, token), 201).id
  }

  test('is not settled out of the society by that admin alone: their login agrees, or sends it back', async () => {
    dataOf(await ask('POST', `/cooperatives/members/${chair.id}/leaving`, { reason: 'expulsion' }, admin.token), 201)
    const standing = async () => dataOf(await ask('GET', `/cooperatives/members/${chair.id}/leaving`))
    const act = async (what: string, body: object, token?: string) =>
      ask('POST', `/cooperatives/leavings/${(await standing()).leaving.id}/${what}`, body, token)
    const settle = { net: 100_000, payees: [{ number: 1, paidThrough: null }] }
    dataOf(await act('settle', settle, admin.token))
    expect((await act('approve', {}, admin.token)).body).toMatchObject({ status: 409, message: yours })
    dataOf(await act('reject', { reason: 'I do not leave' }))
    expect([(await standing()).leaving.status, await balanceOf(chair.id)]).toEqual(['open', 100_000])
    dataOf(await act('settle', settle, admin.token))
    dataOf(await act('approve', {}))
    expect([(await standing()).leaving.status, await balanceOf(chair.id)]).toEqual(['settled', 0])
  })

  test('is paid out what they applied for by the one other who can', async () => {
    const loan = await borrow(await loginMember(app, chair))
    dataOf(await ask('POST', `/financial/loans/${loan}/approve`, {}, admin.token))
    const pay = (token?: string) => ask('POST', `/financial/loans/${loan}/disburse`, { to: 'cash' }, token)
    expect((await pay()).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    dataOf(await pay(admin.token), 201)
  })

  test('confirms no form that was signed for their loan, so none waits', async () => {
    const { id: loanConfigId } = dataOf(
      await ask('POST', '/financial/loan-configs', {
        ...{ name: 'Guaranteed', interestMethod: 'flat', annualRatePercent: 10, instalmentsMax: 12 },
        ...{ savingsMultiple: 2, guarantorsRequired: 1, waitingMonths: 0 },
      }),
      201,
    )
    const loan = await borrow(admin.token, { loanConfigId, memberId: chair.id, guarantors: [saver.id] })
    const form = await app.call('POST', `/financial/loans/${loan}/guarantors/${saver.id}/paper`, {
      token: admin.token,
      file: {
        name: 'signed.pdf',
        content: new TextEncoder().encode(
          '%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
        ),
      },
    })
    expect(form.body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^A second officer has to confirm a signed paper form\./),
    })
  })
})

describe('the only other officer', () => {
  const bank = { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Own Name' }
  test('agrees to another bank account of theirs, and to a member’s money that becomes theirs', async () => {
    const ways = [
      await ask('PUT', `/cooperatives/members/${treasurer.id}/bank-details`, bank),
      await ask('POST', `/cooperatives/members/${saver.id}/merge`, { into: treasurer.id, reason: 'The same person' }),
    ]
    expect(ways.map(({ status }) => status)).toEqual([202, 202])
    expect([await balanceOf(saver.id), await balanceOf(treasurer.id)]).toEqual([60_000, 0])
    for (const asked of ways)
      dataOf(await ask('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {}, treasurer.token))
    expect(dataOf(await ask('GET', `/cooperatives/members/${treasurer.id}/bank-details`)).accountNumber).toBe(
      bank.accountNumber,
    )
    expect(await balanceOf(treasurer.id)).toBe(60_000)
  })

  test('is asked again where the third, who could have agreed, has lost the office', async () => {
    const third = await buildOfficer(app, cooperative, { firstName: 'Ngozi', office: 'treasurer' })
    const asked = await ask('PUT', `/cooperatives/members/${treasurer.id}/bank-details`, bank)
    dataOf(await ask('PUT', `/cooperatives/members/${third.id}/roles`, { roleIds: ['member'] }))
    const way = `/change-requests/${asked.body.data.changeRequestId}`
    expect((await ask('POST', `${way}/approve`, {})).body).toMatchObject({
      status: 409,
      message: 'What this would change is no longer as it was when it was asked for. Reject it and ask again.',
    })
    dataOf(await ask('POST', `${way}/reject`, { reason: 'Asked again' }))
    const again = await ask('PUT', `/cooperatives/members/${treasurer.id}/bank-details`, bank)
    dataOf(await agreed(app, again, treasurer.token))
  })

  test('does not where there is a third', async () => {
    const third = await buildOfficer(app, cooperative, { firstName: 'Ngozi' })
    const asked = await ask('PUT', `/cooperatives/members/${treasurer.id}/bank-details`, bank)
    const way = `/change-requests/${asked.body.data.changeRequestId}/approve`
    expect((await ask('POST', way, {}, treasurer.token)).body).toMatchObject({
      status: 409,
      message: 'You can’t approve a change of your own money. Ask another officer.',
    })
    dataOf(await ask('POST', way, {}, third.token))
    const own = { into: third.id, reason: 'The same person' }
    expect((await ask('POST', `/cooperatives/members/${saver.id}/merge`, own, third.token)).body).toMatchObject({
      status: 403,
      message: 'You can’t merge your own record. Ask another officer.',
    })
  })
})

test('what a member asked for in the portal ends with the record', async () => {
  const twin = await buildMember(app, cooperative, { firstName: 'Twin' })
  const own = await loginMember(app, twin)
  const { id } = dataOf(await ask('POST', '/member-portal/requests', { profile: { phone: newPhone() } }, own), 201)
  const merged = await ask('POST', `/cooperatives/members/${twin.id}/merge`, {
    into: saver.id,
    reason: 'The same person',
  })
  dataOf(await agreed(app, merged, treasurer.token))
  expect((await ask('POST', `/member-requests/${id}/approve`, {})).status).toBe(409)
  const [request] = dataOf(await ask('GET', '/member-requests'))
  expect([request.status, request.reason]).toEqual(['declined', 'The membership has ended.'])
})

test('what a member asked for in the portal ends with their exit', async () => {
  const own = await loginMember(app, saver)
  const { id } = dataOf(await ask('POST', '/member-portal/requests', { profile: { phone: newPhone() } }, own), 201)
  dataOf(await ask('POST', `/cooperatives/members/${saver.id}/leaving`, { reason: 'expulsion' }), 201)
  const { leaving } = dataOf(await ask('GET', `/cooperatives/members/${saver.id}/leaving`))
  const payees = [{ number: 1, paidThrough: null }]
  dataOf(await ask('POST', `/cooperatives/leavings/${leaving.id}/settle`, { net: 60_000, payees }))
  expect((await ask('POST', `/member-requests/${id}/approve`, {})).status).toBe(409)
  const [request] = dataOf(await ask('GET', '/member-requests'))
  expect([request.id, request.status, request.reason]).toEqual([id, 'declined', 'The membership has ended.'])
})
