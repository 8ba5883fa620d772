import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('loans for goods', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let other: TestCooperative
  let ada: TestMember
  let own: string
  let commodity: string
  let regular: string
  let [rice, oil, gone]: string[] = []
  let loanId: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    other = await buildCooperative(app, { name: 'Other Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    own = await loginMember(app, ada)
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 500_000,
        occurredOn: '2026-01-10',
      }),
      201,
    )
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, waitingMonths: 0 }))
    const products: { id: string; name: string }[] = dataOf(await ask('GET', '/financial/loan-configs'))
    const byName = (wanted: string) => products.find(({ name }) => name === wanted)?.id ?? ''
    ;[commodity, regular] = [byName('Commodity'), byName('Regular')]
    dataOf(await ask('PUT', `/financial/loan-config/${commodity}`, { forGoods: true }))
    // The loans of these tests are late by the calendar.
    for (const { id } of products) dataOf(await ask('PUT', `/financial/loan-config/${id}`, { overdueDaysMax: null }))
    for (const good of [
      { name: 'Rice', unit: 'bag of 50 kg', price: 60_000.5 },
      { name: 'Oil', unit: 'keg', price: 10_000 },
      { name: 'Sugar', unit: 'bag', price: 5000 },
    ])
      dataOf(await ask('POST', '/financial/goods', good), 201)
    const listed: { id: string; name: string }[] = dataOf(await ask('GET', '/financial/goods'))
    ;[rice, oil, gone] = ['Rice', 'Oil', 'Sugar'].map((wanted) => listed.find(({ name }) => name === wanted)?.id ?? '')
    dataOf(await ask('PUT', `/financial/goods/${gone}`, { retired: true }))
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const apply = (body: object, token = own) =>
    ask('POST', '/financial/loans', { loanConfigId: commodity, instalments: 6, ...body }, token)
  const refusal = async (reply: ReturnType<typeof ask>) => (await reply).body
  const loan = async (token = cooperative.token) =>
    dataOf(await ask('GET', `/financial/loans/${loanId}`, undefined, token))
  const pay = async () =>
    dataOf(await ask('POST', `/financial/loans/${loanId}/disburse`, { to: 'cash', on: '2026-02-01' }), 201)

  test('a product says that it is for goods, and the list is in the order of names', async () => {
    expect(dataOf(await ask('GET', `/financial/loan-config/${commodity}`)).forGoods).toBe(true)
    expect(dataOf(await ask('GET', `/financial/loan-config/${regular}`)).forGoods).toBe(false)
    expect(dataOf(await ask('GET', '/financial/goods'))).toMatchObject([
      { name: 'Oil', price: 10_000, retired: false },
      { name: 'Rice', price: 60_000.5, retired: false },
    ])
  })

  test('one name is on the list once, a price is above zero, and the history tells who changed it', async () => {
    expect(await refusal(ask('POST', '/financial/goods', { name: 'RICE', unit: 'bag', price: 1 }))).toMatchObject({
      status: 409,
      errors: [{ field: 'name' }],
    })
    expect(await refusal(ask('PUT', `/financial/goods/${oil}`, { name: 'rice' }))).toMatchObject({
      status: 409,
      errors: [{ field: 'name' }],
    })
    expect(await refusal(ask('POST', '/financial/goods', { name: 'Salt', unit: 'bag', price: 0 }))).toMatchObject({
      status: 422,
      errors: [{ field: 'price', message: 'Enter a price above zero' }],
    })
    dataOf(await ask('PUT', `/financial/goods/${oil}`, { price: 11_000 }))
    const { data } = await refusal(ask('GET', '/financial/configs?kind=good'))
    expect(data[0]).toMatchObject({
      kind: 'good',
      subjectName: 'Oil',
      changedBy: 'Unity Thrift',
      changes: [{ field: 'price', before: 10_000, after: 11_000 }],
    })
  })

  test('a retired good may come back under its name unless another has it, and members see what is offered only', async () => {
    const again = dataOf(await ask('POST', '/financial/goods', { name: 'Sugar', unit: 'carton', price: 7000 }), 201)
    expect(await refusal(ask('PUT', `/financial/goods/${gone}`, { retired: false }))).toMatchObject({ status: 409 })
    dataOf(await ask('PUT', `/financial/goods/${again.id}`, { retired: true }))
    expect(dataOf(await ask('GET', '/financial/goods?retired=true'))).toHaveLength(4)
    expect(dataOf(await ask('GET', '/financial/goods?retired=true', undefined, own))).toHaveLength(2)
    for (const [method, path, body] of [
      ['POST', '/financial/goods', { name: 'Salt', unit: 'bag', price: 1 }],
      ['PUT', `/financial/goods/${rice}`, { price: 1 }],
    ] as const)
      expect((await ask(method, path, body, own)).status).toBe(403)
  })

  test.each([
    [
      'no goods',
      () => ({ principal: 1000 }),
      'goods',
      'A Commodity loan is for goods. Say which goods and how many of each.',
    ],
    [
      'another sum',
      () => ({
        principal: 131_000,
        goods: [
          { goodId: rice, quantity: 2 },
          { goodId: oil, quantity: 1 },
        ],
      }),
      'principal',
      "At today's prices the goods come to ₦131,001.00, and the application says ₦131,000.00.",
    ],
    [
      'a good that is no longer offered',
      () => ({
        goods: [
          { goodId: oil, quantity: 1 },
          { goodId: gone, quantity: 1 },
        ],
      }),
      'goods.1.goodId',
      'One of the goods is not on the list any more.',
    ],
    [
      'none of a good',
      () => ({ goods: [{ goodId: oil, quantity: 0 }] }),
      'goods.0.quantity',
      'Enter a whole number from 1 to 1000',
    ],
    [
      'part of a good',
      () => ({ goods: [{ goodId: oil, quantity: 1.5 }] }),
      'goods.0.quantity',
      'Enter a whole number from 1 to 1000',
    ],
    [
      'a good twice',
      () => ({
        goods: [
          { goodId: oil, quantity: 1 },
          { goodId: oil, quantity: 2 },
        ],
      }),
      'goods',
      'Name each good once',
    ],
    [
      'goods for a loan of money',
      () => ({ loanConfigId: regular, principal: 11_000, goods: [{ goodId: oil, quantity: 1 }] }),
      'goods',
      'A Regular loan is paid out as money',
    ],
    ['no amount for a loan of money', () => ({ loanConfigId: regular }), 'principal', 'Enter how much is borrowed.'],
    ['more than the savings allow', () => ({ goods: [{ goodId: rice, quantity: 1000 }] }), 'principal', '₦500,000.00'],
  ])('refuses %s, and stores nothing', async (_name, body, field, sentence) => {
    const before = (await refusal(ask('GET', '/financial/loans'))).meta.total
    const { status, errors } = await refusal(apply(body()))
    expect([status === 422 || status === 409, errors[0].field]).toEqual([true, field])
    expect(errors[0].message).toContain(sentence)
    expect((await refusal(ask('GET', '/financial/loans'))).meta.total).toBe(before)
  })

  test("another society's good is not found", async () => {
    const theirs = dataOf(
      await ask('POST', '/financial/goods', { name: 'Cement', unit: 'bag', price: 1 }, other.token),
      201,
    )
    expect(await refusal(apply({ goods: [{ goodId: theirs.id, quantity: 1 }] }))).toMatchObject({
      status: 422,
      errors: [{ field: 'goods.0.goodId' }],
    })
    expect((await ask('PUT', `/financial/goods/${rice}`, { price: 1 }, other.token)).status).toBe(404)
    expect(dataOf(await ask('GET', '/financial/goods', undefined, other.token))).toHaveLength(1)
  })

  test('the principal is what the goods cost that day, and stays so when the price changes', async () => {
    const made = dataOf(
      await apply({
        goods: [
          { goodId: rice, quantity: 2 },
          { goodId: oil, quantity: 1 },
        ],
      }),
      201,
    )
    loanId = made.id
    const goods = [
      { goodId: rice, name: 'Rice', unit: 'bag of 50 kg', price: 60_000.5, quantity: 2, amount: 120_001 },
      { goodId: oil, name: 'Oil', unit: 'keg', price: 11_000, quantity: 1, amount: 11_000 },
    ]
    expect(made).toMatchObject({ principal: 131_001, goods, deliveries: [] })
    dataOf(await ask('PUT', `/financial/goods/${rice}`, { price: 90_000, name: 'Rice, local', retired: true }))
    expect(await loan(own)).toMatchObject({ principal: 131_001, goods })
    const { rows } = await app.admin
      .query(`select r from unnest(array['coop_app','coop_auth','coop_platform','coop_jobs']) r
      where has_any_column_privilege(r, 'app.loan_good', 'UPDATE') or has_table_privilege(r, 'app.loan_good', 'DELETE') or has_table_privilege(r, 'app.loan_delivery', 'DELETE')`)
    expect(rows).toEqual([])
  })

  // Remedy: goods_not_paid_out
  test('goods are handed over once the loan is paid out, by an officer, and once', async () => {
    const deliver = (body: object = {}, token?: string) =>
      ask('POST', `/financial/loans/${loanId}/deliver`, body, token)
    expect(await refusal(deliver())).toMatchObject({
      status: 409,
      message: expect.stringContaining('not paid out yet'),
    })
    dataOf(await ask('POST', `/financial/loans/${loanId}/approve`, {}))
    await pay()
    expect((await deliver({}, own)).status).toBe(403)
    expect((await deliver({}, other.token)).status).toBe(404)
    expect(await refusal(deliver({ on: '2026-01-31' }))).toMatchObject({ status: 422, errors: [{ field: 'on' }] })
    expect(await refusal(deliver({ on: '2199-01-01' }))).toMatchObject({ status: 422, errors: [{ field: 'on' }] })
    const replies = await Promise.all([
      deliver({ on: '2026-02-03', receivedBy: 'Her son Obi' }),
      deliver({ on: '2026-02-03', receivedBy: 'Her son Obi' }),
    ])
    expect(statusesOf(replies)).toEqual([201, 409])
    expect((await loan(own)).deliveries).toMatchObject([
      { on: '2026-02-03', receivedBy: 'Her son Obi', by: 'Unity Thrift', undone: null },
    ])
    expect(await refusal(ask('POST', `/financial/loans/${loanId}/cancel`, { reason: 'Not wanted' }))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The goods of this loan were handed over on 03 Feb 2026/),
    })
    const told = dataOf(await ask('GET', '/notifications', undefined, own))
    expect(JSON.stringify(told)).toContain('were handed over on 03 Feb 2026 to Her son Obi')
  })

  // Remedy: goods_with_borrower
  test('the payment stays while the goods are with the borrower; an undo stays on record', async () => {
    const { movements } = await loan()
    const reverse = () =>
      ask('POST', `/financial/loans/${loanId}/movements/${movements[0].id}/reverse`, { reason: 'Supplier had none' })
    const undo = (body: object, token?: string) => ask('POST', `/financial/loans/${loanId}/delivery/undo`, body, token)
    expect(await refusal(reverse())).toMatchObject({
      status: 409,
      message: expect.stringContaining('The goods are with the borrower'),
    })
    expect(await refusal(undo({}))).toMatchObject({ status: 422, errors: [{ field: 'reason' }] })
    expect((await undo({ reason: 'No' }, own)).status).toBe(403)
    dataOf(await undo({ reason: 'Bags were torn' }))
    expect(await refusal(undo({ reason: 'Again' }))).toMatchObject({ status: 409 })
    dataOf(await ask('POST', `/financial/loans/${loanId}/deliver`, { on: '2026-02-04' }), 201)
    expect((await loan()).deliveries).toMatchObject([
      { on: '2026-02-03', undone: { reason: 'Bags were torn', by: 'Unity Thrift' } },
      { on: '2026-02-04', receivedBy: null, undone: null },
    ])
    dataOf(await undo({ reason: 'Still torn' }))
    dataOf(await reverse())
    expect(await loan()).toMatchObject({ status: 'approved', disbursed: 0, goods: [{ name: 'Rice' }, { name: 'Oil' }] })
    await pay()
  })

  // Remedy: loan_handed_over
  test('a hand-over by mistake is undone, then the payment, and the loan is cancelled', async () => {
    const { id } = dataOf(await apply({ goods: [{ goodId: oil, quantity: 1 }] }), 201)
    const post = (path: string, body: object) => ask('POST', `/financial/loans/${id}/${path}`, body)
    dataOf(await post('approve', {}))
    const { movements } = dataOf(await post('disburse', { to: 'cash', on: '2026-02-01' }), 201)
    dataOf(await post('deliver', { on: '2026-02-03' }), 201)
    const cancel = () => post('cancel', { reason: 'Of another member' })
    expect(await refusal(cancel())).toMatchObject({
      status: 409,
      message: expect.stringContaining('undo the hand-over first, then the payment'),
    })
    dataOf(await post('delivery/undo', { reason: 'Of another member' }))
    dataOf(await post(`movements/${movements[0].id}/reverse`, { reason: 'Of another member' }))
    expect(dataOf(await cancel())).toMatchObject({ status: 'withdrawn' })
  })

  test('a loan for money has nothing to hand over, and a loan for goods settles none', async () => {
    const money = dataOf(await apply({ loanConfigId: regular, principal: 1000 }), 201)
    expect(money.goods).toEqual([])
    expect(await refusal(ask('POST', `/financial/loans/${money.id}/deliver`, {}))).toMatchObject({
      status: 409,
      message: expect.stringContaining('not for goods'),
    })
    expect(await refusal(apply({ goods: [{ goodId: oil, quantity: 1 }], settles: [loanId] }))).toMatchObject({
      status: 422,
      errors: [{ field: 'settles' }],
    })
  })

  test('the checks of the books find nothing', async () => {
    expect(await app.checks()).toEqual([])
  })
})
