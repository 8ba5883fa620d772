import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type Reply, type TestApp } from '#dev/testing/app.ts'
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
import { buildPayees, payeeAccount, payeeAmounts, payeePaidIn, withdrawByBank } from '#dev/testing/payees.ts'

const path = '/financial/payment-batches'
const amounts = payeeAmounts

let app: TestApp
let cooperative: TestCooperative
let members: TestMember[]
let second: TestOfficer
let bankId: string

beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ cooperative, bankId, members, second } = await buildPayees(app, numberOf))
})

const numberOf = (place: number) => `803123456${place}`
const account = (place: number) => payeeAccount(place, numberOf(place))
const ask = (method: string, url: string, body?: unknown, by = cooperative.token) =>
  app.call(method, url, { token: by, ...(body !== undefined && { body }) })
/** What one officer does, and the other approves. */
const both = async (reply: Promise<Reply>, status = 200) => {
  const asked = await reply
  expect(asked.status).toBe(202)
  const done = await agreed(app, asked, second.token)
  expect(done.status).toBe(status)
  return done
}
const at = (place: number) => members[place] ?? members[0]!

/** The entry of a withdrawal by bank, approved by the second officer where it waits. */
const withdraw = (memberId: string, amount: number, token = cooperative.token, approver = second.token) =>
  withdrawByBank(app, { token }, approver, { memberId, amount, paidThrough: bankId })
const withdrawAll = () => Promise.all(amounts.map((amount, place) => withdraw(at(place).id, amount)))
const prepare = async (entryIds: string[], by = cooperative.token) =>
  dataOf(await ask('POST', path, { accountId: bankId, entryIds }, by), 201) as { id: string; number: number }
const approve = (id: string, accountsChecked = true, by = cooperative.token) =>
  ask('POST', `${path}/${id}/approve`, { accountsChecked }, by)
const record = (id: string, results: object[], by = cooperative.token) =>
  ask('POST', `${path}/${id}/results`, { results }, by)
const read = async (id: string) => dataOf(await ask('GET', `${path}/${id}`))
const items = async (id: string) =>
  dataOf(await ask('GET', `${path}/${id}/items?limit=100`)) as {
    line: number
    reference: string
    entryId: string
    memberId: string
    status: string
    warnings: string[]
    accountNumber: string
  }[]
const payable = async () =>
  dataOf(await ask('GET', `/financial/payable?accountId=${bankId}&limit=100`)) as {
    entryId: string
    kind: string
    amount: number
    warnings: string[]
    account: object | null
  }[]
const savings = async (member: TestMember) =>
  dataOf(await ask('GET', `/financial/members/${member.id}/accounts`)).reduce(
    (sum: number, { balance }: { balance: number }) => sum + balance,
    0,
  )
/** Net of the bank account in the books, debits above zero. */
async function bank() {
  const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
    accounts: { code: string; debit: number; credit: number }[]
  }
  return accounts.filter(({ code }) => code === '1020').reduce((sum, { debit, credit }) => sum + debit - credit, 0)
}
const entries = async () =>
  Number(
    (await app.admin.query('select count(*) from ledger.entry where cooperative_id = $1', [cooperative.id])).rows[0]
      .count,
  )
/** A batch of all five that the bank may have. */
async function approvedBatch() {
  const made = await withdrawAll()
  const batch = await prepare(made.map(({ entryId }) => entryId))
  await both(approve(batch.id))
  return { ...batch, made, items: await items(batch.id) }
}
/** The line of a member. */
const lineOf = (batch: { items: { line: number; memberId: string }[] }, place: number) =>
  batch.items.find(({ memberId }) => memberId === at(place).id)?.line ?? 0

describe('a batch', () => {
  test('goes out with two officers and comes back with two failures, whose money is on the accounts again', async () => {
    const made = await withdrawAll()
    expect(await bank()).toBe(-15_000.75)
    expect((await payable()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(amounts)
    const batch = await prepare(made.map(({ entryId }) => entryId))
    expect(batch).toMatchObject({
      number: 1,
      status: 'draft',
      total: { payments: 5, amount: 15_000.75 },
      waiting: { payments: 5, amount: 15_000.75 },
      firstPayments: 5,
    })
    expect(await payable()).toEqual([])
    expect((await ask('POST', `${path}/${batch.id}/file`, { format: 'csv' })).body.message).toBe(
      'This batch is not approved yet. Reload the page to see what can be done with it.',
    )

    const waits = await approve(batch.id)
    expect(waits.status).toBe(202)
    const [request] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, second.token))
    expect(request.description).toContain(
      'Payment batch 1: 5 payments of ₦15,000.75 together, from Bank. Paid to for the first time: Ada Payee: OPay …4560, PAYEE ADA;',
    )
    dataOf(await agreed(app, waits, second.token))
    expect(await read(batch.id)).toMatchObject({ status: 'approved', approvedBy: 'Second Officer' })

    const csv = await ask('POST', `${path}/${batch.id}/file`, { format: 'csv' })
    expect(csv.text.split('\r\n')[0]).toContain('"S/N","Beneficiary name","Account number","Bank","Bank code","Amount"')
    expect(csv.text).toContain('"PAYEE DAYO","8031234563","OPay","","4000.25","PB1-')

    const listed = await items(batch.id)
    const bad = [1, 3].map((place) => lineOf({ items: listed }, place))
    const answer = [
      'Reference,Amount,Status,Remark',
      ...listed.map(({ reference, line }) =>
        bad.includes(line) ? `${reference},1,Failed,Invalid account` : `${reference},1,SUCCESSFUL,`,
      ),
      'PB99-1,1,Failed,Another batch',
    ].join('\n')
    const found = dataOf(
      await app.call('POST', `${path}/${batch.id}/result-file`, {
        token: cooperative.token,
        file: { name: 'results.csv', content: Buffer.from(answer) },
      }),
    )
    expect(found).toMatchObject({ unclear: [], others: 1 })
    expect(found.results).toHaveLength(5)
    const results = found.results.map(({ line, outcome, reason }: Record<string, unknown>) => ({
      line,
      outcome,
      reason,
    }))
    const before = await entries()
    await both(record(batch.id, results))
    expect(await read(batch.id)).toMatchObject({
      status: 'finished',
      waiting: { payments: 0, amount: 0 },
      paid: { payments: 3, amount: 9000.5 },
      failed: { payments: 2, amount: 6000.25 },
    })
    expect(await entries()).toBe(before + 2)
    expect(await bank()).toBe(-9000.5)
    expect(await Promise.all(members.map(savings))).toEqual([18_999.5, 20_000, 17_000, 20_000, 15_000])

    // Whatever is uploaded twice, once.
    expect((await record(batch.id, results)).status).toBe(200)
    expect(await entries()).toBe(before + 2)
    expect((await record(batch.id, [{ line: bad[0], outcome: 'paid' }])).body.message).toBe(
      'The payment to Bola Payee has failed and was reversed. If it was paid after all, record the payment again.',
    )
    expect(dataOf(await ask('GET', '/notifications', undefined, await loginMember(app, at(1))))[0].message).toBe(
      'The payment of ₦2,000.00 to your OPay account ending in 4561 failed. The money is back on your account with the society. Check your bank details.',
    )
    // It is paid again in another batch, where the account is known to no one yet and those of the others are.
    const again = await withdraw(at(1).id, 2000)
    const more = await withdraw(at(0).id, 100)
    const next = await prepare([again.entryId, more.entryId])
    expect(next).toMatchObject({ number: 2, firstPayments: 1 })
    expect(await app.checks()).toEqual([])
  })

  test('is asked for by no one whom it pays, who agrees to it as the only other officer', async () => {
    dataOf(
      await agreed(app, await ask('PUT', `/cooperatives/members/${second.id}/bank-details`, account(0)), second.token),
    )
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: second.id, amount: 500 }), 201)
    const { entryId } = await withdraw(second.id, 300, cooperative.token, second.token)
    const batch = await prepare([entryId], second.token)
    expect((await approve(batch.id, true, second.token)).body.message).toBe('This batch pays you. Ask another officer.')
    const asked = await approve(batch.id)
    expect([asked.status, dataOf(await ask('GET', `${path}/${batch.id}`)).status]).toEqual([202, 'draft'])
    dataOf(await agreed(app, asked, second.token))
    expect(dataOf(await ask('GET', `${path}/${batch.id}`)).status).toBe('approved')
    // Nor does an officer bring back their own money.
    const refused = await record(batch.id, [{ line: 1, outcome: 'failed' }], second.token)
    expect(refused.body.message).toBe('You can’t record or decide on your own money. Ask another officer.')
    dataOf(await agreed(app, await record(batch.id, [{ line: 1, outcome: 'failed' }]), second.token))
    expect(dataOf(await ask('GET', `${path}/${batch.id}`)).status).toBe('finished')
  })

  test('pays one officer at most', async () => {
    const third = await buildOfficer(app, cooperative, { firstName: 'Third' }, second.token)
    const made = await Promise.all(
      [second, third].map(async ({ id }, place) => {
        const approver = place === 0 ? third.token : second.token
        const details = ask('PUT', `/cooperatives/members/${id}/bank-details`, account(place))
        dataOf(await agreed(app, await details, approver))
        dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: id, amount: 500 }), 201)
        return withdraw(id, 300, cooperative.token, approver)
      }),
    )
    const refused = await ask('POST', path, { accountId: bankId, entryIds: made.map(({ entryId }) => entryId) })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'entryIds' }] } })
    expect(refused.body.message).toContain('Put payments to different officers in batches of their own')
  })

  test('takes a payment once, and frees it when it is cancelled', async () => {
    const made = await withdrawAll()
    const entryIds = made.map(({ entryId }) => entryId)
    const both2 = await Promise.all([1, 2].map(() => ask('POST', path, { accountId: bankId, entryIds })))
    expect(both2.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const [batch] = dataOf(await ask('GET', path))
    const reversal = await ask('POST', `/financial/transactions/${made[0]?.id}/reverse`, { reason: 'Wrong' })
    expect(reversal).toMatchObject({ status: 409 })
    expect(reversal.body.message).toContain(`This payment is in payment batch ${batch.number}.`)
    expect((await record(batch.id, [{ line: 1, outcome: 'paid' }])).status).toBe(409)
    expect(dataOf(await ask('POST', `${path}/${batch.id}/cancel`))).toMatchObject({ status: 'cancelled' })
    expect((await approve(batch.id)).status).toBe(409)
    expect((await ask('POST', `${path}/${batch.id}/cancel`)).status).toBe(409)
    expect(await payable()).toHaveLength(5)
    dataOf(await ask('PUT', '/financial/config', { reversalApprovals: 0 }).then((r) => agreed(app, r, second.token)))
    dataOf(await ask('POST', `/financial/transactions/${made[0]?.id}/reverse`, { reason: 'Wrong' }))
    expect((await ask('POST', path, { accountId: bankId, entryIds })).body.message).toBe(
      'Some of these payments were reversed, or are in another batch by now. Reload the list and choose again.',
    )
  })

  test('is no other society’s, and its account numbers are those’ who pay', async () => {
    const batch = await approvedBatch()
    const stranger = await buildCooperative(app)
    for (const [method, url, body] of [
      ['GET', batch.id],
      ['GET', `${batch.id}/items`],
      ['POST', `${batch.id}/file`, { format: 'csv' }],
      ['POST', `${batch.id}/approve`, { accountsChecked: true }],
      ['POST', `${batch.id}/cancel`],
      ['POST', `${batch.id}/results`, { results: [{ line: 1, outcome: 'failed' }] }],
    ] as const)
      expect((await ask(method, `${path}/${url}`, body, stranger.token)).status).toBe(404)
    const taken = { accountId: bankId, entryIds: [batch.made[0]?.entryId] }
    expect((await ask('POST', path, taken, stranger.token)).status).toBe(404)
    const auditor = await buildMember(app, cooperative)
    const roles = { roleIds: ['member', 'auditor'], endsOn: '2099-12-31' }
    const token = await loginMember(app, auditor)
    expect((await ask('GET', path, undefined, token)).status).toBe(403)
    dataOf(await agreed(app, await ask('PUT', `/cooperatives/members/${auditor.id}/roles`, roles), second.token))
    const { accessToken } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, token),
    )
    const shown = dataOf(await ask('GET', `${path}/${batch.id}/items`, undefined, accessToken))
    expect(shown[0].accountNumber).toBe(`…${batch.items[0]?.accountNumber.slice(-4)}`)
    expect((await ask('POST', `${path}/${batch.id}/file`, { format: 'csv' }, accessToken)).status).toBe(403)
  })
})

describe('accounts', () => {
  const change = async (place: number, details: object) =>
    both(ask('PUT', `/cooperatives/members/${at(place).id}/bank-details`, { ...account(place), ...details }))

  test('are looked at before money goes there, and one that changed meanwhile gets none', async () => {
    const { entryId } = await withdraw(at(0).id, 100)
    const batch = await prepare([entryId])
    const unchecked = await approve(batch.id, false)
    expect(unchecked).toMatchObject({ status: 422, body: { errors: [{ field: 'accountsChecked' }] } })
    const waits = await approve(batch.id)
    await change(0, { accountNumber: '8039999999' })
    expect((await agreed(app, waits, second.token)).body.message).toBe(
      'The bank account of Ada Payee was changed after this batch was prepared. Cancel the batch and prepare another.',
    )
    expect(await read(batch.id)).toMatchObject({ status: 'draft' })
  })

  test('that are mistyped, shared or in another name are pointed out, and stop nothing', async () => {
    await change(0, { bankName: 'First Bank', accountNumber: '0000014578' })
    await change(1, { accountNumber: account(2).accountNumber, accountName: 'Somebody Else' })
    await Promise.all([0, 1, 2].map((place) => withdraw(at(place).id, 100 + place)))
    const warnings = new Map((await payable()).map((each) => [each.amount, each.warnings]))
    expect(warnings.get(100)).toEqual(['mistyped', 'first_payment'])
    expect(warnings.get(101)).toEqual(['first_payment', 'shared_account', 'other_name'])
    expect(warnings.get(102)).toEqual(['first_payment', 'shared_account'])
    const batch = await prepare((await payable()).map(({ entryId }) => entryId))
    expect((await items(batch.id)).map((each) => each.warnings)).toEqual(
      [100, 101, 102].map((amount) => warnings.get(amount)),
    )
  })

  // Remedy: payment_account_missing
  test('are needed', async () => {
    const member = await buildMember(app, cooperative, { firstName: 'None', lastName: 'Known' })
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: member.id, amount: 900 }), 201)
    const { entryId } = await withdraw(member.id, 300)
    expect(await payable()).toMatchObject([{ entryId, account: null, warnings: [] }])
    const { entryId: known } = await withdraw(at(0).id, 300)
    expect((await ask('POST', path, { accountId: bankId, entryIds: [entryId, known] })).body.message).toBe(
      "Add the bank account of None Known on the member's page first, or leave the payment out.",
    )
    await prepare([known])
    await both(ask('PUT', `/cooperatives/members/${member.id}/bank-details`, account(0)))
    await prepare([entryId])
  })

  test('of an erased member are gone from the batches', async () => {
    const batch = await approvedBatch()
    await app.admin.query("update app.member set phone = '' where member_id = $1", [at(2).id])
    const { rows } = await app.admin.query(
      'select bank_name, account_number, account_name, amount from app.payment_batch_item where batch_id = $1 and member_id = $2',
      [batch.id, at(2).id],
    )
    expect(rows).toEqual([
      { bank_name: 'erased', account_number: '0000000000', account_name: 'erased', amount: '300000' },
    ])
  })
})

describe('results', () => {
  test('say that a payment which was paid came back', async () => {
    const batch = await approvedBatch()
    const line = lineOf(batch, 4)
    expect(dataOf(await record(batch.id, [{ line, outcome: 'paid' }]))).toMatchObject({ status: 'approved' })
    await both(record(batch.id, [{ line, outcome: 'failed', reason: 'Returned by the bank' }]))
    expect(await savings(at(4))).toBe(payeePaidIn)
    expect(await bank()).toBe(-10_000.75)
    expect(await read(batch.id)).toMatchObject({ status: 'approved', failed: { payments: 1, amount: 5000 } })
  })

  test('from a file without a status are refused; a status that says neither is left to an officer', async () => {
    const batch = await approvedBatch()
    const send = (content: string, id = batch.id) =>
      app.call('POST', `${path}/${id}/result-file`, {
        token: cooperative.token,
        file: { name: 'results.csv', content: Buffer.from(content) },
      })
    const [first, another] = batch.items
    expect((await send(`Reference,Amount\n${first?.reference},1`)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'file' }],
    })
    const found = dataOf(
      await send(
        `Narration,Status\n${first?.reference} Withdrawal,Pending\n${another?.reference} Withdrawal,Failed\nTotal,`,
      ),
    )
    expect(found).toMatchObject({
      results: [{ line: another?.line, outcome: 'failed', reason: '' }],
      unclear: [first?.line],
      others: 1,
    })
  })

  test('of a loan that was not paid bring it back to be paid out', async () => {
    const loan = await buildLoan(at(0))
    const [found] = await payable()
    expect(found).toMatchObject({ kind: 'disbursement', amount: 30_000 })
    const batch = await prepare([found?.entryId ?? ''])
    const [movement] = dataOf(await ask('GET', `/financial/loans/${loan}`)).movements
    const reversal = await ask('POST', `/financial/loans/${loan}/movements/${movement.id}/reverse`, { reason: 'Wrong' })
    expect(reversal.body.message).toContain('This payment is in payment batch 1.')
    await both(approve(batch.id))
    await both(record(batch.id, [{ line: 1, outcome: 'failed', reason: 'Account closed' }]))
    expect(dataOf(await ask('GET', `/financial/loans/${loan}`))).toMatchObject({ status: 'approved' })
    expect(await bank()).toBe(0)
  })
})

/** ₦30,000 that is paid out by bank. */
async function buildLoan({ id: memberId }: TestMember): Promise<string> {
  const [config] = dataOf(await ask('GET', '/financial/loan-configs')).filter(
    ({ name }: { name: string }) => name === 'Regular',
  )
  dataOf(await agreed(app, await ask('PUT', '/financial/config', { guarantorsRequired: 0 }), second.token))
  const body = { memberId, loanConfigId: config.id, principal: 30_000, instalments: 12 }
  const { id } = dataOf(await ask('POST', '/financial/loans', body), 201)
  dataOf(await ask('POST', `/financial/loans/${id}/approve`, undefined, second.token))
  dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'bank', paidThrough: bankId }), 201)
  return id
}

test('the bank’s columns are the society’s own, under which a result is still matched', async () => {
  const url = `/financial/bank-layouts/${bankId}`
  const columns = (...fields: string[]) => ({ layout: fields.map((field) => ({ field, heading: `My ${field}` })) })
  expect(dataOf(await ask('GET', url)).layout).toHaveLength(8)
  for (const [wrong, message] of [
    [columns('amount', 'reference'), 'Add columns for the account number and the amount.'],
    [
      columns('amount', 'accountNumber'),
      'Add a column for the reference or the narration, so that results can be matched.',
    ],
    [columns('amount', 'amount', 'accountNumber', 'reference'), 'Give each column a heading of its own.'],
  ] as const)
    expect((await ask('PUT', url, wrong)).body).toMatchObject({ status: 422, message, errors: [{ field: 'layout' }] })
  const layout = columns('amount', 'bankCode', 'accountNumber', 'narration', 'currency', 'membershipno')
  expect(dataOf(await ask('PUT', url, layout))).toEqual(layout)
  await both(ask('PUT', `/cooperatives/members/${at(0).id}/bank-details`, { ...account(0), bankName: 'GTB' }))
  const batch = await approvedBatch()
  const { text } = await ask('POST', `${path}/${batch.id}/file`, { format: 'csv' })
  expect(text.split('\r\n')[0]).toContain('"My amount","My bankCode","My accountNumber","My narration"')
  expect(text).toContain(
    `"1000.50","058","8031234560","PB1-${lineOf(batch, 0)} Withdrawal","NGN","${at(0).membershipno}"`,
  )
  expect((await ask('POST', `${path}/${batch.id}/file`, { format: 'xlsx' })).status).toBe(200)
})
