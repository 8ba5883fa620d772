import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overdraftReasonHeader } from '#core/contract/endpoint.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, fundCash, type TestCooperative } from '#dev/testing/builders.ts'

const path = '/financial/transactions'
const asked = { [overdraftReasonHeader]: encodeURIComponent('Ɗan Bala’s cheque, agreed with the bank') }

describe('what leaves an account is there on the day it leaves', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let memberId: string
  let chart: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    memberId = (await buildMember(app, cooperative, { registrationDate: '2025-01-10' })).id
    chart = Object.fromEntries(
      dataOf(await ask('GET', '/financial/posting-accounts')).map(({ code, id }: Record<string, string>) => [code, id]),
    )
  })

  const ask = (method: string, to: string, body?: unknown, headers?: Record<string, string>) =>
    app.call(method, to, { token: cooperative.token, ...(body !== undefined && { body }), ...(headers && { headers }) })
  const move = (type: 'deposit' | 'withdrawal', amount: number, occurredOn: string, more: object = {}) =>
    ask('POST', path, { type, memberId, amount, occurredOn, ...more })
  const pay = (amount: number, account: string, occurredOn: string, headers?: Record<string, string>) =>
    ask(
      'POST',
      path,
      {
        type: 'expense',
        party: 'Generator Ltd',
        expenseAccountId: chart['5710'],
        paidThrough: chart[account],
        amount,
        occurredOn,
        description: 'Generator',
      },
      headers,
    )

  test('a withdrawal dated before the money came is refused with the day and what is free on it', async () => {
    await fundCash(app, cooperative, { naira: 500_000, on: '2026-01-01' })
    dataOf(await move('deposit', 100_000, '2026-03-10'), 201)
    const refused = await move('withdrawal', 50_000, '2026-03-05')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      'On 05 Mar 2026 only ₦0.00 is free on the account (Ordinary savings). Enter that or less, or choose a later date.',
    )
    // The later date that it advises.
    dataOf(await move('withdrawal', 50_000, '2026-03-10'), 201)
  })

  test('a withdrawal that leaves too little for a later one is refused with that day', async () => {
    await fundCash(app, cooperative, { naira: 500_000, on: '2026-01-01' })
    dataOf(await move('deposit', 100_000, '2026-03-01'), 201)
    dataOf(await move('withdrawal', 70_000, '2026-03-10'), 201)
    dataOf(await move('deposit', 60_000, '2026-03-20'), 201)
    // 100,000 on 5 March, but 30,000 from the 10th to the 19th, and 90,000 since.
    const refused = await move('withdrawal', 40_000, '2026-03-05')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'On 10 Mar 2026 only ₦30,000.00 is free on the account (Ordinary savings). Enter that or less, or choose a later date.',
    ])
    dataOf(await move('withdrawal', 30_000, '2026-03-05'), 201)
  })

  test('a pledge counts from its day: what was withdrawn before it was free then', async () => {
    await fundCash(app, cooperative, { naira: 500_000, on: '2026-01-01' })
    dataOf(await move('deposit', 10_000, '2026-03-01'), 201)
    dataOf(await move('deposit', 90_000, '2026-04-01'), 201)
    dataOf(await ask('POST', '/financial/pledges', { memberId, amount: 80_000, reason: 'Court order' }), 201)
    expect((await move('withdrawal', 5000, '2026-03-02')).status).toBe(201)
  })

  test('more than is in the cash box is not paid out of it, on the day and on every later one', async () => {
    dataOf(await move('deposit', 100_000, '2026-05-01'), 201)
    const refused = await pay(5_000_000, '1010', '2026-05-02')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '1010 Cash in hand has only ₦100,000.00 on 02 May 2026. Enter that or less, pay through another account, or record first how the rest came into it.',
    ])
    expect((await pay(1, '1010', '2026-04-30')).status).toBe(409)
    dataOf(await pay(60_000, '1010', '2026-05-10'), 201)
    expect((await pay(50_000, '1010', '2026-05-05')).body.message).toContain('only ₦40,000.00 on 10 May 2026')
    // A transfer to the bank and a journal leave by the same door.
    const journal = (amount: number) => ({
      type: 'journal',
      occurredOn: '2026-05-11',
      description: 'Paid in at the bank',
      lines: [
        { accountId: chart['1020'], debit: amount },
        { accountId: chart['1010'], credit: amount },
      ],
    })
    expect((await ask('POST', path, journal(40_001))).status).toBe(409)
    dataOf(await ask('POST', path, journal(40_000)), 201)
  })

  test('a deposit that was paid out again can’t be reversed out of an empty cash box', async () => {
    const { id } = dataOf(await move('deposit', 100_000, '2026-05-01'), 201)
    dataOf(await pay(100_000, '1010', '2026-05-02'), 201)
    const refused = await ask('POST', `${path}/${id}/reverse`, { reason: 'Booked twice' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('1010 Cash in hand has only ₦0.00'),
    ])
  })

  test('a bank is overdrawn with a reason, which the closing checklist shows, and never beyond its limit', async () => {
    dataOf(await move('deposit', 100_000, '2025-05-01', { paidThrough: chart['1020'] }), 201)
    expect((await pay(150_000, '1020', '2025-05-02', { [overdraftReasonHeader]: '%20' })).status).toBe(422)
    const bare = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cooperative.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'expense',
        party: 'Generator Ltd',
        expenseAccountId: chart['5710'],
        paidThrough: chart['1020'],
        amount: 150_000,
        occurredOn: '2025-05-02',
      }),
    })
    expect([bare.status, await bare.json()]).toMatchObject([
      409,
      {
        message:
          '1020 Bank would be overdrawn by ₦50,000.00 on 02 May 2025. Give the reason, or pay through another account.',
        errors: [{ field: 'Overdraft-Reason' }],
      },
    ])
    dataOf(await pay(150_000, '1020', '2025-05-02', asked), 201)
    const { rows } = await app.admin.query(
      'select on_day::text as "onDay", balance, reason from ledger.overdrawing where cooperative_id = $1',
      [cooperative.id],
    )
    expect(rows).toEqual([
      { onDay: '2025-05-02', balance: '-5000000', reason: 'Ɗan Bala’s cheque, agreed with the bank' },
    ])
    const { items } = dataOf(await ask('GET', '/financial/year-closings/2025-12-31'))
    expect(items.find(({ key }: { key: string }) => key === 'below_zero')).toMatchObject({
      state: 'open',
      found: '1020 Bank: −₦50,000.00 on 02 May 2025 (Ɗan Bala’s cheque, agreed with the bank)',
    })
    const details = { bank: 'Zenith Bank', accountNumber: '1012345678', accountName: 'Unity', shownToMembers: false }
    const account = `/financial/bank-accounts/${chart['1020']}`
    expect(dataOf(await ask('PUT', account, { ...details, overdraftLimit: 60_000 })).overdraftLimit).toBe(60_000)
    // 50,000 are drawn of 60,000.
    const beyond = await pay(10_001, '1020', '2025-05-03', asked)
    expect([beyond.status, beyond.body.message]).toEqual([
      409,
      '1020 Bank can pay only ₦10,000.00 on 03 May 2025: its overdraft limit is ₦60,000.00. Enter that or less, pay through another account, or change the limit.',
    ])
    dataOf(await pay(10_000, '1020', '2025-05-03', asked), 201)
    // Left out, the limit stays; a higher one lets the rest through, as the refusal says.
    expect(dataOf(await ask('PUT', account, details)).overdraftLimit).toBe(60_000)
    dataOf(await ask('PUT', account, { ...details, overdraftLimit: 60_001 }))
    dataOf(await pay(1, '1020', '2025-05-03', asked), 201)
  })
})
