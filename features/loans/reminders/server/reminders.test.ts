import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, addMonths, type Day, dayIn, lastDayOf, periodOf } from '#core/calendar.ts'
import { remindOfInstalments } from '#app/jobs/remind-of-instalments.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('reminders of instalments', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let musa: TestMember
  let musaToken: string
  let regular: string
  let loanId: string

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', email: 'ada@example.org' })
    adaToken = await loginMember(app, ada)
    musa = await buildMember(app, cooperative, { firstName: 'Musa' })
    musaToken = await loginMember(app, musa)
    for (const { id } of [ada, musa])
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId: id,
          amount: 100_000,
          occurredOn: '2026-01-20',
        }),
        201,
      )
    regular = dataOf(await ask('GET', '/financial/loan-config')).id
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 1, guarantorCoverPercent: 10 }))
    loanId = await lend(ada)
    await app.admin.query('delete from app.notification')
  })

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
  /** 120,000 over a year: 10,661.85 falls due on the 15th of March 2026 and of each month after. */
  async function lend(
    who: TestMember,
    { on = '2026-02-15', firstDueOn = '2026-03-15' }: { on?: string; firstDueOn?: string } = {},
  ): Promise<string> {
    const { id } = dataOf(
      await ask('POST', '/financial/loans', {
        memberId: who.id,
        loanConfigId: regular,
        principal: 120_000,
        instalments: 12,
        guarantors: [who === ada ? musa.id : ada.id],
      }),
      201,
    )
    dataOf(
      await ask(
        'POST',
        `/financial/loans/${id}/guarantors/${who === ada ? musa.id : ada.id}/accept`,
        undefined,
        who === ada ? musaToken : adaToken,
      ),
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on, firstDueOn }), 201)
    return id
  }
  /** The job as it runs on a day, at eight in the morning in Lagos unless another hour is named (in UTC). */
  const run = (day: string, hour = '07:00') =>
    remindOfInstalments(app.services.database, new Date(`${day}T${hour}:00Z`))
  const heard = async (token = adaToken) =>
    ((await ask('GET', '/notifications?limit=50', undefined, token)).body.data as { message: string }[])
      .map(({ message }) => message)
      .toReversed()
  const settings = async (body: object) => dataOf(await ask('PUT', '/financial/reminders', body))
  const before = '₦10,661.85 of your Regular loan falls due on 15 Mar 2026.'
  const late = '₦10,661.85 of your Regular loan is overdue since 15 Mar 2026. Pay it, or talk to your officers.'

  test('three days before it falls due, from seven in the morning in Lagos, and once', async () => {
    await run('2026-03-11')
    await run('2026-03-12', '05:59')
    expect(await heard()).toEqual([])
    await run('2026-03-12', '06:00')
    await run('2026-03-12', '20:00')
    for (const day of ['2026-03-13', '2026-03-14', '2026-03-15']) await run(day)
    expect(await heard()).toEqual([before])
    expect(await heard(musaToken)).toEqual([])
    const [notice] = (await ask('GET', '/notifications', undefined, adaToken)).body.data
    expect(notice).toMatchObject({ type: 'info', link: `/member/loans/${loanId}` })
  })

  test('of a loan that is repaid by the week the next instalment alone, though a fortnight is looked ahead', async () => {
    await settings({ remindDaysBefore: 14 })
    dataOf(
      await ask('PUT', `/financial/loan-config/${regular}`, {
        repaidEvery: 'week',
        interestMethod: 'flat',
        annualRatePercent: 0,
      }),
    )
    await lend(musa, { on: '2026-02-15', firstDueOn: '2026-02-22' })
    await app.admin.query('delete from app.notification')
    await run('2026-02-15')
    expect(await heard(musaToken)).toEqual([])
    await run('2026-02-16')
    await run('2026-02-18')
    expect(await heard(musaToken)).toEqual(['₦10,000.00 of your Regular loan falls due on 22 Feb 2026.'])
    await settings({ remindOverdue: false })
    await run('2026-02-23')
    expect(await heard(musaToken)).toEqual([
      '₦10,000.00 of your Regular loan falls due on 22 Feb 2026.',
      '₦10,000.00 of your Regular loan falls due on 01 Mar 2026.',
    ])
  })

  test('two servers that run at once tell it once', async () => {
    await Promise.all([run('2026-03-12'), run('2026-03-12'), run('2026-03-12')])
    expect(await heard()).toEqual([before])
  })

  test('a server that was down tells it on the day it is back, and the latest step alone', async () => {
    await run('2026-03-14')
    expect(await heard()).toEqual([before])
    await run('2026-03-24')
    expect(await heard()).toEqual([before, late])
    await run('2026-03-25')
    expect(await heard()).toHaveLength(2)
  })

  test('after 1, 7 and 30 days while it is late, and at 30 days the guarantors', async () => {
    for (let day = '2026-03-15' as Day; day < '2026-04-12'; day = addDays(day, 1)) await run(day)
    expect(await heard()).toEqual(['₦10,661.85 of your Regular loan falls due today.', late, late])
    expect(await heard(musaToken)).toEqual([])
    for (const day of ['2026-04-12', '2026-04-13', '2026-04-14']) await run(day)
    expect(await heard(musaToken)).toEqual([
      '₦10,661.85 of the Regular loan of Ada Obi, which you guarantee, is overdue since 15 Mar 2026. If it is not paid, it may be recovered from your savings.',
    ])
    expect((await heard()).slice(3)).toEqual(['₦10,661.85 of your Regular loan falls due on 15 Apr 2026.', late])
    await run('2026-04-16')
    expect((await heard()).at(-1)).toBe(
      '₦21,323.70 of your Regular loan is overdue since 15 Mar 2026. Pay it, or talk to your officers.',
    )
  })

  test('what is paid is not asked for, and what was paid in part is asked for its rest', async () => {
    dataOf(await ask('POST', `/financial/loans/${loanId}/repayments`, { amount: 10_000, on: '2026-03-15' }), 201)
    await run('2026-03-16')
    expect(await heard()).toContain(
      '₦661.85 of your Regular loan is overdue since 15 Mar 2026. Pay it, or talk to your officers.',
    )
    dataOf(await ask('POST', `/financial/loans/${loanId}/repayments`, { amount: 700, on: '2026-03-17' }), 201)
    await app.admin.query('delete from app.notification')
    for (const day of ['2026-03-22', '2026-04-14']) await run(day)
    expect((await heard()).join(' ')).not.toContain('overdue')
  })

  test('goes by SMS and e-mail where the society says so, and neither before nor after where it says not', async () => {
    await settings({ remindBySms: true, remindByEmail: true, remindDaysBefore: 5 })
    await run('2026-03-10')
    const sent = (await app.outbox())
      .filter(({ text }) => text.includes('falls due'))
      .toSorted((one, next) => one.channel.localeCompare(next.channel))
    expect(sent).toMatchObject(
      [
        { channel: 'email', to: 'ada@example.org', text: `Unity Thrift: ${before}` },
        { channel: 'sms', to: ada.phone },
      ].map((each) => expect.objectContaining(each)),
    )
    await settings({ remindBySms: false, remindByEmail: false, remindDaysBefore: 0, remindOverdue: false })
    await app.admin.query('delete from app.notification')
    for (const day of ['2026-03-16', '2026-04-12', '2026-04-20']) await run(day)
    expect(await heard()).toEqual([])
    expect((await app.outbox()).filter(({ text }) => text.includes('falls due'))).toHaveLength(2)
  })

  test('comes as the member chose, whatever the society says', async () => {
    const choose = async (way: string | null) =>
      dataOf(await ask('PUT', '/member-portal/message-ways', { kind: 'reminder', way }, adaToken))
    const sentOn = async (day: string) => {
      const before = (await app.outbox()).length
      await run(day)
      return (await app.outbox()).slice(before).map(({ channel, to, text }) => `${channel} ${to}: ${text}`)
    }
    await settings({ remindBySms: false, remindByEmail: false, remindDaysBefore: 5 })
    await choose('sms')
    expect(await sentOn('2026-03-10')).toEqual([`sms ${ada.phone}: Unity Thrift: ${before}`])
    await settings({ remindBySms: true, remindByEmail: true, remindOverdue: true })
    await choose('app')
    expect(await sentOn('2026-03-16')).toEqual([])
    expect(await heard()).toEqual([before, late])
    await choose(null)
  })

  test('goes without SMS where the limit of the month is too small, and the officers are told', async () => {
    await settings({ remindBySms: true, remindByEmail: true, remindDaysBefore: 5 })
    dataOf(await ask('PUT', '/messages/sms-budget', { max: 0 }))
    const before = (await app.outbox()).length
    await run('2026-03-10')
    expect((await app.outbox()).slice(before).map(({ channel, to }) => `${channel} ${to}`)).toEqual([
      'email ada@example.org',
    ])
    const [told] = dataOf(await ask('GET', '/notifications?type=warning'))
    expect(told.message).toBe(
      "Today's loan reminders went without SMS: they take 1, and of the 0 for this month 0 are left. Raise the limit to send them by SMS again.",
    )
    dataOf(await ask('PUT', '/messages/sms-budget', { max: null }))
  })

  test('the settings are an officer’s, within bounds, and their history is kept', async () => {
    expect(dataOf(await ask('GET', '/financial/reminders'))).toEqual({
      remindDaysBefore: 3,
      remindOverdue: true,
      remindBySms: false,
      remindByEmail: false,
    })
    expect(await settings({ remindDaysBefore: 7 })).toEqual({
      remindDaysBefore: 7,
      remindOverdue: true,
      remindBySms: false,
      remindByEmail: false,
    })
    const [change] = (await ask('GET', '/financial/configs')).body.data
    expect(change).toMatchObject({
      subjectName: 'Reminders',
      changes: [{ field: 'remindDaysBefore', before: 3, after: 7 }],
    })
    for (const body of [
      { remindDaysBefore: 15 },
      { remindDaysBefore: -1 },
      { remindDaysBefore: 1.5 },
      { remindBySms: 'yes' },
      { days: 3 },
    ])
      expect((await ask('PUT', '/financial/reminders', body)).status).toBe(422)
    expect((await ask('GET', '/financial/reminders', undefined, adaToken)).status).toBe(403)
  })

  test('another society is reminded by its own settings, and a suspended one not at all', async () => {
    await settings({ remindDaysBefore: 0 })
    const other = cooperative
    cooperative = await buildCooperative(app)
    const tola = await buildMember(app, cooperative, { firstName: 'Tola' })
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: tola.id,
        amount: 100_000,
        occurredOn: '2026-01-20',
      }),
      201,
    )
    await run('2026-03-12')
    cooperative = other
    expect(await heard()).toEqual([])
    dataOf(
      await app.call('PUT', `/cooperatives/update/${other.id}`, {
        token: await app.superAdminToken(),
        body: { status: 'suspended', reason: 'Test' },
      }),
    )
    await run('2026-03-16')
    expect((await app.admin.query('select from app.notification where cooperative_id = $1', [other.id])).rowCount).toBe(
      0,
    )
  })

  test('no one is reminded of what their employer deducted and has not paid over', async () => {
    const today = dayIn(new Date())
    const [last, deducted] = [addMonths(periodOf(today), -2), addMonths(periodOf(today), -1)]
    const { id: employerId } = dataOf(
      await ask('POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW-7' }),
      201,
    )
    const tola = await buildMember(app, cooperative, { firstName: 'Tola' })
    const tolaToken = await loginMember(app, tola)
    dataOf(
      await ask('PUT', `/financial/members/${tola.id}/employer`, { employerId, staffNumber: 'S1', from: '2025-02-01' }),
    )
    dataOf(await ask('PUT', '/financial/deductions/settings', { creditOn: 'remittance' }))
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: tola.id,
        amount: 100_000,
        occurredOn: '2026-01-20',
      }),
      201,
    )
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 0 }))
    const { id } = dataOf(
      await ask('POST', '/financial/loans', {
        memberId: tola.id,
        loanConfigId: regular,
        principal: 120_000,
        instalments: 12,
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(
      await ask('POST', `/financial/loans/${id}/disburse`, {
        to: 'cash',
        on: lastDayOf(last),
        firstDueOn: lastDayOf(deducted),
      }),
      201,
    )
    const schedule = dataOf(await ask('POST', '/financial/deductions/schedules', { employerId, period: deducted }), 201)
    dataOf(await ask('POST', `/financial/deductions/schedules/${schedule.id}/send`))
    const content = new TextEncoder().encode('Staff number,Total\r\nS1,15661.85')
    const returned = dataOf(
      await app.call('POST', `/financial/deductions/schedules/${schedule.id}/returns`, {
        token: cooperative.token,
        file: { name: 'return.csv', content },
      }),
      201,
    )
    dataOf(await ask('PUT', `/financial/deductions/returns/${returned.id}`, { occurredOn: lastDayOf(deducted) }))
    dataOf(await ask('POST', `/financial/deductions/returns/${returned.id}/post`), 202)
    while (dataOf(await ask('GET', `/financial/deductions/returns/${returned.id}`)).status === 'posting') await wait(30)
    const about = async () => (await heard(tolaToken)).filter((message) => message.includes('Regular loan'))
    const told = await about()
    for (const days of [-2, 1, 7]) await run(addDays(lastDayOf(deducted), days))
    expect(await about()).toEqual(told)
    // The month after was not deducted, and is told.
    await run(addDays(lastDayOf(periodOf(today)), -2))
    expect((await about()).at(-1)).toMatch(/falls due on/)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
