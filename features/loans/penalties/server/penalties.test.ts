import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, addMonths, type Day, dayIn, lastDayOf, periodOf } from '#core/calendar.ts'
import { chargeAllPenalties } from '#app/jobs/charge-all-penalties.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/loans'

describe('fees and penalties of a loan', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let regular: string
  let loanId: string

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  const charge = async (charges: object) => dataOf(await ask('PUT', `/financial/loan-config/${regular}`, charges))
  const apply = async (principal = 120_000, instalments = 12, memberId = ada.id) => {
    const { id } = dataOf(
      await ask('POST', path, { memberId, loanConfigId: regular, principal, instalments }),
      201,
    ) as { id: string }
    dataOf(await ask('POST', `${path}/${id}/approve`))
    return id
  }
  const disburse = async (body: object = {}, id = loanId) =>
    dataOf(await ask('POST', `${path}/${id}/disburse`, { on: '2026-01-31', to: 'cash', ...body }), 201)
  /** 120,000 over a year: 10,661.85 a month from the 28th of February on. */
  const lend = async (charges: object) => {
    await charge(charges)
    loanId = await apply()
    return disburse()
  }
  const repay = async (amount: number, on: string) =>
    dataOf(await ask('POST', `${path}/${loanId}/repayments`, { amount, on }), 201)
  const read = async (token = cooperative.token, id = loanId) =>
    dataOf(await ask('GET', `${path}/${id}`, undefined, token))
  const run = (day: string) => chargeAllPenalties(app.services.database, new Date(`${day}T01:00:00Z`))
  const penalties = async (id = loanId) =>
    (await read(cooperative.token, id)).schedule.map((line: { penalties: number }) => line.penalties) as number[]
  const vouchers = async () =>
    Number(
      (await app.admin.query('select count(*) from ledger.entry where cooperative_id = $1', [cooperative.id])).rows[0]
        .count,
    )
  /** Net of each account, debits above zero. */
  const books = async () => {
    const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
      accounts: { code: string; debit: number; credit: number }[]
    }
    return (code: string) =>
      accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }
  const heard = async () =>
    ((await ask('GET', '/notifications?limit=50', undefined, adaToken)).body.data as { message: string }[]).map(
      ({ message }) => message,
    )

  const processing = { name: 'Processing fee', of: 'amount', percent: 1, when: 'disbursement' }
  const insurance = { name: 'Insurance', of: 'fixed', naira: 250, when: 'disbursement' }
  const monthly = { name: 'Book fee', of: 'fixed', naira: 100, when: 'instalment' }
  const once = { of: 'principal', percent: 1.5, graceDays: 5, repeats: 'once', cap: null }

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    adaToken = await loginMember(app, ada)
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 200_000,
        occurredOn: '2026-01-20',
      }),
      201,
    )
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    regular = dataOf(await ask('GET', '/financial/loan-config')).id
  })

  // Remedy: penalty_loans_stand
  test('a product keeps its fees and its penalty, with their history, and refuses what they can’t be', async () => {
    expect(await charge({ fees: [processing, monthly], penalty: once })).toMatchObject({
      fees: [processing, monthly],
      penalty: once,
    })
    expect(dataOf(await ask('GET', '/financial/loan-config'))).toMatchObject({
      fees: [processing, monthly],
      penalty: once,
    })
    const [change] = (await ask('GET', '/financial/configs')).body.data
    expect(change.changes).toEqual(
      expect.arrayContaining([
        {
          field: 'fees',
          before: '',
          after:
            'Processing fee: 1 % of the amount, taken off when the loan is paid out; Book fee: ₦100.00 with each instalment',
        },
        expect.objectContaining({
          field: 'penalty',
          after:
            'For each instalment a penalty of 1.5 % of its overdue principal is asked when it is not paid 5 days after its day, once.',
        }),
      ]),
    )
    const wrong = [
      [{ fees: [{ ...processing, percent: 0 }] }, 'fees.0.percent'],
      [{ fees: [{ ...processing, percent: 101 }] }, 'fees.0.percent'],
      [{ fees: [{ ...insurance, naira: 0 }] }, 'fees.0.naira'],
      [{ fees: [{ ...processing, of: 'luck' }] }, 'fees.0.of'],
      [{ fees: [{ ...processing, of: 'fixed' }] }, 'fees.0.naira'],
      [{ fees: [{ ...insurance, percent: 2 }] }, 'fees.0.naira'],
      [{ penalty: { ...once, percent: undefined } }, 'penalty.percent'],
      [{ fees: [{ ...processing, name: '' }] }, 'fees.0.name'],
      [{ fees: [{ ...processing, when: 'soon' }] }, 'fees.0.when'],
      [{ fees: [processing, { ...insurance, name: 'processing fee' }] }, 'fees'],
      [{ fees: Array.from({ length: 6 }, (_, at) => ({ ...insurance, name: `Fee ${at}` })) }, 'fees'],
      [{ penalty: { ...once, graceDays: -1 } }, 'penalty.graceDays'],
      [{ penalty: { ...once, repeats: 'daily' } }, 'penalty.repeats'],
      [{ penalty: { ...once, cap: { of: 'fixed', naira: 0 } } }, 'penalty.cap.naira'],
    ] as const
    for (const [body, field] of wrong)
      expect((await ask('PUT', `/financial/loan-config/${regular}`, body)).body).toMatchObject({
        status: 422,
        errors: [{ field }],
      })
    expect((await ask('PUT', `/financial/loan-config/${regular}`, { interestMethod: 'murabaha' })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'penalty' }],
    })
    for (const { id } of dataOf(await ask('GET', '/financial/loan-configs')))
      dataOf(await ask('PUT', `/financial/loan-config/${id}`, { annualRatePercent: 0 }))
    expect((await ask('PUT', '/financial/config', { societyKind: 'non_interest' })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Regular loans ask a penalty'),
    })
    await charge({ penalty: null })
    expect(dataOf(await ask('PUT', '/financial/config', { societyKind: 'non_interest' })).societyKind).toBe(
      'non_interest',
    )
    expect(await charge({ interestMethod: 'murabaha', penalty: null })).toMatchObject({
      interestMethod: 'murabaha',
      fees: [processing, monthly],
      penalty: null,
    })
  })

  test('fees at disbursement are taken off in one entry and come back with its reversal', async () => {
    const paidOut = await lend({ fees: [processing, insurance] })
    expect(paidOut).toMatchObject({
      status: 'active',
      disbursed: 120_000,
      outstanding: 120_000,
      feesDeducted: 1450,
      movements: [{ amount: 120_000, feesDeducted: 1450, deducted: 0, fees: 0 }],
    })
    expect(paidOut.schedule[0]).toMatchObject({ fees: 0, total: 10_661.85 })
    const of = await books()
    expect([of('1210'), of('1010'), of('4220')]).toEqual([120_000, 200_000 - 118_550, -1450])
    expect(await heard()).toContain('₦120,000.00 of your Regular loan was paid out. Fees of ₦1,450.00 were taken off.')
    const back = dataOf(
      await ask('POST', `${path}/${loanId}/movements/${paidOut.movements[0].id}/reverse`, { reason: 'Wrong day' }),
    )
    expect(back).toMatchObject({ status: 'approved', feesDeducted: 0, disbursed: 0 })
    const after = await books()
    expect([after('1210'), after('1010'), after('4220')]).toEqual([0, 200_000, 0])
  })

  // Remedy: loan_fees_first_part
  test('to savings they come net, and of a loan in parts the first part bears them', async () => {
    await charge({
      fees: [processing, { name: 'Share of interest', of: 'interest', percent: 10, when: 'disbursement' }],
    })
    loanId = await apply(120_000, 12)
    const first = await disburse({ amount: 50_000, to: 'savings' })
    // A tenth of all the interest as if the whole had been paid out at once, 7,942.25.
    expect(first).toMatchObject({ feesDeducted: 1994.23, disbursed: 50_000 })
    const second = await disburse({ amount: 70_000, on: '2026-02-10' })
    expect(second).toMatchObject({
      feesDeducted: 1994.23,
      disbursed: 120_000,
      movements: [{ feesDeducted: 1994.23 }, { feesDeducted: 0 }],
    })
    expect(
      (await ask('POST', `${path}/${loanId}/movements/${second.movements[0].id}/reverse`, { reason: 'No' })).body,
    ).toMatchObject({
      status: 409,
      message: 'The fees were taken off this part of the loan. Reverse the other parts that were paid out first.',
    })
    dataOf(await ask('POST', `${path}/${loanId}/movements/${second.movements[1].id}/reverse`, { reason: 'No' }))
    dataOf(await ask('POST', `${path}/${loanId}/movements/${second.movements[0].id}/reverse`, { reason: 'No' }))
    expect(await read()).toMatchObject({ status: 'approved', feesDeducted: 0 })
    expect((await books())('4220')).toBe(0)
  })

  test('a fee that leaves nothing to pay out is refused in words', async () => {
    await charge({ fees: [{ ...insurance, naira: 10_000 }] })
    expect(
      (await ask('POST', path, { memberId: ada.id, loanConfigId: regular, principal: 10_000, instalments: 2 })).body,
    ).toMatchObject({
      status: 422,
      errors: [{ field: 'principal', message: expect.stringContaining('Fees of ₦10,000.00') }],
    })
    loanId = await apply(20_000, 2)
    expect(await read()).toMatchObject({ feesToDeduct: 10_000, feesDeducted: 0 })
    expect(
      (await ask('POST', `${path}/${loanId}/disburse`, { on: '2026-01-31', to: 'cash', amount: 10_000 })).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'amount', message: expect.stringContaining('₦10,000.00') }] })
    expect((await read()).status).toBe('approved')
  })

  test('a fee with each instalment is owed with it and is income when it is paid', async () => {
    expect((await lend({ fees: [monthly] })).schedule[0]).toMatchObject({
      fees: 100,
      total: 10_761.85,
      owed: 10_761.85,
    })
    const paid = await repay(10_761.85, '2026-02-28')
    expect(paid.paid).toEqual({ fees: 100, interest: 1200, principal: 9461.85, penalties: 0 })
    expect(paid.schedule.slice(0, 2)).toMatchObject([{ owed: 0 }, { owed: 10_761.85 }])
    expect((await books())('4220')).toBe(-100)
  })

  test('a penalty appears without a payment, once however often the job runs, and nothing is posted until it is paid', async () => {
    await lend({ penalty: once })
    const before = await vouchers()
    await run('2026-03-05')
    expect((await penalties())[0]).toBe(0)
    await run('2026-03-06')
    await run('2026-03-06')
    // 1.5 % of 9,461.85.
    expect((await penalties()).slice(0, 2)).toEqual([141.93, 0])
    await Promise.all([run('2026-03-20'), run('2026-03-20')])
    expect((await penalties()).slice(0, 2)).toEqual([141.93, 0])
    expect(await vouchers()).toBe(before)
    expect((await ask('GET', `${path}?overdue=true`)).body.data[0]).toMatchObject({ id: loanId })
    expect((await read(adaToken)).schedule[0]).toMatchObject({ penalties: 141.93, total: 10_803.78, owed: 10_803.78 })
    const paid = await repay(10_803.78, '2026-03-20')
    expect(paid.paid.penalties).toBe(141.93)
    expect(paid.schedule[0].owed).toBe(0)
    expect((await books())('4230')).toBe(-141.93)
    const { amount } = dataOf(await ask('GET', `${path}/${loanId}/settlement-quote`))
    expect(dataOf(await ask('POST', `${path}/${loanId}/mark-paid`))).toMatchObject({
      status: 'completed',
      movements: [{}, {}, { amount }],
    })
  })

  test('every month while it is late, up to the cap; a payment that is dated back takes it back', async () => {
    await lend({
      penalty: { of: 'fixed', naira: 500, graceDays: 0, repeats: 'monthly', cap: { of: 'fixed', naira: 1200 } },
    })
    for (const [day, expected] of [
      ['2026-03-01', [500, 0, 0]],
      ['2026-03-28', [500, 0, 0]],
      ['2026-03-29', [1000, 0, 0]],
      ['2026-04-01', [1000, 500, 0]],
      ['2026-06-10', [1200, 1200, 1000]],
    ] as const) {
      await run(day)
      expect((await penalties()).slice(0, 3)).toEqual(expected)
    }
    await repay(10_661.85, '2026-02-28')
    expect((await penalties()).slice(0, 3)).toEqual([0, 1200, 1000])
    const { movements } = await read()
    dataOf(await ask('POST', `${path}/${loanId}/movements/${movements[1].id}/reverse`, { reason: 'Bounced' }))
    expect((await penalties()).slice(0, 3)).toEqual([1200, 1200, 1000])
    expect((await books())('4230')).toBe(0)
  })

  test('a change of the product reaches no loan that was asked for', async () => {
    await lend({})
    await charge({ fees: [monthly], penalty: once })
    await run('2026-04-10')
    expect(await read()).toMatchObject({
      charges: { fees: [], penalty: null },
      schedule: [{ fees: 0, penalties: 0 }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    })
  })

  test('an officer waives what is owed with a reason, the member hears it, and a reversal brings it back', async () => {
    await lend({ penalty: once })
    await run('2026-04-10')
    const owed = await penalties()
    expect(owed.slice(0, 3)).toEqual([141.93, expect.any(Number), 0])
    const waived = dataOf(
      await ask('POST', `${path}/${loanId}/penalties/waive`, { instalment: 1, reason: 'They were in hospital' }),
      201,
    )
    expect(waived).toMatchObject({
      schedule: [{ penalties: 0 }, { penalties: owed[1] }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      waivers: [{ status: 'posted', amount: 141.93, reason: 'They were in hospital', reversal: null }],
    })
    expect((await heard())[0]).toBe('A penalty of ₦141.93 on your Regular loan was waived: They were in hospital')
    expect(
      (await ask('POST', `${path}/${loanId}/penalties/waive`, { instalment: 1, reason: 'Again' })).body,
    ).toMatchObject({ status: 409, message: 'No penalty is owed here, so there is nothing to waive.' })
    // What the job finds afterwards is not asked again for the same delay.
    await run('2026-04-20')
    expect((await penalties()).slice(0, 2)).toEqual([0, owed[1]])
    const url = `${path}/${loanId}/penalties/waivers/${waived.waivers[0].id}/reverse`
    expect(dataOf(await ask('POST', url, { reason: 'Wrong member' }))).toMatchObject({
      waivers: [{ status: 'reversed', reversal: { reason: 'Wrong member' } }],
    })
    expect((await penalties()).slice(0, 2)).toEqual(owed.slice(0, 2))
    expect((await ask('POST', url, { reason: 'Twice' })).body.status).toBe(409)
    const all = dataOf(
      await ask('POST', `${path}/${loanId}/penalties/waive`, { reason: 'The committee forgave it' }),
      201,
    )
    expect(all.schedule.every((line: { penalties: number }) => line.penalties === 0)).toBe(true)
    expect((await ask('POST', `${path}/${loanId}/penalties/waive`, { reason: 'Me' }, adaToken)).status).toBe(403)
  })

  test('of a penalty that was paid in part, waiving uses the money for the instalment, in an entry of its own', async () => {
    await lend({ penalty: once })
    await repay(100, '2026-03-10')
    expect(await read()).toMatchObject({ paid: { penalties: 100, interest: 0 } })
    const waived = dataOf(await ask('POST', `${path}/${loanId}/penalties/waive`, { reason: 'Flood' }), 201)
    expect(waived).toMatchObject({
      paid: { penalties: 0, interest: 100 },
      movements: expect.arrayContaining([
        expect.objectContaining({ kind: 'reallocation', penalties: -100, interest: 100 }),
      ]),
    })
    const of = await books()
    expect([of('4230'), of('4110')]).toEqual([0, -100])
    const back = dataOf(
      await ask('POST', `${path}/${loanId}/penalties/waivers/${waived.waivers[0].id}/reverse`, {
        reason: 'No flood there',
      }),
    )
    expect(back).toMatchObject({ paid: { penalties: 100, interest: 0 } })
    expect((await books())('4230')).toBe(-100)
  })

  // Remedy: penalty_waiver_paid
  test('what was paid of a penalty has somewhere to go before the penalty is waived', async () => {
    await charge({ penalty: { of: 'fixed', naira: 500, graceDays: 0, repeats: 'monthly', cap: null } })
    loanId = await apply(20_000, 1)
    await disburse()
    await run('2026-03-10')
    const { schedule } = await read()
    const paid = await repay(schedule[0].owed - 10, '2026-03-10')
    await run('2026-04-10')
    const waive = () => ask('POST', `${path}/${loanId}/penalties/waive`, { reason: 'Flood' })
    expect((await waive()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reverse the repayment first'),
    })
    dataOf(await ask('POST', `${path}/${loanId}/movements/${paid.movements[1].id}/reverse`, { reason: 'Of another' }))
    dataOf(await waive(), 201)
    expect((await penalties())[0]).toBe(0)
  })

  test('an officer waives no penalty of their own', async () => {
    await lend({ penalty: once })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${ada.id}/roles`, {
        token: cooperative.token,
        body: { roleIds: ['member', 'admin'] },
      }),
    )
    const { accessToken: officer } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, adaToken),
    )
    await run('2026-04-10')
    expect((await ask('POST', `${path}/${loanId}/penalties/waive`, { reason: 'Mine' }, officer)).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    expect((await penalties())[0]).toBe(141.93)
  })

  test('rescheduled, the penalties that are owed come along and stay penalties', async () => {
    await lend({ penalty: once, fees: [monthly] })
    await run('2026-04-10')
    const on = '2026-04-12'
    const { paid } = await read()
    const next = dataOf(
      await ask('POST', `${path}/${loanId}/reschedule`, { instalments: 12, on, reason: 'Lost their shop' }),
      201,
    )
    const [line] = next.schedule
    expect(paid.penalties).toBe(0)
    expect(line).toMatchObject({ principal: 0, interest: 0, fees: 200 })
    expect(line.penalties).toBeGreaterThan(280)
    const { amount } = dataOf(await ask('GET', `${path}/${loanId}/settlement-quote?on=2026-04-20`))
    expect(await repay(amount, '2026-04-20')).toMatchObject({
      status: 'completed',
      paid: { penalties: line.penalties },
    })
    expect((await books())('4230')).toBe(-line.penalties)
  })

  test('no one is asked a penalty for what their employer deducted and has not paid over', async () => {
    const today = dayIn(new Date())
    const deducted = addMonths(periodOf(today), -1)
    const due = lastDayOf(deducted)
    await charge({ penalty: once })
    const { id: employerId } = dataOf(
      await ask('POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW-7' }),
      201,
    )
    dataOf(
      await ask('PUT', `/financial/members/${ada.id}/employer`, { employerId, staffNumber: 'S1', from: '2025-02-01' }),
    )
    dataOf(await ask('PUT', '/financial/deductions/settings', { creditOn: 'remittance' }))
    loanId = await apply()
    await disburse({ on: lastDayOf(addMonths(deducted, -1)), firstDueOn: due })
    // Before the return is there no one knows, and the penalty is shown.
    await run(addDays(due, 7))
    expect((await penalties())[0]).toBe(141.93)
    const schedule = dataOf(await ask('POST', '/financial/deductions/schedules', { employerId, period: deducted }), 201)
    dataOf(await ask('POST', `/financial/deductions/schedules/${schedule.id}/send`))
    const content = new TextEncoder().encode('Staff number,Total\r\nS1,15803.78')
    const returned = dataOf(
      await app.call('POST', `/financial/deductions/schedules/${schedule.id}/returns`, {
        token: cooperative.token,
        file: { name: 'return.csv', content },
      }),
      201,
    )
    dataOf(await ask('PUT', `/financial/deductions/returns/${returned.id}`, { occurredOn: due }))
    dataOf(await ask('POST', `/financial/deductions/returns/${returned.id}/post`), 202)
    while (dataOf(await ask('GET', `/financial/deductions/returns/${returned.id}`)).status === 'posting') await wait(30)
    await run(addDays(due, 8))
    expect((await penalties())[0]).toBe(0)
    await run(addDays(due, 20))
    expect((await penalties())[0]).toBe(0)
    // Paid over weeks later, the deduction counts from the day on which the salary was cut.
    dataOf(await ask('POST', `/financial/deductions/schedules/${schedule.id}/remittances`, { amount: 15_803.78 }), 201)
    await app.settled()
    await run(addDays(due, 30))
    const paid = await read()
    expect(paid.schedule[0]).toMatchObject({ penalties: 0, owed: 0 })
    expect(paid.paid.penalties).toBe(0)
  })

  test('the preview takes fees and a penalty, and the yearly rate counts them', async () => {
    const body = {
      principal: 120_000,
      annualRatePercent: 12,
      interestMethod: 'equal_instalment',
      instalments: 12,
      unit: 'month',
      startOn: '2026-01-31',
      dayCount: 'monthly',
    }
    const plain = dataOf(await ask('POST', `${path}/preview`, body))
    expect(plain).toMatchObject({ feesDeducted: 0, nominalYearlyRatePercent: 12, totals: { fees: 0, penalties: 0 } })
    const charged = dataOf(
      await ask('POST', `${path}/preview`, { ...body, fees: [processing, monthly], penalty: once, asOf: '2026-03-31' }),
    )
    expect(charged).toMatchObject({ feesDeducted: 1200, totals: { fees: 1200 } })
    expect(charged.instalments[0]).toMatchObject({ fees: 100, penalties: 141.93 })
    expect(charged.nominalYearlyRatePercent).toBeGreaterThan(14)
    expect(
      (await ask('POST', `${path}/preview`, { ...body, fees: [{ ...insurance, naira: 120_000 }] })).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'fees' }] })
  })

  test('a job that runs over many loans comes through all of them', async () => {
    await charge({ penalty: once })
    const ids: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const member = await buildMember(app, cooperative)
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId: member.id,
          amount: 100_000,
          occurredOn: '2026-01-20',
        }),
        201,
      )
      const id = await apply(120_000, 12, member.id)
      await disburse({}, id)
      ids.push(id)
    }
    await run('2026-03-10')
    for (const id of ids) expect((await penalties(id))[0]).toBe(141.93)
    const day = (
      await app.admin.query('select looked_on::text as day from app.penalty_day where cooperative_id = $1', [
        cooperative.id,
      ])
    ).rows[0].day as Day
    expect(day).toBe('2026-03-10')
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
