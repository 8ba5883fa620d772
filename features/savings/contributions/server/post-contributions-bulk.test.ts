import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  newKey,
  newPhone,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const path = '/financial/contributions/bulk'

describe('posting a month of contributions', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let musa: TestMember

  beforeAll(async () => {
    // Thousands of members in an app that others share, the checks of each file after it would read too.
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, { firstName: 'Ada', registrationDate: '2025-03-10' })
    musa = await buildMember(app, cooperative, { firstName: 'Musa', registrationDate: '2025-03-10' })
  })
  afterAll(() => app.stop())

  const post = (body: unknown, key?: string, token = cooperative.token) =>
    app.call('POST', path, { token, body, ...(key !== undefined && { key }) })
  const stored = async () => {
    const { rows } = await app.admin.query(
      'select (select last_no from ledger.head where cooperative_id = $1)::int as entries, (select count(*) from app.transaction where cooperative_id = $1)::int as transactions',
      [cooperative.id],
    )
    return rows[0] as { entries: number; transactions: number }
  }

  /** Works out a society's first unpaid months, and answers how many rows of payments that read. */
  const rowsReadFor = (cooperativeId: string) =>
    app.services.database.tenant({ cooperativeId: cooperativeId as CooperativeId, role: 'job' }, async (tx) => {
      await tx.run(sql`select app.compute_unpaid_months(${cooperativeId})`)
      const { read } = await tx.one<{ read: number }>(
        sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where schemaname = 'app' and relname = 'transaction'`,
      )
      return read
    })

  test('is one voucher, with a transaction for each row', async () => {
    const before = await stored()
    const reply = await post({
      occurredOn: '2026-05-28',
      period: '2026-05',
      rows: [
        { memberId: ada.id, amount: 5000 },
        { membershipno: musa.membershipno.toLowerCase(), amount: 2500.5 },
        { memberId: ada.id, amount: 1 },
      ],
    })
    expect(reply.body).toMatchObject({
      message: 'Contributions posted',
      data: { posted: 3, total: 7501.5, period: '2026-05', receiptNumber: expect.stringMatching(/^\d+-[0-9a-f]{10}$/) },
    })
    expect(await stored()).toEqual({ entries: before.entries + 1, transactions: before.transactions + 3 })
    const { body } = await app.call('GET', '/financial/transactions?limit=3', { token: cooperative.token })
    expect(new Set(body.data.map(({ entryNumber }: { entryNumber: number }) => entryNumber))).toEqual(
      new Set([reply.body.data.entryNumber]),
    )
  })

  test('knows a member by the last part of the membership number alone', async () => {
    dataOf(
      await post({
        rows: [
          { membershipno: String(Number(musa.membershipno.slice(-5))), amount: 31.5 },
          { membershipno: ada.membershipno.slice(-5), amount: 12 },
        ],
      }),
      201,
    )
    const { body } = await app.call('GET', '/financial/transactions?limit=2', { token: cooperative.token })
    expect(
      body.data
        .map(({ memberId, amount }: { memberId: string; amount: number }) => [memberId, amount])
        .toSorted((a: [string, number], b: [string, number]) => a[1] - b[1]),
    ).toEqual([
      [ada.id, 12],
      [musa.id, 31.5],
    ])
    expect((await post({ rows: [{ membershipno: '99', amount: 1 }] })).body).toMatchObject({
      status: 404,
      errors: [{ field: 'rows.0.memberId' }],
    })
  })

  test('takes an account type for all rows and another for one', async () => {
    const types: { id: string; name: string }[] = dataOf(
      await app.call('GET', '/financial/account-types', { token: cooperative.token }),
    )
    const idOf = (wanted: string) => types.find(({ name }) => name === wanted)?.id
    dataOf(
      await post({
        accountTypeId: idOf('Special savings'),
        rows: [
          { memberId: ada.id, amount: 11 },
          { memberId: ada.id, amount: 22, accountTypeId: idOf('Shares') },
        ],
      }),
      201,
    )
    const { body } = await app.call('GET', `/financial/transactions?memberId=${ada.id}&limit=2`, {
      token: cooperative.token,
    })
    expect(
      body.data.map(({ account, amount }: { account: string; amount: number }) => `${account} ${amount}`).toSorted(),
    ).toEqual(['Shares 22', 'Special savings 11'])
  })

  test.each<[string, () => unknown, number, string, string]>([
    [
      'a member of no one',
      () => ({ memberId: '00000000-0000-4000-8000-000000000000', amount: 1 }),
      404,
      'rows.2.memberId',
      'No member of this cooperative has this number.',
    ],
    [
      'a number of no one',
      () => ({ membershipno: `${cooperative.coopId}/99999`, amount: 1 }),
      404,
      'rows.2.memberId',
      'No member of this cooperative has this number.',
    ],
    [
      'a number that is none',
      () => ({ membershipno: '99999999999', amount: 1 }),
      404,
      'rows.2.memberId',
      'No member of this cooperative has this number.',
    ],
    ['an amount of zero', () => ({ memberId: ada.id, amount: 0 }), 422, 'rows.2.amount', 'Enter an amount above zero'],
    [
      'a third of a kobo',
      () => ({ memberId: ada.id, amount: 1.005 }),
      422,
      'rows.2.amount',
      'Enter naira with at most two decimals',
    ],
    ['no member', () => ({ amount: 1 }), 422, 'rows.2', 'Give the member by memberId or by membershipno'],
    [
      'two members',
      () => ({ memberId: ada.id, membershipno: ada.membershipno, amount: 1 }),
      422,
      'rows.2',
      'Give the member by memberId or by membershipno',
    ],
    [
      'an account type of no one',
      () => ({ memberId: ada.id, amount: 1, accountTypeId: '00000000-0000-4000-8000-000000000000' }),
      422,
      'rows.2.accountTypeId',
      'Choose one of the account types that your cooperative offers.',
    ],
  ])('refuses %s by the number of its row, and posts nothing', async (_, row, status, field, message) => {
    const before = await stored()
    const reply = await post({ rows: [{ memberId: ada.id, amount: 1 }, { memberId: musa.id, amount: 2 }, row()] })
    expect(reply.body).toMatchObject({ success: false, status, message, errors: [{ field, message }] })
    expect(await stored()).toEqual(before)
  })

  test("refuses an idle member, a day before a member joined, and a foreign member's number", async () => {
    const idle = await buildMember(app, cooperative, { firstName: 'Idle' })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, {
        token: cooperative.token,
        body: { status: 'inactive' },
      }),
    )
    expect((await post({ rows: [{ memberId: idle.id, amount: 1 }] })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'rows.0.memberId' }],
    })
    expect((await post({ occurredOn: '2025-03-09', rows: [{ memberId: ada.id, amount: 1 }] })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'occurredOn' }],
    })
    const foreign = await buildMember(app, await buildCooperative(app))
    for (const who of [{ memberId: foreign.id }, { membershipno: foreign.membershipno }])
      expect((await post({ rows: [{ ...who, amount: 1 }] })).status).toBe(404)
  })

  test.each([
    ['no rows', { rows: [] }, 'Send at least one row'],
    ['no list', { rows: 'all' }, 'Send the rows as a list'],
    [
      'more than ten thousand',
      { rows: Array.from({ length: 10_001 }, () => ({ membershipno: 'AJO-NONE22/00001', amount: 1 })) },
      'Send at most 10000 rows',
    ],
  ])('refuses %s', async (_, body, message) => {
    expect((await post(body)).body).toMatchObject({ status: 422, message })
  })

  test('the same key posts once', async () => {
    const key = newKey()
    const body = { rows: [{ memberId: ada.id, amount: 9 }] }
    const first = await post(body, key)
    const before = await stored()
    expect((await post(body, key)).text).toBe(first.text)
    expect(await stored()).toEqual(before)
  })

  const many = atSize(3000, 10_000)
  test(`${many} rows go at once`, async () => {
    const own = await buildCooperative(app)
    // Small vouchers come first, so that the server's connections hold plans for a few rows.
    for (let n = 0; n < 8; n += 1)
      dataOf(await post({ rows: [{ memberId: ada.id, amount: 1 }], anotherPayment: true }), 201)
    await rowsReadFor(cooperative.id)
    const numbers: string[] = []
    for (let part = 0; part < 2; part += 1) {
      const member = Array.from({ length: many / 2 }, (_, n) => ({
        firstName: `First${n}`,
        lastName: `Last${n}`,
        phone: newPhone(),
        registrationDate: '2025-01-01',
      }))
      for (const { membershipno } of dataOf(
        await app.call('POST', '/cooperatives/members', { token: own.token, body: { member } }),
        201,
      ))
        numbers.push(membershipno)
    }
    const total = 1000.01 * many
    // The server's own limit of 25 seconds a statement would answer 503.
    const reply = dataOf(
      await post({ rows: numbers.map((membershipno) => ({ membershipno, amount: 1000.01 })) }, undefined, own.token),
      201,
    )
    expect(reply).toMatchObject({ posted: many, total, entryNumber: 1 })
    const listed = await app.call('GET', '/financial/contributions?sort=-membershipno&limit=1', { token: own.token })
    expect(listed.body.meta).toMatchObject({ total: many, summary: { paid: total } })
    const totals = dataOf(await app.call('GET', '/financial/reports/trial-balance', { token: own.token })).totals
    expect(totals).toMatchObject({ debit: total, credit: total })
    // Once for each member, not all of them for each: the connection had made its plans for three.
    expect(await rowsReadFor(own.id)).toBeLessThan(10 * many)
  })

  test('afterwards the books prove themselves', async () => {
    expect(await app.checks()).toEqual([])
  })
})
