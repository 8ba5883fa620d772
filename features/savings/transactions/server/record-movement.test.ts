import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/transactions'
const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

describe('deposits and withdrawals', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let bayo: TestMember
  let bayoToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2025-03-10' })
    bayo = await buildMember(app, cooperative, { firstName: 'Bayo', lastName: 'Ade' })
    adaToken = await loginMember(app, ada)
    bayoToken = await loginMember(app, bayo)
  })
  afterAll(() => app.stop())

  const post = (body: object, token = cooperative.token) => app.call('POST', path, { token, body })
  const act = (id: string, what: string, body: object = {}, token = cooperative.token) =>
    app.call('POST', `${path}/${id}/${what}`, { token, body })
  const get = async (id: string, token = cooperative.token) => dataOf(await app.call('GET', `${path}/${id}`, { token }))
  const savings = async (member: TestMember) =>
    dataOf(await app.call('GET', `/cooperatives/members/${member.id}`, { token: cooperative.token })).savings
  const entries = async () =>
    Number(
      (await app.admin.query('select last_no from ledger.head where cooperative_id = $1', [cooperative.id])).rows[0]
        .last_no,
    )
  const pending = async (type: string, amount: number, token = adaToken) =>
    dataOf(await post({ type, amount }, token), 201)

  test("an officer's are posted at once, exact to the kobo, with a receipt", async () => {
    const deposit = dataOf(
      await post({
        type: 'deposit',
        memberId: ada.id,
        amount: 10_000.05,
        occurredOn: '2026-02-03',
        description: 'Teller 88',
      }),
      201,
    )
    expect(deposit).toMatchObject({
      type: 'deposit',
      status: 'approved',
      memberId: ada.id,
      memberName: 'Ada Obi',
      account: 'Ordinary savings',
      amount: 10_000.05,
      direction: 'in',
      occurredOn: '2026-02-03',
      period: null,
      description: 'Teller 88',
      entryNumber: expect.any(Number),
      recordedBy: 'Unity Thrift',
      receiptNumber: expect.stringMatching(/^\d+-[0-9a-f]{10}$/),
    })
    expect(dataOf(await post({ type: 'withdrawal', memberId: ada.id, amount: 2000.05 }), 201)).toMatchObject({
      type: 'withdrawal',
      status: 'approved',
      direction: 'out',
      description: 'Withdrawal',
      occurredOn: today(),
    })
    expect(await savings(ada)).toBe(8000)
  })

  test.each([
    [
      'more than is free',
      { type: 'withdrawal', amount: 8000.01 },
      409,
      'amount',
      'Only ₦8,000.00 is free on this account. Enter that or less.',
    ],
    [
      'from an account that was never opened',
      { type: 'withdrawal', amount: 1, code: 'special' },
      409,
      'amount',
      'Only ₦0.00 is free on this account. Enter that or less.',
    ],
    [
      'shares like savings',
      { type: 'withdrawal', amount: 1, code: 'shares' },
      422,
      'accountTypeId',
      'Shares move whole: buy, transfer or redeem shares instead.',
    ],
    [
      'tomorrow',
      { type: 'deposit', amount: 5, occurredOn: '2199-01-01' },
      422,
      'occurredOn',
      'Choose today or an earlier date.',
    ],
    [
      'a day before the member joined',
      { type: 'withdrawal', amount: 5, occurredOn: '2025-03-09' },
      422,
      'occurredOn',
      'Ada Obi joined on 2025-03-10. Choose that date or a later one.',
    ],
    [
      'a day before the books begin',
      { type: 'deposit', amount: 5, occurredOn: '2001-01-01' },
      422,
      'occurredOn',
      expect.stringMatching(/^The books begin on /),
    ],
    ['nothing', { type: 'deposit', amount: 0 }, 422, 'amount', 'Enter an amount above zero'],
    [
      'another type',
      { type: 'gift', amount: 5 },
      422,
      'type',
      expect.stringMatching(/^Use one of deposit, withdrawal, /),
    ],
    ['no amount', { type: 'deposit' }, 422, 'amount', 'Enter the amount.'],
    [
      'an account that is no cash or bank',
      { type: 'deposit', amount: 5, paidThrough: '00000000-0000-4000-8000-000000000000' },
      422,
      'paidThrough',
      'Choose one of the cash and bank accounts of your chart.',
    ],
    [
      'a foreign account type',
      { type: 'deposit', amount: 5, accountTypeId: '00000000-0000-4000-8000-000000000000' },
      422,
      'accountTypeId',
      'Choose one of the account types that your cooperative offers.',
    ],
    ['no one', { type: 'deposit', amount: 5, memberId: undefined }, 422, 'memberId', 'Choose the member.'],
    [
      'a member of no one',
      { type: 'deposit', amount: 5, memberId: '00000000-0000-4000-8000-000000000000' },
      404,
      'memberId',
      'Not found',
    ],
    [
      'a status of their own',
      { type: 'deposit', amount: 5, status: 'approved' },
      422,
      'status',
      'status is not a field of this request',
    ],
  ])(
    'refuses %s and stores nothing',
    async (_, { code: wanted, ...body }: Record<string, unknown>, status, field, message) => {
      const before = await entries()
      const accountTypeId = wanted
        ? dataOf(await app.call('GET', '/financial/account-types', { token: cooperative.token })).find(
            ({ code }: { code: string }) => code === wanted,
          ).id
        : undefined
      const reply = await post({ memberId: ada.id, ...body, ...(accountTypeId && { accountTypeId }) })
      expect(reply.body).toMatchObject({ success: false, status, message, errors: [{ field, message }] })
      expect(await entries()).toBe(before)
    },
  )

  test("a member's own wait for an officer and move nothing", async () => {
    const before = { entries: await entries(), savings: await savings(ada) }
    const reported = dataOf(
      await app.call('POST', `${path}/deposits`, {
        token: adaToken,
        body: { amount: 500, description: 'Transfer from GTBank' },
      }),
      201,
    )
    const asked = await pending('withdrawal', 300)
    expect(reported).toMatchObject({
      type: 'deposit',
      status: 'pending',
      entryNumber: null,
      receiptNumber: null,
      recordedBy: 'Ada Obi',
    })
    expect(asked).toMatchObject({ type: 'withdrawal', status: 'pending', entryNumber: null })
    expect({ entries: await entries(), savings: await savings(ada) }).toEqual(before)
    const own = (await app.call('GET', `${path}?status=pending`, { token: adaToken })).body
    expect(new Set(own.data.map(({ id }: { id: string }) => id))).toEqual(new Set([reported.id, asked.id]))
    expect(
      (await app.call('GET', `${path}/deposits?status=pending`, { token: cooperative.token })).body.data,
    ).toHaveLength(1)

    expect(dataOf(await act(reported.id, 'approve'))).toMatchObject({
      status: 'approved',
      occurredOn: today(),
      entryNumber: expect.any(Number),
      receiptNumber: expect.any(String),
    })
    expect(dataOf(await act(asked.id, 'approve'))).toMatchObject({ status: 'approved' })
    expect(await savings(ada)).toBe(before.savings + 200)
    expect(await get(asked.id)).toMatchObject({
      decisions: [{ decision: 'approved', by: 'Unity Thrift', reason: null, entryNumber: null }],
      voucher: { lines: 1, total: 300 },
    })
    expect((await get(asked.id, adaToken)).voucher).toBeNull()
  })

  test('money that is already asked for cannot be asked for twice, and what is asked for must be there', async () => {
    const free = await savings(ada)
    const first = await pending('withdrawal', free - 100)
    expect((await post({ type: 'withdrawal', amount: 101 }, adaToken)).body).toMatchObject({
      status: 409,
      message: 'Only ₦100.00 is free on this account. Enter that or less.',
    })
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post({ type: 'withdrawal', amount: 60 }, adaToken)),
    )
    expect(statusesOf(replies)).toEqual([201, 409, 409, 409, 409, 409])
    for (const { body } of replies.filter(({ status }) => status === 201))
      dataOf(await act(body.data.id, 'reject', { reason: 'Ask again next week' }))
    dataOf(await act(first.id, 'reject', { reason: 'Not in cash today' }))
  })

  test('a rejection says why, moves nothing, and is final', async () => {
    const before = { entries: await entries(), savings: await savings(ada) }
    const asked = await pending('withdrawal', 100)
    expect((await act(asked.id, 'reject', {})).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason', message: 'Give the reason' }],
    })
    expect(dataOf(await act(asked.id, 'reject', { reason: 'No cash in the box' }))).toMatchObject({
      status: 'rejected',
      entryNumber: null,
    })
    expect((await get(asked.id, adaToken)).decisions).toEqual([
      {
        decision: 'rejected',
        by: 'Unity Thrift',
        at: expect.any(String),
        reason: 'No cash in the box',
        entryNumber: null,
      },
    ])
    expect((await act(asked.id, 'approve')).body).toMatchObject({
      status: 409,
      message: 'This has already been rejected by Unity Thrift. Nothing was changed.',
    })
    expect((await act(asked.id, 'reverse', { reason: 'x' })).body).toMatchObject({
      status: 409,
      message: 'Only what is in the books can be reversed, and this is rejected.',
    })
    expect({ entries: await entries(), savings: await savings(ada) }).toEqual(before)
  })

  test('what no longer fits when it is approved is refused with the figure, and stays waiting', async () => {
    const free = await savings(ada)
    const asked = await pending('withdrawal', free)
    dataOf(await post({ type: 'withdrawal', memberId: ada.id, amount: 50 }), 201)
    expect((await act(asked.id, 'approve')).body).toMatchObject({ status: 409, errors: [{ field: 'amount' }] })
    expect((await get(asked.id)).status).toBe('pending')
    dataOf(await act(asked.id, 'reject', { reason: 'Too much' }))
  })

  // ASVS V2.3.4
  test('of officers who approve, reject or reverse at once exactly one is heard', async () => {
    const before = await entries()
    const asked = await pending('deposit', 40)
    const decisions = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        act(asked.id, n % 2 === 0 ? 'approve' : 'reject', n % 2 === 0 ? {} : { reason: 'Race' }),
      ),
    )
    expect(statusesOf(decisions)).toEqual([200, ...Array(9).fill(409)])
    for (const { body } of decisions.filter(({ status }) => status === 409))
      expect(body.message).toMatch(/^This has already been (posted|rejected) by Unity Thrift\. Nothing was changed\.$/)
    const { status } = await get(asked.id)
    expect(await entries()).toBe(before + (status === 'approved' ? 1 : 0))

    const posted = dataOf(await post({ type: 'deposit', memberId: bayo.id, amount: 75 }), 201)
    const reversals = await Promise.all(Array.from({ length: 6 }, () => act(posted.id, 'reverse', { reason: 'Race' })))
    expect(statusesOf(reversals)).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('the same key decides once and hears the same again', async () => {
    const asked = await pending('deposit', 41)
    const key = newKey()
    const again = () => app.call('POST', `${path}/${asked.id}/approve`, { token: cooperative.token, body: {}, key })
    const first = await again()
    expect((await again()).text).toBe(first.text)
    expect(first.status).toBe(200)
  })

  test('a reversal undoes to the kobo, shows both entries, and happens once', async () => {
    const before = await savings(bayo)
    const deposit = dataOf(await post({ type: 'deposit', memberId: bayo.id, amount: 123.45 }), 201)
    const reply = dataOf(await act(deposit.id, 'reverse', { reason: 'Belongs to another Bayo' }))
    expect(reply).toEqual({
      entryNumber: expect.any(Number),
      receiptNumber: expect.any(String),
      reversed: 1,
      total: 123.45,
    })
    expect(await savings(bayo)).toBe(before)
    expect(await get(deposit.id, bayoToken)).toMatchObject({
      status: 'reversed',
      entryNumber: deposit.entryNumber,
      decisions: [
        { decision: 'reversed', reason: 'Belongs to another Bayo', by: 'Unity Thrift', entryNumber: reply.entryNumber },
      ],
    })
    expect((await act(deposit.id, 'reverse', { reason: 'Again' })).body).toMatchObject({
      status: 409,
      message: 'This has already been reversed by Unity Thrift. Nothing was changed.',
    })
    const { body } = await app.call('GET', `${path}?memberId=${bayo.id}&q=bayo`, { token: cooperative.token })
    expect(body.meta.summary.in).toBe(0)
  })

  // Remedy: reversal_below_floor
  test('money that was paid out since cannot be taken back', async () => {
    const deposit = dataOf(await post({ type: 'deposit', memberId: bayo.id, amount: 600 }), 201)
    dataOf(await post({ type: 'withdrawal', memberId: bayo.id, amount: 450 }), 201)
    const left = await savings(bayo)
    expect((await act(deposit.id, 'reverse', { reason: 'Mistake' })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining(
        `Bayo Ade has only ₦${left}.00 left on the account. First record the missing ₦${600 - left}.00 there`,
      ),
    })
    dataOf(await post({ type: 'deposit', memberId: bayo.id, amount: 600 - left }), 201)
    dataOf(await act(deposit.id, 'reverse', { reason: 'Mistake' }))
    // What later tests pay out.
    dataOf(await post({ type: 'deposit', memberId: bayo.id, amount: left }), 201)
  })

  test('a reversed contribution is owed again; payments of one voucher are only reversed together', async () => {
    const month = async () =>
      (await app.call('GET', '/financial/contributions?period=2026-05', { token: cooperative.token })).body
    const one = dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: ada.id, amount: 5000, period: '2026-05', occurredOn: '2026-05-02' },
      }),
      201,
    )
    expect((await month()).meta.summary.paid).toBe(5000)
    dataOf(await act(one.id, 'reverse', { reason: 'Posted twice' }))
    expect((await month()).meta.summary).toMatchObject({ paid: 0, outstanding: 10_000 })

    const rows = [
      { memberId: ada.id, amount: 5000 },
      { memberId: bayo.id, amount: 4000 },
    ]
    const voucher = dataOf(
      await app.call('POST', '/financial/contributions/bulk', {
        token: cooperative.token,
        body: { rows, period: '2026-05', occurredOn: '2026-05-03' },
      }),
      201,
    )
    const { data } = (await app.call('GET', `${path}?from=2026-05-03&to=2026-05-03`, { token: cooperative.token })).body
    expect(data).toHaveLength(2)
    expect((await get(data[0].id)).voucher).toEqual({ lines: 2, total: 9000 })
    expect((await act(data[0].id, 'reverse', { reason: 'Wrong month' })).body).toMatchObject({
      status: 409,
      message: `This is one of 2 payments on voucher No. ${voucher.entryNumber}, which can only be reversed as a whole. Reverse the voucher.`,
    })
    expect(dataOf(await act(data[1].id, 'reverse', { reason: 'Wrong month', voucher: true }))).toMatchObject({
      reversed: 2,
      total: 9000,
    })
    expect((await month()).meta.summary).toMatchObject({ paid: 0 })
    expect((await get(data[0].id)).status).toBe('reversed')
  })

  // Remedy: reversal_below_floor
  test('money that was paid out since is taken back once what is missing is there again: owed by the member on an account of its own', async () => {
    const through = async (code: string): Promise<number> => {
      const { body } = await app.call('GET', '/financial/reports/trial-balance', { token: cooperative.token })
      const found = body.data.accounts.find((each: { code: string }) => each.code === code)
      return (found?.debit ?? 0) - (found?.credit ?? 0)
    }
    const kemi = await buildMember(app, cooperative, { firstName: 'Kemi', lastName: 'Ade' })
    dataOf(await post({ type: 'deposit', memberId: kemi.id, amount: 1000 }), 201)
    const before = await through('1010')
    const deposit = dataOf(await post({ type: 'deposit', memberId: kemi.id, amount: 600 }), 201)
    const taken = (await savings(kemi)) - 150
    dataOf(await post({ type: 'withdrawal', memberId: kemi.id, amount: taken }), 201)
    const reverse = () => act(deposit.id, 'reverse', { reason: 'The cheque came back' })
    const { status, message } = (await reverse()).body
    expect([status, message]).toEqual([
      409,
      expect.stringMatching(
        /^Of this money Kemi Ade has only ₦150\.00 left on the account\. First record the missing ₦450\.00 /,
      ),
    ])
    const account = { code: '1026', name: 'Returned cheques', class: 'asset', holdsCash: true }
    const added = await app.call('POST', '/financial/accounts', { token: cooperative.token, body: account })
    const { id: paidThrough } = dataOf(added, 201)
    dataOf(await post({ type: 'deposit', memberId: kemi.id, amount: 450, paidThrough }), 201)
    dataOf(await reverse())
    expect(await savings(kemi)).toBe(0)
    // The cheque of 600.00 is out of cash again, and what was paid out stays paid.
    expect(await through('1010')).toBe(before - taken)
    expect(await through('1026')).toBe(450)
  })

  test('a member who has left takes their money out and pays no more in', async () => {
    const leaver = await buildMember(app, cooperative, { firstName: 'Lami' })
    dataOf(await post({ type: 'deposit', memberId: leaver.id, amount: 90 }), 201)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${leaver.id}`, {
        token: cooperative.token,
        body: { status: 'inactive' },
      }),
    )
    expect((await post({ type: 'deposit', memberId: leaver.id, amount: 5 })).status).toBe(409)
    dataOf(await post({ type: 'withdrawal', memberId: leaver.id, amount: 90 }), 201)
  })

  test('a member acts for themselves only, decides nothing, and sees nothing of the others', async () => {
    const theirs = await pending('deposit', 12, bayoToken)
    const foreign = await app.call('GET', `${path}/${theirs.id}`, { token: adaToken })
    const missing = await app.call('GET', `${path}/00000000-0000-4000-8000-000000000001`, { token: adaToken })
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    expect((await post({ type: 'withdrawal', memberId: bayo.id, amount: 1 }, adaToken)).status).toBe(404)
    for (const what of ['approve', 'reject', 'reverse'])
      expect((await act(theirs.id, what, { reason: 'x' }, bayoToken)).status).toBe(403)
    dataOf(await act(theirs.id, 'reject', { reason: 'Not seen on the bank statement' }))
  })

  test('an officer who is a member asks for their own money like everybody, and does not decide about it', async () => {
    dataOf(
      await app.call('PUT', `/cooperatives/members/${bayo.id}/roles`, {
        token: cooperative.token,
        body: { roleIds: ['member', 'admin'] },
      }),
    )
    const { accessToken: token } = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: bayoToken,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    )
    const own = dataOf(await post({ type: 'withdrawal', memberId: bayo.id, amount: 10 }, token), 201)
    expect(own.status).toBe('pending')
    expect((await act(own.id, 'approve', {}, token)).body).toMatchObject({
      status: 409,
      message: 'You can’t record or decide on your own money. Ask another officer.',
    })
    const posted = dataOf(await act(own.id, 'approve'))
    expect((await act(posted.id, 'reverse', { reason: 'Mine' }, token)).status).toBe(409)
    expect(dataOf(await post({ type: 'deposit', memberId: ada.id, amount: 10 }, token), 201)).toMatchObject({
      status: 'approved',
      recordedBy: 'Bayo Ade',
    })
  })

  test("another cooperative's transaction is as missing as one that never was", async () => {
    const other = await buildCooperative(app)
    const theirs = await buildMember(app, other)
    const { id } = dataOf(
      await app.call('POST', path, { token: other.token, body: { type: 'deposit', memberId: theirs.id, amount: 5 } }),
      201,
    )
    for (const what of ['approve', 'reject', 'reverse']) {
      const foreign = await act(id, what, { reason: 'x' })
      const missing = await act('00000000-0000-4000-8000-000000000001', what, { reason: 'x' })
      // "approve" takes no reason; both hear the same about that too.
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    }
    expect((await act(id, 'approve')).status).toBe(404)
    expect((await post({ type: 'deposit', memberId: theirs.id, amount: 5 })).status).toBe(404)
  })

  test("a member's own session can't touch what is posted, whatever the server believes", async () => {
    const scope = { cooperativeId: cooperative.id as CooperativeId, memberId: ada.id as MemberId }
    const touch = sql`update app.transaction set status = status where member_id = ${ada.id}`
    expect(await app.services.database.tenant({ ...scope, role: 'member' }, (tx) => tx.run(touch))).toBe(0)
    expect(await app.services.database.tenant({ ...scope, role: 'coop_admin' }, (tx) => tx.run(touch))).toBeGreaterThan(
      0,
    )
  })

  test('afterwards the books prove themselves', async () => {
    expect(await app.checks()).toEqual([])
    const trial = dataOf(await app.call('GET', '/financial/reports/trial-balance', { token: cooperative.token }))
    expect(trial.balanced).toBe(true)
  })
})
