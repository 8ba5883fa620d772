import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  newKey,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const kobo = (naira: number) => Math.round(naira * 100)

type Payee = {
  number: number
  name: string
  amount: number
  sharePercent: number
  paidOn: string | null
  isPaidLater: boolean
}
type Standing = {
  member: { status: string }
  leaving: {
    id: string
    status: string
    noticeDaysLeft: number
    reversalAskedBy: string | null
    settled: { entryNumber: number } | null
  } | null
  clearance: { kind: string; isClear: boolean; text: string; loanId: string | null }[]
  statement: {
    accounts: { name: string; kind: string; amount: number }[]
    loans: { loanId: string; amount: number; principal: number }[]
    interest: { name: string; from: string; to: string; amount: number }[]
    held: number
    setOff: number
    fee: number
    net: number
    missing: number
  }
  payees: Payee[]
  earlier: { status: string }[]
}

describe('leaving', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa]: TestMember[] = []
  let [cash, regular] = ['', '']

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const path = (who = ada) => `/cooperatives/members/${who?.id}/leaving`
  const standing = async (who = ada): Promise<Standing> => done('GET', path(who))
  const start = async (body: object = { reason: 'expulsion' }): Promise<string> =>
    (await done('POST', path(), body, 201)).leaving.id
  const act = (id: string, what: string, body?: object) => ask('POST', `/cooperatives/leavings/${id}/${what}`, body)
  const allBy = (payees: readonly Payee[], paidThrough: string | null = cash) =>
    payees.map(({ number }) => ({ number, paidThrough }))
  const settle = async (id: string, paidThrough: string | null = cash, more: object = {}) => {
    const {
      statement: { net },
      payees,
    } = await standing()
    return act(id, 'settle', { net, payees: allBy(payees, paidThrough), ...more })
  }
  const deposit = (who: TestMember | undefined, amount: number) =>
    done(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: who?.id, amount, occurredOn: '2026-02-01' },
      201,
    )
  const lend = async (principal = 60_000, who = ada, more: object = {}): Promise<string> => {
    const { id } = await done(
      'POST',
      '/financial/loans',
      { memberId: who?.id, loanConfigId: regular, principal, instalments: 12, ...more },
      201,
    )
    return id as string
  }
  const payOut = async (id: string) => {
    await done('POST', `/financial/loans/${id}/approve`)
    await done('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on: '2026-05-31' }, 201)
  }
  const accounts = async (who = ada) => done('GET', `/financial/members/${who?.id}/accounts`)
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { accounts: rows, totals } = await done('GET', '/financial/reports/trial-balance')
    expect(totals.debit).toBe(totals.credit)
    return (code: string) =>
      kobo(
        (rows as { code: string; debit: number; credit: number }[])
          .filter((row) => row.code === code)
          .reduce((sum, { debit, credit }) => sum + debit - credit, 0),
      )
  }
  const officer = async (who: TestMember | undefined) => {
    await done('PUT', `/cooperatives/members/${who?.id}/roles`, { roleIds: ['member', 'admin'] })
    const token = await loginMember(app, who as TestMember)
    return dataOf(
      await app.call('POST', '/member-auth/switch', {
        token,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    ).accessToken as string
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    musa = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    await done('PUT', '/financial/config', {
      guarantorsRequired: 0,
      exitNoticeMonths: 1,
      leavingFee: 1500.5,
      shareApprovals: 0,
    })
    await deposit(ada, 100_000.75)
    await done('POST', '/financial/transactions', { type: 'share_purchase', memberId: ada?.id, shares: 20 }, 201)
    regular = (await done('GET', '/financial/loan-config')).id
    cash = (await done('GET', '/financial/accounts?use=money')).find(({ code }: { code: string }) => code === '1010').id
  })

  test('the statement says what is held at par, what is set off, the fee and what is paid, before anything is started', async () => {
    const loan = await lend()
    await payOut(loan)
    const { amount } = await done('GET', `/financial/loans/${loan}/settlement-quote`)
    const { leaving, statement, payees, clearance, member } = await standing()
    expect([leaving, member.status, clearance.every(({ isClear }) => isClear)]).toEqual([null, 'active', true])
    expect(statement).toMatchObject({
      held: 110_000.75,
      setOff: amount,
      fee: 1500.5,
      missing: 0,
      loans: [{ loanId: loan, amount }],
    })
    expect(statement.accounts.map(({ kind, amount: each }) => [kind, each])).toEqual([
      ['savings', 100_000.75],
      ['shares', 10_000],
    ])
    expect(kobo(statement.net)).toBe(kobo(110_000.75) - kobo(amount) - kobo(1500.5))
    expect(payees).toMatchObject([
      { number: 1, name: 'Ada Obi', sharePercent: 100, amount: statement.net, paidOn: null },
    ])
  })

  test('one voucher empties the accounts, repays the loan by its quote, keeps the fee and pays the rest; reversed, all is as it was', async () => {
    const loan = await lend()
    await payOut(loan)
    const before = { loan: await done('GET', `/financial/loans/${loan}`), accounts: await accounts() }
    const was = await books()
    const id = await start()
    const {
      statement: { net, setOff },
    } = await standing()
    const settled: Standing = dataOf(await settle(id))
    expect(settled).toMatchObject({
      member: { status: 'left' },
      leaving: { status: 'settled' },
      statement: { net, setOff, fee: 1500.5 },
      clearance: [],
      payees: [{ amount: net, paidOn: today(), isPaidLater: false }],
    })
    const of = await books()
    expect(of('1010') - was('1010')).toBe(-kobo(net))
    expect(of('1210')).toBe(0)
    expect(was('4220') - of('4220')).toBe(kobo(1500.5))
    expect([of('2110'), of('3110'), of('2410')]).toEqual([0, 0, 0])
    expect((await accounts()).filter(({ balance }: { balance: number }) => balance !== 0)).toEqual([])
    const repaid = await done('GET', `/financial/loans/${loan}`)
    expect(repaid).toMatchObject({
      status: 'completed',
      outstanding: 0,
      movements: expect.arrayContaining([
        expect.objectContaining({ way: 'leaving', amount: setOff, entryNumber: settled.leaving?.settled?.entryNumber }),
      ]),
    })

    const movement = repaid.movements.find(({ way }: { way: string }) => way === 'leaving')
    expect(
      (await ask('POST', `/financial/loans/${loan}/movements/${movement.id}/reverse`, { reason: 'Wrong' })).body,
    ).toMatchObject({ status: 409, message: expect.stringContaining('on the page of the leaving') })
    const undone: Standing = dataOf(await act(id, 'reverse', { reason: 'Wrong member' }))
    expect(undone).toMatchObject({
      member: { status: 'active' },
      leaving: null,
      earlier: [{ status: 'reversed' }],
      statement: { net },
    })
    const after = await done('GET', `/financial/loans/${loan}`)
    expect([after.status, after.schedule, after.paid, after.outstanding]).toEqual([
      before.loan.status,
      before.loan.schedule,
      before.loan.paid,
      before.loan.outstanding,
    ])
    expect(await accounts()).toEqual(before.accounts)
    const again = await books()
    for (const code of ['1010', '1210', '2110', '3110', '4220', '4110']) expect(again(code)).toBe(was(code))
    expect((await act(id, 'reverse', { reason: 'Twice' })).status).toBe(409)
    dataOf(await settle(await start()))
    expect(await app.checks()).toEqual([])
  })

  test('own pledges and guarantors are free once their loan is settled, and bound again by the reversal', async () => {
    const token = await loginMember(app, musa as TestMember)
    await deposit(musa, 80_000)
    await done('PUT', '/financial/config', { guarantorsRequired: 1 })
    const loan = await lend(60_000, ada, { guarantors: [musa?.id] })
    dataOf(await ask('POST', `/financial/loans/${loan}/guarantors/${musa?.id}/accept`, undefined, token))
    await payOut(loan)
    const pledged = async () =>
      (await accounts(musa)).find(({ name }: { name: string }) => name === 'Ordinary savings').pledged
    expect(await pledged()).toBe(60_000)
    const id = await start()
    dataOf(await settle(id))
    expect(await pledged()).toBe(0)
    dataOf(await act(id, 'reverse', { reason: 'Wrong' }))
    expect(await pledged()).toBe(60_000)
    expect(await app.checks()).toEqual([])
  })

  test('a resignation waits for its notice, which can be waived with a reason; a started leaving can be cancelled', async () => {
    expect((await ask('POST', path(), { reason: 'holiday' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason' }],
    })
    expect((await ask('POST', path(), { reason: 'resignation', noticedOn: '2024-12-31' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'noticedOn', message: expect.stringContaining('joined on 15 Jan 2025') }],
    })
    expect((await ask('POST', path(), { reason: 'resignation', noticedOn: '2099-01-01' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'noticedOn' }],
    })
    const id = await start({ reason: 'resignation', note: 'Moves to Kano' })
    expect((await ask('POST', path(), { reason: 'death' })).status).toBe(409)
    const { leaving, clearance } = await standing()
    expect(leaving).toMatchObject({ status: 'open', note: 'Moves to Kano', waived: null, startedBy: 'Unity Thrift' })
    expect(leaving?.noticeDaysLeft).toBeGreaterThan(26)
    expect(clearance[0]).toMatchObject({
      kind: 'notice',
      isClear: false,
      text: expect.stringContaining('waive the notice'),
    })
    expect((await settle(id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('1 thing is still to be done. The notice runs until'),
    })
    expect((await act(id, 'waive-notice', { reason: '' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason' }],
    })
    expect(dataOf(await act(id, 'waive-notice', { reason: 'Transferred at once' })).leaving).toMatchObject({
      noticeDaysLeft: 0,
      waived: { reason: 'Transferred at once', by: 'Unity Thrift' },
    })
    expect((await act(id, 'waive-notice', { reason: 'Again' })).status).toBe(409)
    expect(dataOf(await act(id, 'cancel', { reason: 'Stays after all' }))).toMatchObject({
      member: { status: 'active' },
      leaving: null,
      earlier: [{ status: 'cancelled', ended: { reason: 'Stays after all' } }],
    })
    for (const what of ['settle', 'cancel'])
      expect((await act(id, what, what === 'settle' ? { net: 1, payees: [] } : { reason: 'x' })).status).toBe(409)
    expect((await act(id, 'reverse', { reason: 'x' })).status).toBe(409)
  })

  // Remedy: member_leaving
  test('while it is open nothing new is undertaken, and what they have not put in order is on the list with its place', async () => {
    await deposit(musa, 80_000)
    const [own, their] = [await loginMember(app, ada as TestMember), await loginMember(app, musa as TestMember)]
    await done('PUT', '/financial/config', { guarantorsRequired: 1 })
    const guaranteed = await lend(50_000, musa, { guarantors: [ada?.id] })
    dataOf(await ask('POST', `/financial/loans/${guaranteed}/guarantors/${ada?.id}/accept`, undefined, own))
    const asked = await lend(20_000, ada, { guarantors: [musa?.id] })
    await done('POST', '/financial/pledges', { memberId: ada?.id, amount: 1000, reason: 'Court order' }, 201)
    const pending = dataOf(await ask('POST', '/financial/transactions', { type: 'withdrawal', amount: 500 }, own), 201)
    const id = await start()

    const { clearance } = await standing()
    expect(clearance.filter(({ isClear }) => !isClear).map(({ kind, loanId }) => [kind, loanId])).toEqual([
      ['applications', asked],
      ['guarantees', guaranteed],
      ['holds', null],
      ['waiting', null],
    ])
    expect((await settle(id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('4 things are still to be done.'),
    })
    expect(
      (await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada?.id, amount: 10 })).body,
    ).toMatchObject({
      status: 409,
      message: 'Ada Obi has given notice of leaving. Cancel the exit first, or settle it.',
    })
    expect((await ask('POST', '/financial/transactions', { type: 'withdrawal', amount: 10 }, own)).status).toBe(409)
    expect((await ask('POST', `/financial/transactions/${pending.id}/approve`)).status).toBe(409)
    expect(
      (
        await ask('POST', '/financial/loans', {
          memberId: ada?.id,
          loanConfigId: regular,
          principal: 1000,
          instalments: 2,
          guarantors: [musa?.id],
        })
      ).body,
    ).toMatchObject({ status: 409, message: expect.stringContaining('notice of leaving') })
    expect(
      (
        await ask(
          'POST',
          '/financial/loans',
          { loanConfigId: regular, principal: 1000, instalments: 2, guarantors: [ada?.id] },
          their,
        )
      ).body,
    ).toMatchObject({
      errors: expect.arrayContaining([
        { field: 'guarantors.0', message: expect.stringContaining("can't be a guarantor") },
      ]),
    })
    // Money still comes in.
    await deposit(ada, 10)
    dataOf(await act(id, 'cancel', { reason: 'Stays after all' }))
    await done('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada?.id, amount: 10 }, 201)
    expect(await app.checks()).toEqual([])
  })

  // Remedy: leaving_short
  test('what is owed beyond what is held is refused with what is missing', async () => {
    const loan = await lend(150_000)
    await payOut(loan)
    const id = await start()
    const {
      statement: { held, setOff, fee, net, missing },
    } = await standing()
    expect([net, kobo(missing)]).toEqual([0, kobo(setOff) + kobo(fee) - kobo(held)])
    expect((await settle(id)).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/Take in the ₦[\d,.]+ that is missing first\./),
    })
    await deposit(ada, missing)
    expect(dataOf(await settle(id))).toMatchObject({ member: { status: 'left' }, statement: { net: 0 }, payees: [] })
    expect(await app.checks()).toEqual([])
  })

  test('a settlement is for the amount that was read, names each payee once, and may leave the fee out', async () => {
    const id = await start()
    const {
      statement: { net },
    } = await standing()
    expect((await act(id, 'settle', { net: net + 1, payees: [{ number: 1, paidThrough: cash }] })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('it is ₦108,500.25 now'),
    })
    for (const payees of [
      [],
      [{ number: 2, paidThrough: cash }],
      [
        { number: 1, paidThrough: cash },
        { number: 1, paidThrough: null },
      ],
    ]) {
      expect((await act(id, 'settle', { net, payees })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'payees' }],
      })
    }
    expect((await act(id, 'settle', { net, payees: [{ number: 1, paidThrough: id }] })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'payees.0.paidThrough' }],
    })
    expect(
      dataOf(
        await act(id, 'settle', { net: 110_000.75, withoutFee: true, payees: [{ number: 1, paidThrough: cash }] }),
      ),
    ).toMatchObject({ statement: { fee: 0, net: 110_000.75 } })
    expect(await app.checks()).toEqual([])
  })

  test('two officers who settle at once post one voucher', async () => {
    const id = await start()
    const replies = await Promise.all([settle(id), settle(id), settle(id)])
    expect(statusesOf(replies)).toEqual([200, 409, 409])
    const { rows } = await app.admin.query(
      `select count(*)::int as count from ledger.entry where cooperative_id = $1 and kind = 'leaving'`,
      [cooperative.id],
    )
    expect(rows[0].count).toBe(1)
    expect(await app.checks()).toEqual([])
  })

  test('the same key settles once and answers the same', async () => {
    const id = await start()
    const {
      statement: { net },
      payees,
    } = await standing()
    const again = () =>
      app.call('POST', `/cooperatives/leavings/${id}/settle`, {
        token: cooperative.token,
        key,
        body: { net, payees: allBy(payees) },
      })
    const key = newKey()
    const [first, second] = [await again(), await again()]
    expect([first.status, second.text]).toEqual([200, first.text])
  })

  // Remedy: leaving_paid_out
  test('of a death the nominees are paid by their shares, to the kobo, now or later; what was paid out is taken back first', async () => {
    const id = await start({ reason: 'death', noticedOn: '2026-03-01' })
    expect((await settle(id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('No nominee is on record.'),
    })
    await done('PUT', `/cooperatives/members/${ada?.id}/nominees`, {
      nominees: [
        { firstName: 'Chidi', lastName: 'Obi', relationship: 'Son', sharePercent: 60 },
        { firstName: 'Bisi', sharePercent: 40 },
      ],
    })
    const {
      statement: { net },
      payees,
    } = await standing()
    expect(net).toBe(108_500.25)
    expect(payees.map(({ name, amount }) => [name, amount])).toEqual([
      ['Chidi Obi', 65_100.15],
      ['Bisi', 43_400.1],
    ])
    const was = await books()
    const settled: Standing = dataOf(
      await act(id, 'settle', {
        net,
        payees: [
          { number: 1, paidThrough: cash },
          { number: 2, paidThrough: null },
        ],
      }),
    )
    expect(settled).toMatchObject({
      member: { status: 'deceased' },
      payees: [
        { paidOn: today(), isPaidLater: false },
        { paidOn: null, paidThrough: null },
      ],
    })
    const owed = await books()
    expect([was('1010') - owed('1010'), -owed('2610')]).toEqual([6_510_015, 4_340_010])

    expect((await ask('DELETE', `/cooperatives/members/${ada?.id}`)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('The exit of this member is not finished.'),
    })
    const pay = (number: number, paidThrough = cash) => act(id, `payees/${number}/pay`, { paidThrough })
    expect((await pay(1)).body).toMatchObject({ status: 409, message: 'Chidi Obi has been paid already.' })
    expect((await pay(3)).status).toBe(404)
    expect((await pay(2, ada?.id)).status).toBe(422)
    expect(statusesOf(await Promise.all([pay(2), pay(2)]))).toEqual([200, 409])
    expect((await standing()).payees[1]).toMatchObject({
      paidOn: today(),
      paidThrough: 'Cash in hand',
      isPaidLater: true,
    })
    const paid = await books()
    expect([was('1010') - paid('1010'), paid('2610')]).toEqual([10_850_025, 0])
    expect((await act(id, 'reverse', { reason: 'Alive' })).body).toMatchObject({
      status: 409,
      message: '₦43,400.10 that was owed to Bisi is paid out. Reverse that payment first.',
    })
    expect((await act(id, 'payees/1/reverse', { reason: 'x' })).status).toBe(409)
    expect(dataOf(await act(id, 'payees/2/reverse', { reason: 'Wrong person' })).payees[1]).toMatchObject({
      paidOn: null,
      isPaidLater: false,
    })
    expect(dataOf(await act(id, 'reverse', { reason: 'Alive' }))).toMatchObject({
      member: { status: 'active' },
      leaving: null,
    })
    const back = await books()
    for (const code of ['1010', '2110', '2610', '3110', '4220']) expect(back(code)).toBe(was(code))
  })

  test('waits for a second officer where withdrawals do, who signs what they read', async () => {
    const second = await officer(musa)
    dataOf(
      await agreed(
        app,
        await ask('PUT', '/financial/config', { withdrawalApprovals: 1, withdrawalApprovalsFrom: 0 }),
        second,
      ),
    )
    const id = await start()
    expect(dataOf(await settle(id))).toMatchObject({
      member: { status: 'active' },
      leaving: { status: 'waiting', approvals: { asked: 1, open: false } },
    })
    const listed = (await ask('GET', '/financial/approvals', undefined, second)).body.data
    expect(listed).toMatchObject([
      { kind: 'leaving', leavingId: id, memberId: ada?.id, amount: 110_000.75, approvals: { open: true } },
    ])
    expect((await act(id, 'approve')).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('another officer has to approve it'),
    })
    await deposit(ada, 5)
    expect((await ask('POST', `/cooperatives/leavings/${id}/approve`, undefined, second)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('has changed'),
    })
    expect(dataOf(await act(id, 'reject', { reason: 'Money came in' }))).toMatchObject({
      leaving: { status: 'open', approvals: null },
      statement: { held: 110_005.75 },
    })
    dataOf(await settle(id))
    expect(dataOf(await ask('POST', `/cooperatives/leavings/${id}/approve`, undefined, second))).toMatchObject({
      member: { status: 'left' },
      leaving: { status: 'settled' },
    })
    dataOf(await agreed(app, await ask('PUT', '/financial/config', { reversalApprovals: 1 }), second))
    expect(dataOf(await act(id, 'reverse', { reason: 'Wrong' }))).toMatchObject({
      member: { status: 'left' },
      leaving: { status: 'settled', reversalAskedBy: 'Unity Thrift' },
    })
    const [waiting] = (await ask('GET', '/financial/approvals', undefined, second)).body.data
    dataOf(await ask('POST', `/financial/reversals/${waiting.reversalId}/approve`, undefined, second))
    expect(await standing()).toMatchObject({ member: { status: 'active' }, leaving: null })
    expect(await app.checks()).toEqual([])
  })

  // Remedy: member_has_left
  test('a former member signs in no more and is told so, takes nothing in, and owes nothing new', async () => {
    const token = await loginMember(app, ada as TestMember)
    const id = await start()
    dataOf(await settle(id))
    expect((await ask('GET', '/member-portal/profile', undefined, token)).status).toBe(401)
    const login = await app.call('POST', '/member-auth/login', {
      body: { phoneNumber: ada?.phone, password: 'member-password' },
    })
    expect(login.body).toMatchObject({
      status: 403,
      message:
        'Your membership of Unity Thrift has ended, so it cannot be opened here any more. Ask the cooperative for your papers.',
    })
    expect((await ask('POST', '/financial/contributions', { memberId: ada?.id, amount: 10 })).status).toBe(409)
    expect((await ask('PUT', `/cooperatives/members/${ada?.id}`, { status: 'active' })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('no longer a member'),
    })
    expect((await ask('PUT', `/cooperatives/members/${ada?.id}`, { status: 'left' })).status).toBe(422)
    dataOf(await ask('PUT', `/cooperatives/members/${ada?.id}`, { address: '1 New Road' }))
    expect((await ask('POST', path(), { reason: 'death' })).status).toBe(409)
    expect((await ask('GET', '/members?status=left')).body.data).toMatchObject([{ memberid: ada?.id, status: 'left' }])
    expect(
      (await ask('GET', '/financial/contributions')).body.data.map(({ memberId }: { memberId: string }) => memberId),
    ).toEqual([musa?.id])
    const [old] = (await ask('GET', `/financial/transactions?memberId=${ada?.id}&type=deposit`)).body.data
    expect((await ask('POST', `/financial/transactions/${old.id}/reverse`, { reason: 'x' })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('no longer a member'),
    })
    dataOf(await act(id, 'reverse', { reason: 'Came back' }))
    dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: ada?.phone, password: 'member-password' } }),
    )
    await done('PUT', `/cooperatives/members/${ada?.id}`, { status: 'inactive' })
    await done('PUT', `/cooperatives/members/${ada?.id}`, { status: 'active' })
    await done('POST', `/financial/transactions/${old.id}/reverse`, { reason: 'x' })
    await start({ reason: 'death' })
    expect(await app.checks()).toEqual([])
  })

  test('of a death the interest since the last posting is paid to the day before, by the same voucher, and no later run pays it again', async () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
    const firstOf = (back: number) =>
      new Date(Date.UTC(Number(today().slice(0, 4)), Number(today().slice(5, 7)) - 1 - back, 1))
        .toISOString()
        .slice(0, 10)
    const lastBefore = (text: string) => new Date((day(text) - 1) * 86_400_000).toISOString().slice(0, 10)
    const { id: special } = await done(
      'POST',
      '/financial/account-types',
      {
        name: 'Special interest',
        kind: 'savings',
        interest: { annualRatePercent: 10, method: 'daily', every: 'month' },
      },
      201,
    )
    // 36,500 at 10 % is 10 naira a day: no month has anything to round.
    for (const who of [ada, musa])
      await done(
        'POST',
        '/financial/transactions',
        { type: 'deposit', memberId: who?.id, accountTypeId: special, amount: 36_500, occurredOn: firstOf(3) },
        201,
      )
    const [paidTo, from] = [lastBefore(firstOf(2)), firstOf(2)]
    const posted = 10 * (day(from) - day(firstOf(3)))
    await done('POST', '/financial/interest/runs', { accountTypeId: special, to: paidTo, total: 2 * posted }, 201)
    // What was posted earns too, from the day after its period: each month rounds by itself.
    const months = [
      [firstOf(2), firstOf(1)],
      [firstOf(1), firstOf(0)],
      [firstOf(0), today()],
    ] as const
    const interest = months.reduce(
      (sum, [begin, end]) => sum + Math.round(((36_500 + posted) * 100 * (day(end) - day(begin)) * 10) / 36_500),
      0,
    )

    const id = await start({ reason: 'death', noticedOn: lastBefore(today()) })
    await done('PUT', `/cooperatives/members/${ada?.id}/nominees`, {
      nominees: [{ firstName: 'Chidi', lastName: 'Obi', relationship: 'Son', sharePercent: 100 }],
    })
    const { statement } = await standing()
    expect(statement.interest).toEqual([
      { name: 'Special interest', from, to: lastBefore(today()), amount: interest / 100 },
    ])
    const held = kobo(110_000.75) + kobo(36_500 + posted) + interest
    expect([kobo(statement.held), kobo(statement.net)]).toEqual([held, held - kobo(1500.5)])
    const was = await books()
    const settled: Standing = dataOf(await settle(id))
    expect(settled).toMatchObject({
      member: { status: 'deceased' },
      statement: { interest: [{ amount: interest / 100 }] },
      payees: [{ amount: statement.net }],
    })
    const of = await books()
    expect([of('5110') - was('5110'), was('1010') - of('1010')]).toEqual([interest, held - kobo(1500.5)])
    expect((await accounts()).filter(({ balance }: { balance: number }) => balance !== 0)).toEqual([])
    const [credited] = (await ask('GET', `/financial/transactions?memberId=${ada?.id}&type=interest`)).body.data
    expect(credited).toMatchObject({
      amount: interest / 100,
      direction: 'in',
      status: 'approved',
      entryNumber: settled.leaving?.settled?.entryNumber,
    })
    const earning = async (to: string) =>
      (await ask('GET', `/financial/interest/preview?accountTypeId=${special}&to=${to}`)).body.data.map(
        ({ name }: { name: string }) => name,
      )
    for (const [, next] of months.slice(0, 2)) expect(await earning(lastBefore(next))).toEqual(['Musa Bello'])

    dataOf(await act(id, 'reverse', { reason: 'Another person' }))
    expect(await earning(lastBefore(firstOf(1)))).toEqual(['Ada Obi', 'Musa Bello'])
    expect((await standing()).statement.interest).toEqual(statement.interest)
    expect((await books())('5110')).toBe(was('5110'))
  })

  test('who held and owed nothing leaves without a voucher, and comes back without one', async () => {
    await done('PUT', '/financial/config', { leavingFee: 0 })
    ada = musa
    const id = await start()
    expect(dataOf(await settle(id))).toMatchObject({
      member: { status: 'left' },
      leaving: { settled: { entryNumber: null } },
      payees: [],
    })
    expect(await app.checks()).toEqual([])
    expect(dataOf(await act(id, 'reverse', { reason: 'Stays' }))).toMatchObject({
      member: { status: 'active' },
      leaving: null,
    })
    expect(await app.checks()).toEqual([])
  })

  test('the settlement is printed to sign, with its lines, the payees and the sum in words', async () => {
    const id = await start({ reason: 'death', noticedOn: '2026-03-01' })
    await done('PUT', `/cooperatives/members/${ada?.id}/nominees`, {
      nominees: [
        { firstName: 'Chidi', lastName: 'Obi', relationship: 'Son', sharePercent: 60 },
        { firstName: 'Bisi', sharePercent: 40 },
      ],
    })
    const sheet = async () => {
      const response = await fetch(`${app.url}/cooperatives/leavings/${id}/sheet`, {
        headers: { authorization: `Bearer ${cooperative.token}` },
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 }).promise
      const pages = await Promise.all(
        Array.from({ length: document.numPages }, async (_, index) =>
          (await document.getPage(index + 1)).getTextContent(),
        ),
      )
      return pages
        .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
        .join('')
        .replaceAll(/\s+/g, ' ')
    }
    expect(await sheet()).toContain('Not settled yet')
    dataOf(await settle(id, null))
    const text = await sheet()
    for (const words of [
      'Unity Thrift',
      'Settlement of Ada Obi',
      'Ordinary savings',
      'Shares, at par',
      '-1,500.50',
      'Chidi Obi, son: ₦65,100.15, not paid yet',
      'One hundred and eight thousand, five hundred naira and twenty-five kobo',
      'Treasurer',
    ]) {
      expect(text.replaceAll('−', '-')).toContain(words)
    }
    dataOf(await act(id, 'reverse', { reason: 'Alive' }))
    expect((await ask('GET', `/cooperatives/leavings/${id}/sheet`)).status).toBe(409)
  })

  test('another cooperative finds none of it, and no one settles their own', async () => {
    const id = await start()
    const other = await buildCooperative(app)
    const bodies: Record<string, object | undefined> = {
      'waive-notice': { reason: 'x' },
      cancel: { reason: 'x' },
      settle: { net: 1, payees: [] },
      approve: undefined,
      reject: { reason: 'x' },
      reverse: { reason: 'x' },
      'payees/1/pay': { paidThrough: cash },
      'payees/1/reverse': { reason: 'x' },
    }
    for (const [what, body] of Object.entries(bodies))
      expect((await ask('POST', `/cooperatives/leavings/${id}/${what}`, body, other.token)).status).toBe(404)
    expect((await ask('GET', path(), undefined, other.token)).status).toBe(404)
    expect((await ask('POST', path(), { reason: 'death' }, other.token)).status).toBe(404)
    const own = await officer(ada)
    expect(
      (
        await ask(
          'POST',
          `/cooperatives/leavings/${id}/settle`,
          { net: 108_500.25, payees: [{ number: 1, paidThrough: cash }] },
          own,
        )
      ).body,
    ).toMatchObject({ status: 403, message: "You can't start or settle your own exit. Ask another officer." })
  })
})
