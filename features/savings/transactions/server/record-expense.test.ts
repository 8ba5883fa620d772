import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  fundCash,
  loginMember,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/transactions'
const day = '2026-02-03'
const days = 'from=2026-02-01&to=2026-02-28'
const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n')

describe('expenses and other income', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let other: TestCooperative
  let member: TestMember
  let memberToken: string
  let chart: Record<string, string>
  let otherChart: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    other = await buildCooperative(app, { name: 'Other Thrift' })
    member = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2025-03-10' })
    memberToken = await loginMember(app, member)
    const chartOf = async (token: string) =>
      Object.fromEntries(
        dataOf(await app.call('GET', '/financial/posting-accounts', { token })).map(
          ({ code, id }: Record<string, string>) => [code, id],
        ),
      )
    chart = await chartOf(cooperative.token)
    otherChart = await chartOf(other.token)
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token, key?: string) =>
    app.call(method, to, { token, ...(body !== undefined && { body }), ...(key !== undefined && { key }) })
  const expense = (changes: object = {}) => ({
    type: 'expense',
    party: 'Ade Stores',
    expenseAccountId: chart['5710'],
    paidThrough: chart['1020'],
    amount: 12_500.5,
    occurredOn: day,
    ...changes,
  })
  const income = (changes: object = {}) => ({
    type: 'income',
    party: 'First Bank',
    incomeAccountId: chart['4410'],
    paidThrough: chart['1020'],
    amount: 900.25,
    occurredOn: day,
    ...changes,
  })
  const result = async () => {
    const { income: earned, expenses, totals } = dataOf(await ask('GET', `/financial/reports/income-statement?${days}`))
    const amountOf = (lines: { code: string; amount: number }[], code: string) =>
      lines.find((line) => line.code === code)?.amount ?? 0
    return {
      office: amountOf(expenses.lines ?? expenses, '5710'),
      investments: amountOf(earned.lines ?? earned, '4410'),
      totals,
    }
  }
  const cash = async () =>
    (await ask('GET', `/financial/reports/cash-book?${days}&accountId=${chart['1020']}&limit=100`)).body

  test('move the income statement, the cash book and receipts and payments by their amounts, with the payee in words', async () => {
    const before = { result: await result(), cash: await cash() }
    const paid = dataOf(await ask('POST', path, expense({ description: 'Two reams of paper' })), 201)
    const received = dataOf(await ask('POST', path, income()), 201)
    expect(paid).toMatchObject({
      type: 'expense',
      status: 'approved',
      party: 'Ade Stores',
      account: 'Office',
      paidThrough: 'Bank',
      amount: 12_500.5,
      direction: 'out',
      memberId: null,
      description: 'Two reams of paper',
      receiptNumber: expect.stringMatching(/^\d+-/),
    })
    expect(received).toMatchObject({
      type: 'income',
      status: 'approved',
      party: 'First Bank',
      account: 'Investment income',
      direction: 'in',
      description: 'Investment income',
    })
    const after = { result: await result(), cash: await cash() }
    expect(after.result.office - before.result.office).toBe(12_500.5)
    expect(after.result.investments - before.result.investments).toBe(900.25)
    expect(after.cash.meta.summary.payments - before.cash.meta.summary.payments).toBe(12_500.5)
    expect(after.cash.meta.summary.receipts - before.cash.meta.summary.receipts).toBe(900.25)
    // 900.25 in less 12,500.50 out.
    expect(after.cash.meta.summary.closing - before.cash.meta.summary.closing).toBe(-11_600.25)
    expect(after.cash.data.map(({ description }: { description: string }) => description)).toEqual(
      expect.arrayContaining(['Paid to Ade Stores: Two reams of paper', 'Received from First Bank: Investment income']),
    )
    const flows = dataOf(await ask('GET', `/financial/reports/receipts-and-payments?${days}`))
    expect(flows.payments.find(({ code }: { code: string }) => code === '5710').amount).toBe(12_500.5)
    expect(flows.receipts.find(({ code }: { code: string }) => code === '4410').amount).toBe(900.25)
    const found = (await ask('GET', `${path}?q=ade%20stores`)).body
    expect(found.meta.summary).toEqual({ in: 0, out: 12_500.5 })
    expect((await ask('GET', `${path}?type=income`)).body.meta.summary).toEqual({ in: 900.25, out: 0 })
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([paid.id])
  })

  test('a reversal takes both back in the books and leaves the payee on record', async () => {
    const before = await result()
    const { id } = dataOf(await ask('POST', path, expense({ amount: 300 })), 201)
    dataOf(await ask('POST', `${path}/${id}/reverse`, { reason: 'Entered twice' }))
    expect(dataOf(await ask('GET', `${path}/${id}`))).toMatchObject({ status: 'reversed', party: 'Ade Stores' })
    const net = dataOf(await ask('GET', '/financial/reports/trial-balance')).accounts.find(
      ({ code }: { code: string }) => code === '5710',
    )
    // The expense stays in its month; its reversal is dated today, so all days together come to what was there before.
    expect(net.debit - net.credit).toBe(before.office)
  })

  test('are for officers, name a payee, and take only accounts of their own chart that are kept by hand', async () => {
    for (const body of [expense(), income()]) expect((await ask('POST', path, body, memberToken)).status).toBe(403)
    const refused = async (body: object) => {
      const { status, errors, message } = (await ask('POST', path, body)).body
      return [status, errors?.[0]?.field, errors?.[0]?.message ?? message]
    }
    expect(await refused(expense({ party: '  ' }))).toEqual([422, 'party', 'Enter who was paid.'])
    expect(await refused(income({ party: undefined }))).toEqual([422, 'party', 'Enter who paid.'])
    expect((await refused(expense({ party: 'x'.repeat(121) }))).slice(0, 2)).toEqual([422, 'party'])
    expect((await refused(expense({ amount: undefined }))).slice(0, 2)).toEqual([422, 'amount'])
    // Another society's account, an account of another kind, one that only the program posts to, and none.
    for (const expenseAccountId of [otherChart['5710'], chart['4410'], chart['5110'], undefined]) {
      expect(await refused(expense({ expenseAccountId }))).toEqual([
        422,
        'expenseAccountId',
        'Choose one of the expense accounts of your chart.',
      ])
    }
    for (const incomeAccountId of [otherChart['4410'], chart['5710'], chart['4110'], undefined])
      expect((await refused(income({ incomeAccountId }))).slice(0, 2)).toEqual([422, 'incomeAccountId'])
    for (const paidThrough of [otherChart['1020'], chart['5710']])
      expect((await refused(expense({ paidThrough }))).slice(0, 2)).toEqual([422, 'paidThrough'])
    const offered = dataOf(await ask('GET', '/financial/posting-accounts?use=other_income')).map(
      ({ code }: { code: string }) => code,
    )
    expect(offered).toContain('4410')
    for (const code of ['4110', '4240', '5710', '1010']) expect(offered).not.toContain(code)
  })

  test('the same request sent twice under one key is recorded once', async () => {
    const before = await result()
    const key = newKey()
    const [first, second] = [
      await ask('POST', path, expense({ amount: 40 }), undefined, key),
      await ask('POST', path, expense({ amount: 40 }), undefined, key),
    ]
    expect(dataOf(second, 201).id).toBe(dataOf(first, 201).id)
    expect((await result()).office - before.office).toBe(40)
  })

  test('a date in a locked month is refused under its field', async () => {
    const locked = await buildCooperative(app, { name: 'Locked Thrift' })
    const accounts = Object.fromEntries(
      dataOf(await ask('GET', '/financial/posting-accounts', undefined, locked.token)).map(
        ({ code, id }: Record<string, string>) => [code, id],
      ),
    )
    dataOf(await ask('POST', '/financial/books/lock', { through: '2026-01-31' }, locked.token))
    await fundCash(app, locked, { naira: 12_500.5, on: '2026-02-01' })
    const body = { ...expense(), expenseAccountId: accounts['5710'], paidThrough: accounts['1010'] }
    expect((await ask('POST', path, { ...body, occurredOn: '2026-01-31' }, locked.token)).body).toMatchObject({
      errors: [{ field: 'occurredOn' }],
    })
    expect((await ask('POST', path, { ...body, occurredOn: '2199-01-01' }, locked.token)).body).toMatchObject({
      errors: [{ field: 'occurredOn' }],
    })
    expect((await ask('POST', path, { ...body, occurredOn: '2026-02-01' }, locked.token)).status).toBe(201)
  })

  // Remedy: bill_not_wanted
  test('a bill is a photo or a PDF of at most 5 MB, goes with what waits or is posted, and is read by officers alone', async () => {
    const { id } = dataOf(await ask('POST', path, expense({ amount: 5 })), 201)
    const add = (content: Uint8Array, to = id, token = cooperative.token) =>
      app.call('POST', `${path}/${to}/bill`, { token, file: { name: 'bill.pdf', content } })
    expect((await add(new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await add(new TextEncoder().encode('<html></html>'))).status).toBe(415)
    const bill = dataOf(await add(pdf), 201)
    expect(dataOf(await ask('GET', `${path}/${id}/proof`))).toEqual({ proofs: [bill], addable: true })
    expect((await ask('GET', `${path}/${id}/proof/${bill.id}`, undefined, memberToken)).status).toBe(404)
    expect((await add(pdf, id, other.token)).status).toBe(404)
    const deposit = dataOf(await ask('POST', path, { type: 'deposit', memberId: member.id, amount: 5 }), 201)
    expect((await add(pdf, deposit.id)).status).toBe(409)
    dataOf(await ask('POST', `${path}/${id}/reverse`, { reason: 'Wrong' }))
    expect((await add(pdf)).body).toMatchObject({
      status: 409,
      message: 'A bill goes with an expense or other income that is waiting or posted. Record it first.',
    })
    dataOf(await add(pdf, dataOf(await ask('POST', path, expense({ amount: 5, anotherPayment: true })), 201).id), 201)
  })

  test('the voucher is a PDF for officers; another society and another kind of transaction have none', async () => {
    const { id, entryNumber } = dataOf(await ask('POST', path, expense({ amount: 7 })), 201)
    const fetched = (to: string, token = cooperative.token) =>
      fetch(`${app.url}${path}/${to}/voucher`, { headers: { authorization: `Bearer ${token}` } })
    const reply = await fetched(id)
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename*=UTF-8''voucher-${entryNumber}.pdf`,
    ])
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await fetched(id, other.token)).status).toBe(404)
    const deposit = dataOf(await ask('POST', path, { type: 'deposit', memberId: member.id, amount: 6 }), 201)
    expect((await fetched(deposit.id)).status).toBe(404)
  })

  test('from two officers on an expense waits for another one by the rule for withdrawals, and other income does not', async () => {
    expect(dataOf(await ask('GET', '/financial/approvals/rules'))).toEqual({
      waitsFrom: { withdrawal: null, share: null, journal: null, memberTransfer: null },
      officers: 1,
    })
    const second = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
    dataOf(
      await agreed(
        app,
        await ask('PUT', '/financial/config', { withdrawalApprovals: 1, withdrawalApprovalsFrom: 5000 }),
        second.token,
      ),
    )
    expect(dataOf(await ask('GET', '/financial/approvals/rules'))).toEqual({
      waitsFrom: { withdrawal: 5000, share: 0, journal: 0, memberTransfer: 0 },
      officers: 2,
    })
    const before = await result()
    expect(dataOf(await ask('POST', path, expense({ amount: 4999.99 })), 201).status).toBe('approved')
    expect(dataOf(await ask('POST', path, income({ amount: 6000 })), 201).status).toBe('approved')
    const waiting = dataOf(await ask('POST', path, expense({ amount: 5000, description: 'Repair of the roof' })), 201)
    expect(waiting).toMatchObject({ status: 'pending', entryNumber: null, receiptNumber: null })
    dataOf(
      await app.call('POST', `${path}/${waiting.id}/bill`, {
        token: cooperative.token,
        file: { name: 'bill.pdf', content: pdf },
      }),
      201,
    )
    // Only what was posted counts.
    expect((await result()).office - before.office).toBeCloseTo(4999.99, 5)
    expect((await ask('GET', '/financial/approvals?kind=expense', undefined, second.token)).body.data).toMatchObject([
      { amount: 5000, description: 'Ade Stores: Repair of the roof', approvals: { open: true } },
    ])
    expect(dataOf(await ask('GET', `${path}/${waiting.id}`, undefined, second.token))).toMatchObject({
      party: 'Ade Stores',
      account: 'Office',
      paidThrough: 'Bank',
      amount: 5000,
    })
    expect(dataOf(await ask('GET', `${path}/${waiting.id}/proof`, undefined, second.token)).proofs).toHaveLength(1)
    expect((await ask('POST', `${path}/${waiting.id}/approve`, {})).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect(dataOf(await ask('POST', `${path}/${waiting.id}/approve`, {}, second.token))).toMatchObject({
      status: 'approved',
      occurredOn: day,
      entryNumber: expect.any(Number),
    })
    expect((await result()).office - before.office).toBeCloseTo(9999.99, 5)
    const rejected = dataOf(await ask('POST', path, expense({ amount: 8000 })), 201)
    dataOf(await ask('POST', `${path}/${rejected.id}/reject`, { reason: 'Too dear' }, second.token))
    expect((await result()).office - before.office).toBeCloseTo(9999.99, 5)
  })

  test('the totals of the list are the sums of what it lists as in and out, a journal of the cash box too', async () => {
    await fundCash(app, other, { naira: 130.75, on: '2026-01-01' })
    const journal = {
      type: 'journal',
      occurredOn: '2026-02-05',
      description: 'Stationery',
      lines: [
        { accountId: otherChart['5710'], debit: 100.25 },
        { accountId: otherChart['1010'], credit: 100.25 },
      ],
    }
    dataOf(await ask('POST', path, journal, other.token), 201)
    dataOf(
      await ask(
        'POST',
        path,
        expense({ expenseAccountId: otherChart['5710'], paidThrough: otherChart['1010'], amount: 30.5 }),
        other.token,
      ),
      201,
    )
    dataOf(
      await ask(
        'POST',
        path,
        income({ incomeAccountId: otherChart['4410'], paidThrough: otherChart['1010'], amount: 7.75 }),
        other.token,
      ),
      201,
    )
    const listed = (await ask('GET', `${path}?type=journal`, undefined, other.token)).body
    expect(listed.data).toMatchObject([{ type: 'journal', direction: 'out', amount: 100.25 }])
    expect(listed.meta.summary).toEqual({ in: 0, out: 100.25 })
    const all = (await ask('GET', `${path}?limit=100`, undefined, other.token)).body
    // 100.25 and 30.50 out, 7.75 in.
    expect(all.meta).toMatchObject({ total: 3, summary: { in: 7.75, out: 130.75 } })
  })

  test('and the books agree with all of it', async () => {
    expect(await app.checks()).toEqual([])
  })
})
