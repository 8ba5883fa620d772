import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Day,
  addDays,
  addMonths,
  addMonthsToDay,
  dayIn,
  daysBetween,
  lastDayOf,
  periodOf,
} from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/loan-accruals'
/** The month end that is 1, 2, … back. Today's is the first where today is the last day of its month, so that nothing here depends on the day on which it runs. */
const end = (back: number): Day => lastDayOf(addMonths(periodOf(addDays(dayIn(new Date()), 1)), -back))

describe('interest on loans that is earned before it is paid', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let regular: string
  const ask = (method: string, url: string, body?: unknown) =>
    app.call(method, url, { token: cooperative.token, ...(body !== undefined && { body }) })
  const settings = async (body: object) => dataOf(await ask('PUT', '/financial/config', body))
  const preview = async (on: Day) => {
    const reply = await ask('GET', `${path}/preview?on=${on}`)
    dataOf(reply)
    return reply.body
  }
  const state = async () => (await ask('GET', path)).body
  const post = async (on: Day) => {
    const { receivable, inAdvance, payable } = (await preview(on)).meta.summary
    return ask('POST', path, { on, receivable, inAdvance, payable })
  }
  const balances = async (): Promise<Record<string, number>> => {
    const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
    return Object.fromEntries(
      accounts.map(({ code, debit, credit }: { code: string; debit: number; credit: number }) => [
        code,
        debit - credit,
      ]),
    )
  }
  const lend = async (method: string, back: number, on = end(back), firstDueOn = end(back - 1)) => {
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { interestMethod: method, guarantorsRequired: 0 }))
    const { id } = dataOf(
      await ask('POST', '/financial/loans', {
        memberId: ada.id,
        loanConfigId: regular,
        principal: 120_000,
        instalments: 12,
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on, firstDueOn }), 201)
    return id as string
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 200_000,
        occurredOn: end(9),
      }),
      201,
    )
    regular = dataOf(await ask('GET', '/financial/loan-config')).id
    await settings({ loanInterestBasis: 'accrual', guarantorsRequired: 0 })
  })

  test('is in the books at a month end, is income once, and leaves them when it is paid', async () => {
    const loanId = await lend('equal_principal', 4)
    expect((await state()).meta.summary.days.slice(0, 3)).toEqual([end(1), end(2), end(3)])
    const looked = await preview(end(3))
    expect(looked.data).toMatchObject([
      { loanId, name: expect.stringContaining('Ada'), receivable: 1200, inAdvance: 0, suspended: 0, daysLate: 0 },
    ])
    expect(looked.meta.summary).toEqual({
      on: end(3),
      loans: 1,
      receivable: 1200,
      inAdvance: 0,
      suspended: 0,
      deposits: 0,
      payable: 0,
      before: { receivable: 0, inAdvance: 0, payable: 0 },
      income: 1200,
      expense: 0,
      approvals: 0,
    })

    expect(dataOf(await post(end(3)), 201)).toMatchObject({ status: 'approved' })
    expect(await balances()).toMatchObject({ '1280': 1200, '4110': -1200 })

    // What is paid was income already.
    dataOf(await ask('POST', `/financial/loans/${loanId}/repayments`, { amount: 11_200, on: end(3) }), 201)
    expect(await balances()).toMatchObject({ '1280': 0, '4110': -1200 })
    expect((await preview(end(2))).meta.summary).toMatchObject({
      receivable: 1100,
      before: { receivable: 0 },
      income: 1100,
    })
    dataOf(await post(end(2)), 201)
    expect(await balances()).toMatchObject({ '1280': 1100, '4110': -2300 })
    expect(
      (await state()).data.map(({ on, receivable, status }: { on: string; receivable: number; status: string }) => [
        on,
        receivable,
        status,
      ]),
    ).toEqual([
      [end(2), 1100, 'approved'],
      [end(3), 1200, 'approved'],
    ])
    expect(await app.checks()).toEqual([])
  })

  test('is income once on every day between two month ends, whatever is paid, paid in part or taken back', async () => {
    // 120,000 at 1 % a month, 10,000 of principal a month: 1,200 is earned by the first month end, 1,100 by the second, 1,000 by the third.
    const loanId = await lend('equal_principal', 4)
    const repay = async (amount: number, on: Day) =>
      dataOf(await ask('POST', `/financial/loans/${loanId}/repayments`, { amount, on }), 201).movements.at(-1)
    const undo = async ({ id }: { id: string }) =>
      dataOf(await ask('POST', `/financial/loans/${loanId}/movements/${id}/reverse`, { reason: 'Wrong' }))
    dataOf(await post(end(3)), 201)
    // Half of the interest comes in three days after the month end, and is taken back.
    const part = await repay(600, addDays(end(3), 3))
    expect(part).toMatchObject({ interest: 600, principal: 0 })
    expect(await balances()).toMatchObject({ '1280': 600, '4110': -1200 })
    await undo(part)
    expect(await balances()).toMatchObject({ '1280': 1200, '4110': -1200 })
    await repay(600, addDays(end(3), 3))
    await repay(10_600, addDays(end(3), 5))
    const { '1280': left = 0, '4110': income = 0 } = await balances()
    expect([left, income]).toEqual([0, -1200])
    expect(await app.checks()).toEqual([])

    // The second instalment is paid on its day before its month is booked: all of its interest is income with the payment.
    const { paid } = dataOf(await ask('GET', `/financial/loans/${loanId}`))
    const second = await repay(11_100, end(2))
    expect(await balances()).toMatchObject({ '1280': 0, '4110': -1200 - second.interest })
    // The books say so already, and there is nothing to post.
    expect((await post(end(2))).status).toBe(409)
    expect(await balances()).toMatchObject({ '4110': -(paid.interest + second.interest) })
    dataOf(await post(end(1)), 201)
    const { receivable } = (await state()).data[0]
    expect(await balances()).toMatchObject({
      '1280': receivable,
      '4110': -(paid.interest + second.interest + receivable),
    })
    // Settling the loan takes what is receivable and more; all of its interest was income once.
    const settled = dataOf(await ask('POST', `/financial/loans/${loanId}/mark-paid`))
    expect(await balances()).toMatchObject({ '1280': 0, '4110': -settled.paid.interest })
    expect(await app.checks()).toEqual([])
  })

  test('tells each loan again, and as a file', async () => {
    await lend('equal_principal', 4)
    const { accrualId } = dataOf(await post(end(3)), 201)
    const kept = (await ask('GET', `${path}/${accrualId}`)).body
    expect(kept.data).toMatchObject([{ receivable: 1200, daysLate: 0 }])
    expect(kept.meta.summary).toMatchObject({ on: end(3), receivable: 1200, loans: 1 })
    const file = await app.call('GET', `${path}/${accrualId}?format=csv`, { token: cooperative.token })
    expect(file.text).toContain('1200.00')
    expect(file.text).toContain('Ada')
  })

  test('that was taken off at the start is earned over the term', async () => {
    await lend('upfront', 4)
    expect(await balances()).toMatchObject({ '4110': -14_400 })
    dataOf(await post(end(1)), 201)
    const { 2330: inAdvance, 4110: income } = await balances()
    expect(inAdvance).toBeLessThan(-10_000)
    expect((income ?? 0) + (inAdvance ?? 0)).toBe(-14_400)
    expect(await app.checks()).toEqual([])
  })

  test('of a late loan is by the principal that was owed each day, and a payment, its reversal and that of the accrual are followed to the kobo', async () => {
    // 120,000 at 1 % a month, due on the 16th.
    const due = addDays(end(3), 16)
    const loanId = await lend('equal_principal', 4, addDays(end(4), 16), due)
    const [days, month] = [daysBetween(due, end(2)), daysBetween(due, addDays(end(2), 16))]
    const part = (kobo: number) => Math.round(kobo / month) / 100
    const unpaid = 1200 + part(120_000 * days)
    expect((await preview(end(2))).meta.summary).toMatchObject({ receivable: unpaid, income: unpaid })
    dataOf(await post(end(2)), 201)
    expect(await balances()).toMatchObject({ '1280': unpaid, '4110': -unpaid })

    // 10,000 four days late: the interest of 1,200, and 8,800 of principal.
    const paid = dataOf(
      await ask('POST', `/financial/loans/${loanId}/repayments`, { amount: 10_000, on: addDays(due, 4) }),
      201,
    ).movements.at(-1)
    expect(paid).toMatchObject({ interest: 1200, principal: 8800 })
    const reverse = async () =>
      dataOf(
        await ask('POST', `/financial/transactions/${(await state()).data[0].transactionId}/reverse`, {
          reason: 'Wrong',
          voucher: true,
        }),
      )
    await reverse()
    const left = part(120_000 * 4 + 111_200 * (days - 4))
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await preview(end(2))).meta.summary).toMatchObject({ receivable: left })
      dataOf(await post(end(2)), 201)
      const { '1280': receivable = 0, '4110': income = 0 } = await balances()
      expect([receivable, Math.round(income * 100) / 100]).toEqual([left, -Math.round((1200 + left) * 100) / 100])
      if (turn === 0) await reverse()
    }
    // The payment bounces: the accrual of the next month end finds what is owed as if it never came.
    dataOf(await ask('POST', `/financial/loans/${loanId}/movements/${paid.id}/reverse`, { reason: 'Bounced' }))
    const second = daysBetween(addDays(end(2), 16), end(1))
    const length = daysBetween(addDays(end(2), 16), addDays(end(1), 16))
    const whole = 2400 + Math.round((120_000 * second) / length) / 100
    dataOf(await post(end(1)), 201)
    expect(await balances()).toMatchObject({ '1280': whole, '4110': -whole })
    expect(await app.checks()).toEqual([])
  })

  test('of a loan that is late for too long is suspended, and taken out of the books again', async () => {
    await settings({ suspendInterestAfterDays: 40 })
    await lend('equal_principal', 5)
    dataOf(await post(end(3)), 201)
    expect((await balances())['1280']).toBe(2400)
    expect((await preview(end(2))).meta.summary).toMatchObject({ receivable: 0, suspended: 3600, income: -2400 })
    dataOf(await post(end(2)), 201)
    expect(await balances()).toMatchObject({ '1280': 0, '4110': 0 })
    expect(await app.checks()).toEqual([])
  })

  // Remedy: accrual_later
  test('is reversed newest first, and posted again', async () => {
    await lend('equal_principal', 4)
    dataOf(await post(end(3)), 201)
    dataOf(await post(end(2)), 201)
    const [newest, oldest] = (await state()).data
    const reverse = ({ transactionId }: { transactionId: string }) =>
      ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'Wrong month', voucher: true })
    const refused = await reverse(oldest)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Reverse the newest accrual first'),
    ])
    dataOf(await reverse(newest))
    expect((await balances())['1280']).toBe(1200)
    expect((await state()).meta.summary.days.slice(0, 2)).toEqual([end(1), end(2)])
    dataOf(await post(end(2)), 201)
    expect((await balances())['1280']).toBe(2400)
    // One that waits for another officer is rejected instead.
    await settings({ journalApprovals: 1 })
    dataOf(await post(end(1)), 201)
    const [waiting, last] = (await state()).data
    expect((await reverse(last)).body.message).toMatch(
      /^The interest was accrued again for .+ and rests on this\. Reverse the newest accrual first, or reject it if it waits for approval\.$/,
    )
    dataOf(await ask('POST', `/financial/transactions/${waiting.transactionId}/reject`, { reason: 'Too early' }))
    dataOf(await reverse(last))
    dataOf(
      await reverse((await state()).data.find(({ status }: { status: string }) => status === 'approved') ?? oldest),
    )
    expect((await balances())['1280']).toBe(0)
    expect(await app.checks()).toEqual([])
  })

  test('waits where journals need another officer, and nothing else is posted meanwhile', async () => {
    await settings({ journalApprovals: 1 })
    await lend('equal_principal', 4)
    expect(dataOf(await post(end(3)), 201)).toMatchObject({ status: 'pending', entryNumber: null })
    expect((await state()).meta.summary.days).toEqual([])
    const [{ transactionId }] = (await state()).data
    dataOf(await ask('POST', `/financial/transactions/${transactionId}/reject`, { reason: 'Too early' }))
    expect((await state()).meta.summary.days[0]).toBe(end(1))
    expect((await balances())['1280'] ?? 0).toBe(0)
    expect(await app.checks()).toEqual([])
  })

  test('is computed while others post, and once more where they did', async () => {
    const loanId = await lend('equal_principal', 4)
    await app.admin.query('begin; lock table app.journal_line in access exclusive mode')
    const posting = ask('POST', path, { on: end(3), receivable: 1200, inAdvance: 0, payable: 0 })
    try {
      await expect
        .poll(
          async () =>
            (
              await app.admin.query(
                "select from pg_locks where relation = 'app.journal_line'::regclass and not granted",
              )
            ).rowCount,
          { timeout: 15_000 },
        )
        .toBe(1)
      expect((await ask('POST', `/financial/loans/${loanId}/repayments`, { amount: 11_200, on: end(3) })).status).toBe(
        201,
      )
    } finally {
      await app.admin.query('rollback')
    }
    expect((await posting).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('The loans or deposits have changed since you looked: ₦0.00'),
    })
    expect(await app.checks()).toEqual([])
  })

  test('two officers at once post it once', async () => {
    await lend('equal_principal', 4)
    const body = { on: end(3), receivable: 1200, inAdvance: 0, payable: 0 }
    expect(statusesOf(await Promise.all([ask('POST', path, body), ask('POST', path, body)]))).toEqual([201, 422])
    expect((await balances())['1280']).toBe(1200)
  })

  test('refuses what was not looked at, a day that is no month end, and a month twice; a society that calculates by cash takes out what stands', async () => {
    await lend('equal_principal', 4)
    const refusal = async (body: object) => (await ask('POST', path, body)).body.errors[0].message
    expect(await refusal({ on: end(3), receivable: 1, inAdvance: 0, payable: 0 })).toContain(
      'The loans or deposits have changed since you looked: ₦1,200.00',
    )
    expect(await refusal({ on: '2026-01-15', receivable: 0, inAdvance: 0, payable: 0 })).toContain(
      'Choose the last day of a month that is over',
    )
    expect(
      await refusal({
        on: lastDayOf(addMonths(periodOf(dayIn(new Date())), 1)),
        receivable: 0,
        inAdvance: 0,
        payable: 0,
      }),
    ).toContain('Choose the last day of a month that is over')
    expect(await refusal({ on: end(4), receivable: 0, inAdvance: 0, payable: 0 })).toContain('nothing to post')
    dataOf(await post(end(3)), 201)
    expect(await refusal({ on: end(3), receivable: 1200, inAdvance: 0, payable: 0 })).toContain(
      'Choose the last day of a month that is over',
    )

    await settings({ loanInterestBasis: 'cash' })
    expect((await preview(end(1))).meta.summary).toMatchObject({ receivable: 0, income: -1200 })
    dataOf(await post(end(1)), 201)
    expect(await balances()).toMatchObject({ '1280': 0, '4110': 0 })
    expect((await state()).meta.summary).toEqual({ basis: 'cash', suspendAfterDays: 90, days: [] })
    expect(await app.checks()).toEqual([])
  })

  describe('of fixed deposits', () => {
    /** The 10th of the month before the fourth last month end. */
    const opened = addDays(end(5), 10)
    const matures = addMonthsToDay(opened, 3)
    const daysTo = (on: Day) => daysBetween(opened, on)
    const sixMonths = {
      annualRatePercent: 10,
      months: 6,
      leastAmount: 1000,
      atMaturity: 'pay_out',
      breakRule: 'forfeit',
    }
    const type = async (more: object = {}) =>
      dataOf(
        await ask('POST', '/financial/account-types', {
          name: 'Fixed deposit',
          kind: 'fixed_deposit',
          fixedDeposit: { ...sixMonths, rates: [{ months: 3, from: 0, annualRatePercent: 10 }], ...more },
        }),
        201,
      ).id as string
    const open = async (accountTypeId: string, amount: number, months: number) =>
      dataOf(
        await ask('POST', '/financial/fixed-deposits', {
          memberId: ada.id,
          accountTypeId,
          amount,
          months,
          occurredOn: opened,
        }),
        201,
      )
    const mature = async (depositId: string) =>
      dataOf(await ask('POST', '/financial/fixed-deposits/mature', { depositIds: [depositId], occurredOn: matures }))
    const ended = async (id: string) =>
      (await ask('GET', '/financial/fixed-deposits?limit=100')).body.data.find((each: { id: string }) => each.id === id)
    const reverse = async (transactionId: string) =>
      dataOf(await ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'Wrong', voucher: true }))
    /** Interest payable and what interest has cost, as the trial balance says them. */
    const books = async () => {
      const { '2310': payable = 0, '5110': cost = 0 } = await balances()
      return { payable: payable === 0 ? 0 : -payable, cost }
    }

    test('is owed at a month end, and is an expense once whatever matures between two of them', async () => {
      const deposits = await type()
      // 10 naira a day, which matures between the second last month end and the last, and 20 a day, which runs on.
      const short = await open(deposits, 36_500, 3)
      const long = await open(deposits, 73_000, 6)
      const [second, last] = [end(2), end(1)]
      expect([second < matures, matures < last]).toEqual([true, true])
      const looked = (await preview(second)).meta.summary
      expect(looked).toMatchObject({
        receivable: 0,
        deposits: 2,
        payable: 30 * daysTo(second),
        before: { payable: 0 },
        income: 0,
        expense: 30 * daysTo(second),
      })
      const told = (await ask('GET', `${path}/preview/deposits?on=${second}&sort=payable`)).body
      expect(told.data).toMatchObject([
        {
          depositId: short.id,
          certificate: 'FD-00001',
          name: expect.stringContaining('Ada'),
          payable: 10 * daysTo(second),
        },
        { depositId: long.id, certificate: 'FD-00002', maturesOn: long.maturesOn, payable: 20 * daysTo(second) },
      ])
      expect(told.meta.summary).toEqual({ on: second, deposits: 2, payable: 30 * daysTo(second) })
      const stale = { on: second, receivable: 0, inAdvance: 0, payable: 30 * daysTo(second) - 0.01 }
      expect((await ask('POST', path, stale)).body).toMatchObject({
        status: 409,
        message: expect.stringContaining('deposits have earned ₦'),
      })
      const { accrualId } = dataOf(await post(second), 201)
      expect(await books()).toEqual({ payable: 30 * daysTo(second), cost: 30 * daysTo(second) })

      // At maturity what was booked leaves interest payable, and only the days since are an expense.
      expect(await mature(short.id)).toMatchObject({ interest: 10 * daysTo(matures) })
      expect(await books()).toEqual({ payable: 20 * daysTo(second), cost: 20 * daysTo(second) + 10 * daysTo(matures) })

      expect((await preview(last)).meta.summary).toMatchObject({
        deposits: 1,
        payable: 20 * daysTo(last),
        before: { payable: 20 * daysTo(second) },
        expense: 20 * (daysTo(last) - daysTo(second)),
      })
      dataOf(await post(last), 201)
      expect(await books()).toEqual({ payable: 20 * daysTo(last), cost: 20 * daysTo(last) + 10 * daysTo(matures) })
      expect(dataOf(await ask('GET', '/financial/reports/trial-balance')).balanced).toBe(true)

      const kept = (await ask('GET', `${path}/${accrualId}/deposits`)).body
      expect(kept.data.map(({ payable }: { payable: number }) => payable)).toEqual([
        10 * daysTo(second),
        20 * daysTo(second),
      ])
      expect((await state()).data.map(({ payable }: { payable: number }) => payable)).toEqual([
        20 * daysTo(last),
        30 * daysTo(second),
      ])
      const file = await app.call('GET', `${path}/${accrualId}/deposits?format=csv`, { token: cooperative.token })
      expect(file.text).toContain(`"FD-00002","Fixed deposit","${long.maturesOn}","${20 * daysTo(second)}.00"`)
      expect(await app.checks()).toEqual([])
    })

    test('leaves the books with a deposit that is broken without interest, comes back with the reversal, and goes where cash counts', async () => {
      const { id } = await open(await type(), 36_500, 6)
      dataOf(await post(end(2)), 201)
      const booked = { payable: 10 * daysTo(end(2)), cost: 10 * daysTo(end(2)) }
      expect(await books()).toEqual(booked)
      dataOf(
        await ask('POST', `/financial/fixed-deposits/${id}/break`, {
          reason: 'Hospital',
          occurredOn: addDays(end(2), 3),
        }),
      )
      expect(await books()).toEqual({ payable: 0, cost: 0 })
      await reverse((await ended(id)).endingId)
      expect(await books()).toEqual(booked)
      expect((await preview(end(1))).meta.summary).toMatchObject({ expense: 10 * (daysTo(end(1)) - daysTo(end(2))) })
      await settings({ loanInterestBasis: 'cash' })
      expect((await preview(end(1))).meta.summary).toMatchObject({ deposits: 0, payable: 0, expense: -booked.cost })
      expect((await ask('GET', `${path}/preview/deposits?on=${end(1)}`)).body.data).toEqual([])
      dataOf(await post(end(1)), 201)
      expect(await books()).toEqual({ payable: 0, cost: 0 })
      expect(await app.checks()).toEqual([])
    })

    test('is right at the end of an earlier month that is posted after the deposit was paid out', async () => {
      const { id } = await open(await type(), 36_500, 3)
      dataOf(await post(end(3)), 201)
      await mature(id)
      // The month before the payout is posted late: it says what was owed then, and the next one takes it out again.
      expect((await preview(end(2))).meta.summary).toMatchObject({
        payable: 10 * daysTo(end(2)),
        before: { payable: 10 * daysTo(end(3)) },
        expense: 10 * (daysTo(end(2)) - daysTo(end(3))),
      })
      dataOf(await post(end(2)), 201)
      const { accounts } = dataOf(await ask('GET', `/financial/reports/trial-balance?to=${end(2)}`))
      expect(accounts.find(({ code }: { code: string }) => code === '2310')).toMatchObject({
        credit: 10 * daysTo(end(2)),
      })
      dataOf(await post(end(1)), 201)
      expect(await books()).toEqual({ payable: 0, cost: 10 * daysTo(matures) })
      expect(await app.checks()).toEqual([])
    })

    test('is taken back by the reversal of a month end, and goes on with the deposit that is renewed', async () => {
      const { id } = await open(await type({ atMaturity: 'renew_all' }), 36_500, 3)
      dataOf(await post(end(3)), 201)
      dataOf(await post(end(2)), 201)
      await reverse((await state()).data[0].transactionId)
      expect(await books()).toEqual({ payable: 10 * daysTo(end(3)), cost: 10 * daysTo(end(3)) })
      // Renewed, it has earned 10 naira a day until it matured, and grown by that.
      await mature(id)
      const grown = 36_500 + 10 * daysTo(matures)
      expect(await books()).toEqual({ payable: 0, cost: 10 * daysTo(matures) })
      const days = daysBetween(matures, end(1))
      // 10 % of naira are 10 kobo each, to half a kobo up.
      const renewed = Number((2n * BigInt(grown * days * 10) + 365n) / 730n) / 100
      expect((await preview(end(1))).meta.summary).toMatchObject({ deposits: 1 })
      dataOf(await post(end(1)), 201)
      const { payable, cost } = await books()
      expect([payable, cost]).toEqual([renewed, 10 * daysTo(matures) + renewed])
      expect(await app.checks()).toEqual([])
    })
  })
})
