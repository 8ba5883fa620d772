import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day, dayIn, dayText, periodOf } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('a member who left and comes back', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, bola]: TestMember[] = []
  let cash = ''
  const today = dayIn(new Date())

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2025-01-15' })
    bola = await buildMember(app, cooperative, { firstName: 'Bola', lastName: 'Ade', registrationDate: '2025-01-15' })
    const money = await ask('GET', '/financial/posting-accounts?use=money')
    cash = dataOf(money)[0].id
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, to: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, to, body), status)
  const readmit = (who: TestMember | undefined, body: object = {}) =>
    ask('POST', `/cooperatives/members/${who?.id}/readmission`, { reason: 'Resolution 7', ...body })
  const member = (who = ada) => done('GET', `/cooperatives/members/${who?.id}`)
  /** Deposits, leaves and is settled with, paid from that account or still owed. */
  const leaves = async (who: TestMember | undefined, amount: number, paidThrough: string | null) => {
    await done('POST', '/financial/transactions', { type: 'deposit', memberId: who?.id, amount }, 201)
    const url = `/cooperatives/members/${who?.id}/leaving`
    const { leaving, statement, payees } = await done('POST', url, { reason: 'expulsion' }, 201)
    await done('POST', `/cooperatives/leavings/${leaving.id}/settle`, {
      net: statement.net,
      payees: payees.map(({ number }: { number: number }) => ({ number, paidThrough })),
    })
    return leaving.id as string
  }
  const register = async (day: string) =>
    (await done('GET', `/financial/reports/members-register?asOf=${day}`)).find(
      ({ memberId }: { memberId: string }) => memberId === ada?.id,
    )

  test('is a member under the same number and login, whose waiting months and contributions count from the new day', async () => {
    const leaving = await leaves(ada, 5000, cash)
    expect((await readmit(ada, { joinedOn: addDays(today, -1) })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'joinedOn', message: `Ada Obi left on ${dayText(today)}. Choose that date or a later one.` }],
    })
    const { membershipno } = await member()
    expect(dataOf(await readmit(ada), 201)).toMatchObject({
      memberid: ada?.id,
      membershipno,
      status: 'active',
      registrationDate: today,
      contributionsDueFrom: periodOf(today),
    })
    expect(await member()).toMatchObject({
      earlierMemberships: [{ joinedOn: '2025-01-15', leftOn: today }],
      arrears: { contributions: 0, loans: 0 },
      savings: 0,
    })
    // They were a member from 2025 on, so they were born before.
    expect((await ask('PUT', `/cooperatives/members/${ada?.id}`, { dateOfBirth: '2025-01-16' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'dateOfBirth' }],
    })
    expect(await loginMember(app, ada as TestMember)).toEqual(expect.any(String))
    // The bye-laws ask for a month of membership before a loan: seventeen months of before count for nothing.
    await done('PUT', '/financial/config', { waitingMonths: 1 })
    const { id: loanConfigId } = await done('GET', '/financial/loan-config')
    const borrow = (who: TestMember | undefined) =>
      ask('POST', '/financial/loans', { memberId: who?.id, loanConfigId, principal: 1000, instalments: 2 })
    expect((await borrow(ada)).body.message).toMatch(/month/)
    expect((await borrow(bola)).body.message).not.toMatch(/month/)

    // Money comes and goes again, and the settlement of before stays.
    await done('POST', '/financial/transactions', { type: 'deposit', memberId: ada?.id, amount: 70 }, 201)
    const { leaving: current, earlier } = await done('GET', `/cooperatives/members/${ada?.id}/leaving`)
    expect(current).toBeNull()
    expect(earlier).toMatchObject([{ id: leaving, status: 'readmitted', ended: { reason: 'Resolution 7' } }])
    expect((await ask('POST', `/cooperatives/leavings/${leaving}/reverse`, { reason: 'Oops' })).status).toBe(409)
    const voucher = dataOf(await ask('GET', `/financial/transactions?memberId=${ada?.id}&type=withdrawal`))[0]
    expect(
      (await ask('POST', `/financial/transactions/${voucher.id}/reverse`, { reason: 'Oops', voucher: true })).body
        .message,
    ).toBe(
      `Ada Obi was readmitted on ${dayText(today)}, so this settlement stays. Record a payment of it that came back as a deposit of theirs, and a new entry for what else is to be corrected.`,
    )
    expect(await app.checks()).toEqual([])
  })

  test('is in the register with both memberships', async () => {
    expect(await register(addDays(today, -1) as Day)).toMatchObject({
      joinedOn: '2025-01-15',
      leftOn: null,
      status: 'Active',
    })
    expect(await register(today)).toMatchObject({
      joinedOn: today,
      leftOn: null,
      status: 'Active',
      memberBefore: `${dayText('2025-01-15' as Day)} to ${dayText(today)}`,
    })
  })

  test('can leave again, and come back again', async () => {
    await leaves(ada, 30, cash)
    const change = { members: { ids: [ada?.id] }, status: 'active', reason: 'Joins again' }
    expect(await done('POST', '/members/status', change)).toEqual({ changed: 1, unchanged: 0, refused: [] })
    expect((await member()).earlierMemberships).toHaveLength(2)
    expect(await app.checks()).toEqual([])
  })

  // Remedy: readmission_owed
  test('stays a former one while their settlement is owed or being reversed, and a member of today is readmitted never', async () => {
    expect((await readmit(bola)).body.message).toBe('Bola Ade is a member and can’t be readmitted.')
    const leaving = await leaves(bola, 300, null)
    expect((await readmit(bola)).body.message).toBe(
      '₦300.00 of the settlement of Bola Ade is not paid yet. Pay it out on their exit page first.',
    )
    const both = await done('POST', '/members/status', {
      members: { ids: [ada?.id, bola?.id] },
      status: 'active',
      reason: 'Join again',
    })
    expect(both).toMatchObject({ changed: 0, unchanged: 1, refused: [{ memberId: bola?.id, why: 'has_left' }] })
    const again = { firstName: 'Bola', lastName: 'Ade', phone: bola?.phone }
    expect((await ask('POST', '/cooperatives/members', { member: [again] })).body.errors[0].message).toContain(
      `who left on ${dayText(today)}. If it is the same person, readmit them on their page.`,
    )
    await done('POST', `/cooperatives/leavings/${leaving}/payees/1/pay`, { paidThrough: cash })
    expect((await readmit(bola)).status).toBe(201)
    expect(await app.checks()).toEqual([])

    // The bank returns the payment: the 300.00 are back in cash, and on the savings of the member of today.
    const trial = async (code: string) => {
      const { accounts } = await done('GET', '/financial/reports/trial-balance')
      const { debit, credit } = accounts.find((each: { code: string }) => each.code === code) ?? { debit: 0, credit: 0 }
      return (debit ?? 0) - (credit ?? 0)
    }
    const before = await Promise.all(['1010', '2110'].map(trial))
    const returned = await done('POST', `/cooperatives/leavings/${leaving}/payees/1/reverse`, { reason: 'Returned' })
    expect(returned.earlier[0]).toMatchObject({ id: leaving, payees: [{ number: 1, amount: 300, paidOn: null }] })
    expect(await Promise.all(['1010', '2110'].map(trial))).toEqual([(before[0] ?? 0) + 300, (before[1] ?? 0) - 300])
    expect(await done('GET', `/cooperatives/members/${bola?.id}`)).toMatchObject({ savings: 300 })
    expect((await ask('POST', `/cooperatives/leavings/${leaving}/payees/1/reverse`, { reason: 'Again' })).status).toBe(
      409,
    )
    await done('POST', '/financial/transactions', { type: 'withdrawal', memberId: bola?.id, amount: 300 }, 201)
    expect(await app.checks()).toEqual([])
  })

  // Remedy: member_exit_open
  test('is removed once their exit is cancelled, or settled and paid out', async () => {
    const who = await buildMember(app, cooperative)
    const remove = () => ask('DELETE', `/cooperatives/members/${who.id}`)
    const refused = {
      status: 409,
      message:
        'The exit of this member is not finished. Settle it and pay out what is owed, or cancel it, on their exit page first.',
    }
    await done('POST', `/cooperatives/members/${who.id}/leaving`, { reason: 'expulsion' }, 201)
    expect((await remove()).body).toMatchObject(refused)
    const { leaving } = await done('GET', `/cooperatives/members/${who.id}/leaving`)
    await done('POST', `/cooperatives/leavings/${leaving.id}/cancel`, { reason: 'Registered twice' })
    dataOf(await remove())

    const other = await buildMember(app, cooperative)
    const settled = await leaves(other, 250, null)
    expect((await ask('DELETE', `/cooperatives/members/${other.id}`)).body).toMatchObject(refused)
    await done('POST', `/cooperatives/leavings/${settled}/payees/1/pay`, { paidThrough: cash })
    await done('DELETE', `/cooperatives/members/${other.id}`)
  })

  // Remedy: readmission_reversal_waits
  test('is readmitted once the reversal of their settlement that waits is rejected, and is a member again once it is approved', async () => {
    await done('PUT', '/financial/config', { reversalApprovals: 1, withdrawalApprovals: 0 })
    const second = await buildOfficer(app, cooperative)
    const asksForReversal = async () => {
      const who = await buildMember(app, cooperative, { firstName: 'Cleo', lastName: 'Eze' })
      const leaving = await leaves(who, 400, cash)
      await done('POST', `/cooperatives/leavings/${leaving}/reverse`, { reason: 'Wrong person' })
      expect((await readmit(who)).body).toMatchObject({
        status: 409,
        message: 'A reversal of the settlement of Cleo Eze waits for approval. Approve or reject it first.',
      })
      const waiting: { reversalId: string }[] = await done('GET', '/financial/approvals?kind=reversal')
      const decide = async (what: 'approve' | 'reject', body: object) =>
        dataOf(await ask('POST', `/financial/reversals/${waiting[0]?.reversalId}/${what}`, body, second.token))
      return { who, decide }
    }
    const rejected = await asksForReversal()
    await rejected.decide('reject', { reason: 'It was right' })
    dataOf(await readmit(rejected.who), 201)
    const approved = await asksForReversal()
    await approved.decide('approve', {})
    expect(await member(approved.who)).toMatchObject({ status: 'active', savings: 400 })
    expect(await app.checks()).toEqual([])
  })
})
