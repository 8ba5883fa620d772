import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn, dayText } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'

describe('one person with two records', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let second: TestOfficer
  let [first, twin, ada]: TestMember[] = []
  let cheque: { id: string }
  let paidOut: { id: string }
  let types: { id: string; code: string }[] = []
  const today = dayText(dayIn(new Date()))

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const person = { lastName: 'Bello', dateOfBirth: '1980-01-01' }
    first = await buildMember(app, cooperative, { firstName: 'Musa', registrationDate: '2025-01-15', ...person })
    twin = await buildMember(app, cooperative, { firstName: 'Musa A.', registrationDate: '2024-03-10', ...person })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', registrationDate: '2025-01-15' })
    types = await done('GET', '/financial/account-types')
    await done('PUT', '/financial/config', {
      shareApprovals: 0,
      reversalApprovals: 0,
      withdrawalApprovals: 0,
      guarantorsRequired: 0,
    })
    await record(first, { type: 'deposit', amount: 1000 })
    cheque = await record(twin, { type: 'deposit', amount: 60_500.25 })
    paidOut = await record(twin, { type: 'withdrawal', amount: 500 })
    await record(twin, { type: 'share_purchase', shares: 20 })
    second = await buildOfficer(app, cooperative)
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, to: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, to, body), status)
  const record = (who: TestMember | undefined, body: object) =>
    done('POST', '/financial/transactions', { memberId: who?.id, ...body }, 201)
  const merge = (from = twin, into = first, token = cooperative.token) =>
    ask('POST', `/cooperatives/members/${from?.id}/merge`, { into: into?.id, reason: 'Registered twice' }, token)
  const refused = async (from?: TestMember, into?: TestMember) => {
    const { status, body } = await merge(from, into)
    return [status, body.errors?.[0]?.message ?? body.message]
  }
  const accounts = async (who: TestMember | undefined) =>
    (await done('GET', `/financial/members/${who?.id}/accounts`)).map(
      ({ balance, shares }: { balance: number; shares: number | null }) => [balance, shares],
    )
  const told = async (who: TestMember | undefined) =>
    (await done('GET', `/financial/members/${who?.id}/statement?from=2025-01-01&to=2099-12-31`)).accounts
      .flatMap(({ lines }: { lines: { description: string }[] }) => lines)
      .map(({ description }: { description: string }) => description)
  const trial = async () => done('GET', '/financial/reports/trial-balance')

  test('keeps the record that a loan, a guarantee or a hold binds, and nothing is merged into what is no active member', async () => {
    expect(await refused(twin, twin)).toEqual([422, 'Choose another record. This is the one that would be closed.'])
    const hold = await done(
      'POST',
      '/financial/pledges',
      {
        memberId: twin?.id,
        accountTypeId: types.find(({ code }) => code === 'ordinary')?.id,
        amount: 50,
        reason: 'Court order',
      },
      201,
    )
    expect((await refused())[1]).toMatch(/Or keep this record and merge the other one into it\.$/)
    await done('POST', `/financial/pledges/${hold.id}/release`, { reason: 'Lifted' })
    const { id: loanConfigId } = await done('GET', '/financial/loan-config')
    const loan = { memberId: twin?.id, loanConfigId, principal: 1000, instalments: 2 }
    const { id } = await done('POST', '/financial/loans', loan, 201)
    expect((await refused())[0]).toBe(409)
    await done('POST', `/financial/loans/${id}/reject`, { reason: 'Not now' })
    await done('POST', '/members/status', { members: { ids: [ada?.id] }, status: 'inactive', reason: 'Away' })
    expect((await refused(twin, ada))[0]).toBe(409)
    expect(await app.checks()).toEqual([])
  })

  test('is not merged into one that says they were born later than the closed record says they joined', async () => {
    const older = await buildMember(app, cooperative, { firstName: 'Moses', registrationDate: '1979-12-31' })
    expect(await refused(older, first)).toEqual([
      422,
      'The date of joining, 31 Dec 1979, is before the date of birth, 01 Jan 1980. Correct the one that is wrong.',
    ])
  })

  test('has one by two officers: everything is on it, the books agree, both statements tell, and the other record leads to it', async () => {
    const token = await loginMember(app, twin as TestMember)
    const before = await trial()
    const asked = await merge()
    expect(asked.status).toBe(202)
    dataOf(await agreed(app, asked, second.token))

    const after = await trial()
    for (const code of ['2110', '3110']) {
      const of = (report: typeof before) => report.accounts.find((row: { code: string }) => row.code === code).credit
      expect([code, of(after)]).toEqual([code, of(before)])
    }
    // 1,000.00 and 60,000.25 of savings; 20 shares at ₦500.00, which were paid in cash.
    expect(await accounts(first)).toEqual(
      expect.arrayContaining([
        [61_000.25, null],
        [10_000, 20],
      ]),
    )
    expect((await accounts(twin)).every(([balance]: number[]) => balance === 0)).toBe(true)
    const why = `${twin?.membershipno} merged into ${first?.membershipno}: Registered twice`
    for (const who of [first, twin]) expect(await told(who)).toContain(why)
    expect(await done('GET', `/cooperatives/members/${twin?.id}`)).toMatchObject({
      status: 'left',
      mergedInto: { memberId: first?.id, membershipno: first?.membershipno, name: 'Musa Bello' },
    })
    expect(await done('GET', `/cooperatives/members/${twin?.id}/leaving`)).toMatchObject({
      leaving: {
        reason: 'merged',
        note: `Merged into ${first?.membershipno}, Musa Bello, on ${today}. ${first?.membershipno} counts as a member since 10 Mar 2024, before: 15 Jan 2025`,
      },
    })
    expect(await done('GET', `/cooperatives/members/${first?.id}`)).toMatchObject({
      registrationDate: '2024-03-10',
      mergedInto: null,
      mergedFrom: [{ memberId: twin?.id, membershipno: twin?.membershipno }],
    })
    // Two deposits, of 1,000.00 and 60,500.25, and the withdrawal are in the history of the one person.
    const { body } = await ask('GET', `/financial/members/${first?.id}/financial-records?limit=100`)
    expect(body.meta.summary).toMatchObject({ totalDeposits: 61_500.25, totalWithdrawals: 500 })
    for (const list of [body.data, await done('GET', `/financial/transactions?memberId=${first?.id}&limit=100`)])
      expect(list.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([cheque.id, paidOut.id]))
    expect([401, 403]).toContain((await ask('GET', '/member-portal/dashboard', undefined, token)).status)
    expect(await app.checks()).toEqual([])
  })

  // Remedy: merge_in_office, merge_has_loan
  test('with an office or a loan on one record has that one kept, or first ends the office or settles the loan', async () => {
    const pair = async () => {
      const both = [await buildMember(app, cooperative), await buildMember(app, cooperative)] as const
      for (const one of both) await record(one, { type: 'deposit', amount: 5000 })
      return both
    }
    const merged = async (from: TestMember, into: TestMember) =>
      dataOf(await agreed(app, await merge(from, into), second.token))
    const { id: loanConfigId } = await done('GET', '/financial/loan-config')
    const office = async ({ id }: TestMember, roleIds: string[]) =>
      dataOf(await agreed(app, await ask('PUT', `/cooperatives/members/${id}/roles`, { roleIds }), second.token))
    const takesOffice = (who: TestMember) => office(who, ['member', 'secretary'])
    const leavesOffice = (who: TestMember) => office(who, ['member'])
    const borrows = async ({ id: memberId }: TestMember) => {
      const loan = { memberId, loanConfigId, principal: 1000, instalments: 2 }
      const { id } = await done('POST', '/financial/loans', loan, 201)
      dataOf(await ask('POST', `/financial/loans/${id}/approve`, undefined, second.token))
      await done('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }, 201)
    }
    const settles = async ({ id: memberId }: TestMember) => {
      const [{ id }] = await done('GET', `/financial/members/${memberId}/loans?status=active`)
      const { amount } = await done('GET', `/financial/loans/${id}/settlement-quote`)
      await done('POST', `/financial/loans/${id}/repayments`, { amount, from: 'cash' }, 201)
    }
    for (const [binds, frees, sentence] of [
      [takesOffice, leavesOffice, /holds an office with this record\. Keep this record/],
      [borrows, settles, /has a running loan, which stays with its record\. Keep this record/],
    ] as const) {
      for (const isKept of [true, false]) {
        const [bound, other] = await pair()
        await binds(bound)
        expect(await refused(bound, other)).toEqual([409, expect.stringMatching(sentence)])
        if (isKept) await merged(other, bound)
        else {
          await frees(bound)
          await merged(bound, other)
        }
      }
    }
    expect(await app.checks()).toEqual([])
  })

  test('stays with one: the closed record is not merged, opened or readmitted again', async () => {
    expect(await refused()).toEqual([409, 'Musa A. Bello is no longer a member. Only records of members are merged.'])
    const { leaving } = await done('GET', `/cooperatives/members/${twin?.id}/leaving`)
    expect((await ask('POST', `/cooperatives/leavings/${leaving.id}/reverse`, { reason: 'Oops' })).body.message).toBe(
      'This record was merged into another one of the same person and is not opened again.',
    )
    for (const [method, path, body] of [
      ['POST', '/readmission', { reason: 'Oops' }],
      ['POST', '/leaving', { reason: 'expulsion' }],
      ['PUT', '', { status: 'active' }],
    ] as const)
      expect((await ask(method, `/cooperatives/members/${twin?.id}${path}`, body)).body.message).toBe(
        `This record of Musa A. Bello was merged into ${first?.membershipno}. Use that one.`,
      )
  })

  // Remedy: member_phone_taken
  test('leads from the number and the phone of the closed record to the one that stays', async () => {
    const leads = `This record of Musa A. Bello was merged into ${first?.membershipno}. Use that one.`
    for (const [path, body] of [
      ['/financial/contributions', { memberId: twin?.id, amount: 5 }],
      ['/financial/transactions', { type: 'deposit', memberId: twin?.id, amount: 5 }],
    ] as const)
      expect((await ask('POST', path, body)).body).toMatchObject({ status: 409, message: leads })
    for (const q of [twin?.membershipno, twin?.phone]) {
      const found = await done('GET', `/members?q=${encodeURIComponent(q ?? '')}`)
      expect(found.map(({ memberid }: { memberid: string }) => memberid)).toEqual(
        expect.arrayContaining([first?.id, twin?.id]),
      )
    }
    const phone = twin?.phone
    const told = expect.stringContaining(`which was merged into ${first?.membershipno}.`)
    const again = { firstName: 'Musa', lastName: 'Bello', phone }
    expect((await ask('POST', '/cooperatives/members', { member: [again] })).body.errors[0].message).toEqual(told)
    expect((await ask('PUT', `/cooperatives/members/${first?.id}`, { phone })).body.errors[0].message).toEqual(told)
    // As the sentence says: from the closed record, then on the one that stays.
    for (const [who, change] of [
      [twin, { phone: null }],
      [first, { phone }],
    ] as const)
      dataOf(await agreed(app, await ask('PUT', `/cooperatives/members/${who?.id}`, change), second.token))
    expect(await done('GET', `/cooperatives/members/${first?.id}`)).toMatchObject({ phone })
    expect(await app.checks()).toEqual([])
  })

  test('takes a bounced cheque of the closed record from the one that stays, and pays there what a reversal gives back', async () => {
    const reverse = (id: string) => ask('POST', `/financial/transactions/${id}/reverse`, { reason: 'Cheque returned' })
    const cash = async () => (await trial()).accounts.find(({ code }: { code: string }) => code === '1010').debit
    const before = await cash()

    // 1,000.00 of theirs and 60,000.25 that came with the merging, less the cheque of 60,500.25.
    dataOf(await reverse(cheque.id))
    expect(await accounts(first)).toEqual(
      expect.arrayContaining([
        [500, null],
        [10_000, 20],
      ]),
    )
    expect(await cash()).toBe(before - 60_500.25)
    dataOf(await reverse(paidOut.id))
    expect(await accounts(first)).toContainEqual([1000, null])
    expect((await accounts(twin)).every(([balance]: number[]) => balance === 0)).toBe(true)
    expect(await cash()).toBe(before - 60_000.25)
    for (const who of [first, twin])
      expect((await told(who)).filter((line: string) => line.startsWith('Reversal of entry'))).toHaveLength(2)

    const moved = (await done('GET', `/financial/transactions?memberId=${first?.id}&type=transfer`)).find(
      ({ description }: { description: string }) => description.includes('Registered twice'),
    )
    expect((await reverse(moved.id)).body.message).toBe(
      'This record was merged into another one of the same person and is not opened again.',
    )
    expect(await app.checks()).toEqual([])
  })

  test('says of a bounced cheque what is missing on the record that stays', async () => {
    const [old, kept] = [await buildMember(app, cooperative), await buildMember(app, cooperative)]
    const paid = await record(old, { type: 'deposit', amount: 300 })
    dataOf(await agreed(app, await merge(old, kept), second.token))
    await record(kept, { type: 'withdrawal', amount: 250 })
    const { status, body } = await ask('POST', `/financial/transactions/${paid.id}/reverse`, { reason: 'Returned' })
    expect([status, body.message]).toEqual([409, expect.stringContaining('has only ₦50.00 left')])
    expect(body.message).toContain('the missing ₦250.00')
  })
})
