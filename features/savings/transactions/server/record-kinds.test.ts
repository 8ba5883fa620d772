import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  newKey,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/transactions'

describe('where money moves', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let bayo: TestMember
  let types: Record<string, string>
  let chart: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2025-03-10' })
    bayo = await buildMember(app, cooperative, { firstName: 'Bayo', lastName: 'Ade', registrationDate: '2025-03-10' })
    types = Object.fromEntries(
      dataOf(await ask('GET', '/financial/account-types')).map(({ code, id }: Record<string, string>) => [code, id]),
    )
    chart = Object.fromEntries(
      dataOf(await ask('GET', '/financial/posting-accounts')).map(({ code, id }: Record<string, string>) => [code, id]),
    )
    for (const member of [ada, bayo]) dataOf(await post({ type: 'deposit', memberId: member.id, amount: 500_000 }), 201)
    dataOf(await ask('PUT', '/financial/config', { shareApprovals: 0 }))
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const post = (body: object, token?: string) => ask('POST', path, body, token)
  const detail = async (id: string) => dataOf(await ask('GET', `${path}/${id}`))
  const accounts = async (member: TestMember) =>
    Object.fromEntries(
      dataOf(await ask('GET', `/financial/members/${member.id}/accounts`)).map(
        ({ name, balance, free }: Record<string, unknown>) => [name, [balance, free]],
      ),
    )
  const trial = async (): Promise<Record<string, number>> => {
    const { accounts: lines, balanced } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
    expect(balanced).toBe(true)
    return Object.fromEntries(
      lines.map(({ code, debit, credit }: Record<string, number | string>) => [code, Number(debit) - Number(credit)]),
    )
  }
  /** What the act changed in the trial balance. */
  const changeOf = async (act: () => Promise<unknown>) => {
    const before = await trial()
    await act()
    const after = await trial()
    const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
    return Object.fromEntries(
      codes.flatMap((code) => {
        const by = Math.round(((after[code] ?? 0) - (before[code] ?? 0)) * 100) / 100
        return by === 0 ? [] : [[code, by]]
      }),
    )
  }

  test('deposits, withdrawals and contributions name the cash or bank account, and so do the record and the receipt', async () => {
    let id = ''
    expect(
      await changeOf(async () => {
        id = dataOf(
          await post({ type: 'deposit', memberId: ada.id, amount: 1000.5, paidThrough: chart['1020'] }),
          201,
        ).id
      }),
    ).toEqual({ 1020: 1000.5, 2110: -1000.5 })
    expect(await detail(id)).toMatchObject({
      paidThrough: 'Bank',
      receiptNumber: expect.stringMatching(/^\d+-[0-9a-f]{10}$/),
    })
    await fundCash(app, cooperative, { naira: 1000.5, on: '2026-01-01', code: '1015' })
    expect(
      await changeOf(() => post({ type: 'withdrawal', memberId: ada.id, amount: 1000.5, paidThrough: chart['1015'] })),
    ).toEqual({ 1015: -1000.5, 2110: 1000.5 })
    const contribute = (body: object) =>
      ask('POST', '/financial/contributions', { memberId: ada.id, amount: 70, ...body })
    expect(await changeOf(() => contribute({ paidThrough: chart['1020'] }))).toEqual({ 1020: 70, 2110: -70 })
    expect(await changeOf(() => contribute({ amount: 71 }))).toEqual({ 1010: 71, 2110: -71 })
    const bulk = {
      rows: [
        { memberId: ada.id, amount: 1 },
        { memberId: bayo.id, amount: 2 },
      ],
      paidThrough: chart['1015'],
    }
    expect(await changeOf(() => ask('POST', '/financial/contributions/bulk', bulk))).toEqual({ 1015: 3, 2110: -3 })
    for (const wrong of [chart['1110'], chart['4210'], '00000000-0000-4000-8000-000000000000']) {
      for (const reply of [
        await post({ type: 'deposit', memberId: ada.id, amount: 1, paidThrough: wrong }),
        await contribute({ paidThrough: wrong }),
        await ask('POST', '/financial/contributions/bulk', { ...bulk, paidThrough: wrong }),
      ]) {
        expect(reply.body).toMatchObject({
          status: 422,
          errors: [{ field: 'paidThrough', message: 'Choose one of the cash and bank accounts of your chart.' }],
        })
      }
    }
  })

  test("a member's report names no account, and the officer who approves it does", async () => {
    const reporter = await buildMember(app, cooperative, { firstName: 'Ngozi' })
    const token = await loginMember(app, reporter)
    const { id } = dataOf(await post({ type: 'deposit', amount: 44 }, token), 201)
    expect(await changeOf(() => ask('POST', `${path}/${id}/approve`, { paidThrough: chart['1020'] }))).toEqual({
      1020: 44,
      2110: -44,
    })
    expect(dataOf(await ask('GET', `${path}/${id}`, undefined, token))).toMatchObject({
      paidThrough: 'Bank',
      receiptNumber: expect.stringMatching(/-/),
      approvals: null,
    })
  })

  test('a transfer is one posting, shown as two movements of one entry, and reversed as one', async () => {
    const before = await accounts(ada)
    let id = ''
    expect(
      await changeOf(async () => {
        id = dataOf(
          await post({
            type: 'transfer',
            memberId: ada.id,
            accountTypeId: types['ordinary'],
            toAccountTypeId: types['target'],
            amount: 250.25,
          }),
          201,
        ).id
      }),
    ).toEqual({ 2110: 250.25, 2130: -250.25 })
    const out = await detail(id)
    expect(out).toMatchObject({
      type: 'transfer',
      direction: 'out',
      account: 'Ordinary savings',
      paidThrough: null,
      voucher: { lines: 2, total: 250.25 },
      pair: { account: 'Target savings', direction: 'in' },
    })
    const into = await detail(out.pair.id)
    expect(into).toMatchObject({
      direction: 'in',
      account: 'Target savings',
      entryNumber: out.entryNumber,
      receiptNumber: out.receiptNumber,
      pair: { id, direction: 'out' },
    })
    const { rows } = await app.admin.query('select count(*)::int as n from ledger.posting where entry_id = $1', [
      out.entryId,
    ])
    expect(rows[0].n).toBe(1)
    expect(dataOf(await ask('POST', `${path}/${into.id}/reverse`, { reason: 'Wrong account' }))).toMatchObject({
      reversed: 2,
      total: 250.25,
    })
    expect((await detail(id)).status).toBe('reversed')
    expect((await accounts(ada))['Ordinary savings']).toEqual(before['Ordinary savings'])
  })

  test('shares are bought whole from savings or cash, up to the ceiling, and the books follow', async () => {
    // Somebody has to hold the other four fifths; the least holding is always open.
    for (let n = 0; n < 8; n += 1) {
      const other = await buildMember(app, cooperative, { firstName: `Other${n}` })
      dataOf(await post({ type: 'share_purchase', memberId: other.id, shares: 20, paidThrough: chart['1020'] }), 201)
    }
    expect(
      (await post({ type: 'share_purchase', memberId: ada.id, accountTypeId: types['ordinary'], shares: 19 })).body,
    ).toMatchObject({
      status: 409,
      message: 'A shareholder holds at least 20. Buy 20 or more.',
      errors: [{ field: 'shares' }],
    })
    expect(
      await changeOf(() =>
        post({ type: 'share_purchase', memberId: ada.id, accountTypeId: types['ordinary'], shares: 30 }),
      ),
    ).toEqual({ 2110: 15_000, 3110: -15_000 })
    expect(
      (await post({ type: 'share_purchase', memberId: ada.id, accountTypeId: types['ordinary'], shares: 11 })).body,
    ).toMatchObject({
      status: 409,
      message:
        'One member may hold 20 % of the share capital, which is ₦95,000.00 now. Ada Obi holds 30 shares and may hold 40 at most: buy 10 or fewer.',
      errors: [{ field: 'shares' }],
    })
    expect(dataOf(await post({ type: 'share_purchase', memberId: ada.id, amount: 5000 }), 201).amount).toBe(5000)
    expect((await post({ type: 'share_purchase', memberId: ada.id, shares: 1.5 })).status).toBe(422)
    expect((await post({ type: 'share_purchase', memberId: ada.id, amount: 750 })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'amount', message: 'Shares are whole, at ₦500.00 each. Enter ₦500.00 or ₦1,000.00.' }],
    })
    expect((await post({ type: 'share_purchase', memberId: ada.id, amount: 0.01 })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'amount', message: 'Shares are whole, at ₦500.00 each. Enter ₦500.00.' }],
    })
    expect((await post({ type: 'share_purchase', memberId: ada.id, amount: 1000, shares: 3 })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'amount', message: '3 shares are ₦1,500.00. Enter that amount, or leave it out.' }],
    })
    expect((await post({ type: 'share_purchase', memberId: ada.id })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'shares', message: 'Enter how many shares.' }],
    })
    expect(
      dataOf(await ask('GET', `/financial/members/${ada.id}/accounts`)).find(
        ({ kind }: { kind: string }) => kind === 'shares',
      ),
    ).toMatchObject({ balance: 20_000, shares: 40 })
  })

  test('shares change hands and are redeemed at par, and no one keeps fewer than the least holding', async () => {
    expect(
      (await post({ type: 'share_transfer', memberId: ada.id, toMemberId: ada.id, shares: 5 })).body,
    ).toMatchObject({
      status: 422,
      errors: [{ field: 'toMemberId', message: 'Choose another member to transfer to.' }],
    })
    expect(
      (await post({ type: 'share_transfer', memberId: ada.id, toMemberId: bayo.id, shares: 25 })).body,
    ).toMatchObject({ status: 409, message: 'A shareholder holds at least 20. Give up all 40, or 20 at most.' })
    expect(
      (await post({ type: 'share_transfer', memberId: ada.id, toMemberId: bayo.id, shares: 19 })).body,
    ).toMatchObject({ status: 409, message: 'A shareholder holds at least 20. Buy 20 or more.' })
    let id = ''
    expect(
      await changeOf(async () => {
        id = dataOf(await post({ type: 'share_transfer', memberId: ada.id, toMemberId: bayo.id, shares: 20 }), 201).id
      }),
    ).toEqual({})
    expect(await detail(id)).toMatchObject({
      memberName: 'Ada Obi',
      amount: 10_000,
      pair: { memberName: 'Bayo Ade', direction: 'in' },
    })
    expect(
      await changeOf(() =>
        post({ type: 'share_redemption', memberId: bayo.id, toAccountTypeId: types['ordinary'], shares: 20 }),
      ),
    ).toEqual({ 2110: -10_000, 3110: 10_000 })
    expect(
      await changeOf(() =>
        post({ type: 'share_redemption', memberId: ada.id, shares: 20, paidThrough: chart['1020'] }),
      ),
    ).toEqual({ 1020: -10_000, 3110: 10_000 })
    expect((await post({ type: 'share_redemption', memberId: ada.id, shares: 1 })).body).toMatchObject({
      status: 409,
      message: 'Ada Obi holds 0 whole shares. Enter that or fewer.',
    })
  })

  // ASVS V2.3.2
  test('eight who buy at once never pass the ceiling together', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post({ type: 'share_purchase', memberId: ada.id, shares: 20 })),
    )
    expect(statusesOf(replies)).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
  })

  test('a charge is taken from savings or paid in cash, and is income', async () => {
    expect(
      await changeOf(() =>
        post({
          type: 'charge',
          memberId: ada.id,
          accountTypeId: types['ordinary'],
          incomeAccountId: chart['4230'],
          amount: 500,
          description: 'Late to the meeting',
        }),
      ),
    ).toEqual({ 2110: 500, 4230: -500 })
    let id = ''
    expect(
      await changeOf(async () => {
        id = dataOf(
          await post({
            type: 'charge',
            memberId: ada.id,
            incomeAccountId: chart['4210'],
            amount: 2000,
            paidThrough: chart['1010'],
          }),
          201,
        ).id
      }),
    ).toEqual({ 1010: 2000, 4210: -2000 })
    expect(await detail(id)).toMatchObject({
      type: 'charge',
      memberName: 'Ada Obi',
      account: null,
      paidThrough: 'Cash in hand',
      receiptNumber: expect.any(String),
    })
    for (const incomeAccountId of [undefined, chart['1020'], chart['5710']]) {
      expect((await post({ type: 'charge', memberId: ada.id, amount: 5, incomeAccountId })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'incomeAccountId' }],
      })
    }
    dataOf(await ask('POST', `${path}/${id}/reverse`, { reason: 'Paid twice' }))
  })

  test('a journal shows as money out where it pays, as money in where it brings, and as neither where it moves none', async () => {
    const shown = async (debit: string, credit: string) => {
      const { id } = dataOf(
        await post({
          type: 'journal',
          description: 'Between accounts',
          lines: [
            { accountId: chart[debit], debit: 100 },
            { accountId: chart[credit], credit: 100 },
          ],
        }),
        201,
      )
      const rows = (await ask('GET', `${path}?type=journal&limit=100`)).body.data
      return rows.find((row: { id: string }) => row.id === id).direction
    }
    expect(await shown('5710', '1010')).toBe('out')
    expect(await shown('1020', '4910')).toBe('in')
    expect(await shown('1020', '1010')).toBe(null)
    expect(await shown('5710', '3310')).toBe(null)
  })

  // ASVS V2.2.3
  test('a journal moves each account by its lines, or is refused with the difference', async () => {
    const lines = [
      { accountId: chart['5710'], debit: 700.5 },
      { accountId: chart['5110'], debit: 299.5 },
      { accountId: chart['1010'], credit: 400 },
      { accountId: chart['1020'], credit: 600 },
    ]
    const journal = { type: 'journal', description: 'Office costs of June', lines }
    let id = ''
    expect(
      await changeOf(async () => {
        id = dataOf(await post(journal), 201).id
      }),
    ).toEqual({ 1010: -400, 1020: -600, 5110: 299.5, 5710: 700.5 })
    expect(await detail(id)).toMatchObject({
      type: 'journal',
      memberId: null,
      memberName: null,
      account: null,
      amount: 1000,
      status: 'approved',
      direction: 'out',
      lines: [
        { code: '5710', name: 'Office', debit: 700.5, credit: 0 },
        { code: '5110', debit: 299.5 },
        { code: '1010', credit: 400 },
        { code: '1020', credit: 600 },
      ],
    })
    const before = await trial()
    expect((await post({ ...journal, lines: [lines[0], lines[2]] })).body).toMatchObject({
      status: 422,
      message: 'Debits are ₦700.50, credits ₦400.00. Enter ₦300.50 more credit, so that both agree.',
      errors: [{ field: 'lines' }],
    })
    const { rows } = await app.admin.query(
      `select account_id, is_control from ledger.account where cooperative_id = $1 and (member_id is not null or code = '2110')`,
      [cooperative.id],
    )
    for (const { account_id: accountId } of rows.slice(0, 3)) {
      expect(
        (
          await post({
            ...journal,
            lines: [
              { accountId, debit: 5 },
              { accountId: chart['1010'], credit: 5 },
            ],
          })
        ).body,
      ).toMatchObject({ status: 422, errors: [{ field: 'lines.0.accountId' }] })
    }
    expect((await post({ ...journal, description: ' ' })).body).toMatchObject({
      errors: [{ field: 'description', message: 'Say what this journal is for.' }],
    })
    expect((await post({ ...journal, lines: undefined })).status).toBe(422)
    expect((await post({ ...journal, occurredOn: '2199-01-01' })).status).toBe(422)
    expect(await trial()).toEqual(before)
    dataOf(await ask('POST', `${path}/${id}/reverse`, { reason: 'Wrong month' }))
    expect((await detail(id)).status).toBe('reversed')
  })

  test('the same key moves money once, whatever moves', async () => {
    const key = newKey()
    const body = {
      type: 'transfer',
      memberId: bayo.id,
      accountTypeId: types['ordinary'],
      toAccountTypeId: types['special'],
      amount: 5,
    }
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => app.call('POST', path, { token: cooperative.token, body, key })),
    )
    expect(new Set(replies.filter(({ status }) => status === 201).map(({ body: { data } }) => data.id)).size).toBe(1)
    expect((await accounts(bayo))['Special savings']).toEqual([5, 5])
  })

  test('each member hears of what moved on their account', async () => {
    const heard = await buildMember(app, cooperative, { firstName: 'Ife' })
    const token = await loginMember(app, heard)
    dataOf(await post({ type: 'deposit', memberId: heard.id, amount: 90, paidThrough: chart['1020'] }), 201)
    dataOf(
      await post({
        type: 'transfer',
        memberId: heard.id,
        accountTypeId: types['ordinary'],
        toAccountTypeId: types['special'],
        amount: 40,
      }),
      201,
    )
    dataOf(await post({ type: 'charge', memberId: heard.id, incomeAccountId: chart['4210'], amount: 5 }), 201)
    const { data } = (await ask('GET', '/notifications', undefined, token)).body
    expect(data.map(({ message }: { message: string }) => message)).toEqual(
      expect.arrayContaining([
        'Deposit: ₦90.00 into Ordinary savings.',
        'Transfer: ₦40.00 from Ordinary savings.',
        'Transfer: ₦40.00 into Special savings.',
        'Charge: ₦5.00 paid in cash or by bank.',
      ]),
    )
  })

  test('Christmas savings stay until their day, by every way out', async () => {
    const december = `${new Date().getFullYear() + 1}-12-01`
    const { id: christmas } = dataOf(
      await ask('POST', '/financial/account-types', {
        name: 'Christmas savings',
        kind: 'savings',
        releaseOn: december,
      }),
      201,
    )
    dataOf(await post({ type: 'deposit', memberId: ada.id, accountTypeId: christmas, amount: 900 }), 201)
    const sentence = `Christmas savings can be withdrawn from 01 Dec ${december.slice(0, 4)}. Until then it stays where it is.`
    const ways = [
      { type: 'withdrawal' },
      { type: 'transfer', toAccountTypeId: types['ordinary'] },
      { type: 'charge', incomeAccountId: chart['4230'] },
    ]
    for (const way of ways)
      expect((await post({ memberId: ada.id, accountTypeId: christmas, amount: 100, ...way })).body).toMatchObject({
        status: 409,
        message: sentence,
      })
    dataOf(await ask('PUT', `/financial/account-types/${christmas}`, { earlyRelease: true }))
    dataOf(await post({ type: 'withdrawal', memberId: ada.id, accountTypeId: christmas, amount: 100 }), 201)
    dataOf(await ask('PUT', `/financial/account-types/${christmas}`, { earlyRelease: false, releaseOn: '2026-01-01' }))
    dataOf(await post({ type: 'withdrawal', memberId: ada.id, accountTypeId: christmas, amount: 100 }), 201)
    expect(
      (await ask('PUT', `/financial/account-types/${types['shares']}`, { releaseOn: december })).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'releaseOn' }] })
    expect((await ask('PUT', `/financial/account-types/${types['ordinary']}`, { releaseOn: december })).status).toBe(
      422,
    )
  })

  test("a member asks for a transfer or shares of their own, and for no one else's", async () => {
    const own = await buildMember(app, cooperative, { firstName: 'Sade' })
    const token = await loginMember(app, own)
    dataOf(await post({ type: 'deposit', memberId: own.id, amount: 100 }), 201)
    const asked = dataOf(
      await post(
        { type: 'transfer', accountTypeId: types['ordinary'], toAccountTypeId: types['special'], amount: 60 },
        token,
      ),
      201,
    )
    expect(asked).toMatchObject({ status: 'pending', receiptNumber: null })
    expect((await post({ type: 'withdrawal', amount: 41 }, token)).body).toMatchObject({
      status: 409,
      message: 'Only ₦40.00 is free on this account. Enter that or less.',
    })
    expect(dataOf(await ask('POST', `${path}/${asked.id}/approve`, {}))).toMatchObject({ status: 'approved' })
    expect(
      dataOf(await ask('GET', `/financial/members/${own.id}/accounts`, undefined, token)).map(
        ({ name, balance }: Record<string, unknown>) => [name, balance],
      ),
    ).toEqual(
      expect.arrayContaining([
        ['Ordinary savings', 40],
        ['Special savings', 60],
      ]),
    )
    for (const body of [
      { type: 'charge', amount: 1, incomeAccountId: chart['4210'] },
      { type: 'share_transfer', toMemberId: ada.id, shares: 1 },
      {
        type: 'journal',
        description: 'x',
        lines: [
          { accountId: chart['1010'], debit: 1 },
          { accountId: chart['1020'], credit: 1 },
        ],
      },
    ]) {
      expect((await post(body, token)).status).toBe(403)
    }
    expect((await ask('GET', `/financial/members/${ada.id}/accounts`, undefined, token)).status).toBe(404)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
