import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { koboFromNaira, moneyText, zeroKobo } from '#core/money.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
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

async function readPdf(pdf: ArrayBuffer): Promise<{ text: string; pages: number; tagged: boolean }> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  )
  const text = pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')))
    .join('')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
  return { text, pages: document.numPages, tagged: (await document.getMarkInfo())?.['Marked'] === true }
}

type Sums = { opening: number; in: number; out: number; closing: number }
type Account = Sums & {
  kind: string
  name: string
  lines: {
    on: string
    number: number
    description: string
    receiptNumber: string
    in: number
    out: number
    balance: number
  }[]
}
const kobo = (naira: number) => Math.round(naira * 100)
const money = (naira: number) => moneyText(koboFromNaira(naira) ?? zeroKobo)

describe('statements, receipts and what confirms them', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let musa: TestMember
  let token: string
  let musaToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Ìfẹ́ Thrift & Credit' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ọlábísí', lastName: "O'Neil" })
    musa = await buildMember(app, cooperative, { firstName: 'Musa' })
    token = await loginMember(app, ada)
    musaToken = await loginMember(app, musa)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, as = cooperative.token) =>
    app.call(method, path, { token: as, ...(body !== undefined && { body }) })
  const statement = async (
    from: string,
    to: string,
  ): Promise<{ accounts: Account[]; totals: { saved: Sums; owed: Sums }; pledges: unknown[] }> =>
    dataOf(await ask('GET', `/member-portal/statement?from=${from}&to=${to}`, undefined, token))
  const pdf = async (path: string, as = token) => {
    const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${as}` } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    return readPdf(await response.arrayBuffer())
  }
  const page = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  // ASVS V2.2.3
  test('of a member without movements has zeros, and days the wrong way round are refused', async () => {
    expect((await statement('2026-01-01', '2026-01-31')).totals.saved).toEqual({
      opening: 0,
      in: 0,
      out: 0,
      closing: 0,
    })
    const reply = await ask('GET', '/member-portal/statement?from=2026-02-01&to=2026-01-01', undefined, token)
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'from', message: 'The first day is after the last. Choose the days the other way round.' }],
    ])
  })

  test('agrees to the kobo with the books for any days over random postings and their reversals', async () => {
    let state = 7_305_191
    const below = (limit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % limit
    }
    const day = (number: number) =>
      `2026-${String(1 + Math.floor(number / 28)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}`
    const posted: string[] = []
    for (let index = 0; index < 40; index += 1) {
      const type = below(4) === 0 && index > 10 ? 'withdrawal' : 'deposit'
      const amount = type === 'deposit' ? (below(5_000_000) + 100_000) / 100 : (below(50_000) + 1) / 100
      // The first is there before whatever is withdrawn.
      const occurredOn = index === 0 ? day(0) : day(below(250))
      const one = dataOf(
        await ask('POST', '/financial/transactions', { type, memberId: ada.id, amount, occurredOn }),
        201,
      )
      posted.push(one.id)
    }
    for (const id of posted.filter((_, index) => index % 9 === 3))
      dataOf(await ask('POST', `/financial/transactions/${id}/reverse`, { reason: 'Booked to the wrong member' }))
    const { rows } = await app.admin.query<{ balance: string }>(
      'select sum(b.credits - b.debits) as balance from ledger.account a join ledger.balance b using (cooperative_id, account_id) where a.member_id = $1',
      [ada.id],
    )
    const whole = await statement('2026-01-01', '2026-12-31')
    expect(kobo(whole.totals.saved.closing)).toBe(Number(rows[0]?.balance))
    expect(whole.accounts[0]?.lines.filter(({ description }) => description.startsWith('Taken back: '))).toHaveLength(5)
    for (let round = 0; round < 12; round += 1) {
      const [first, second] = [below(250), below(250)].toSorted((one, other) => one - other) as [number, number]
      const { accounts, totals } = await statement(day(first), day(second))
      for (const account of accounts) {
        let balance = kobo(account.opening)
        for (const line of account.lines) {
          expect(line.on >= day(first) && line.on <= day(second)).toBe(true)
          balance += kobo(line.in) - kobo(line.out)
          expect(kobo(line.balance)).toBe(balance)
        }
        expect(kobo(account.closing)).toBe(balance)
      }
      const { rows: books } = await app.admin.query<{ closing: string }>(
        `select coalesce(sum(case when p.credit_id = a.account_id then p.amount else -p.amount end), 0) as closing from ledger.account a
         join ledger.posting p on p.cooperative_id = a.cooperative_id and a.account_id in (p.debit_id, p.credit_id)
         join ledger.entry e on e.cooperative_id = p.cooperative_id and e.entry_id = p.entry_id where a.member_id = $1 and e.effective_on <= $2`,
        [ada.id, day(second)],
      )
      expect(kobo(totals.saved.closing)).toBe(Number(books[0]?.closing))
    }
  })

  test('shows a loan as what is owed, and what of the savings is pledged on the last day', async () => {
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: musa.id,
        amount: 500_000,
        occurredOn: '2026-01-10',
      }),
      201,
    )
    const regular = dataOf(await ask('GET', '/financial/loan-config')).id
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 0, ownCoverPercent: 25 }))
    const loan = dataOf(
      await ask('POST', '/financial/loans', {
        memberId: musa.id,
        loanConfigId: regular,
        principal: 120_000,
        instalments: 12,
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${loan.id}/approve`, {}))
    dataOf(await ask('POST', `/financial/loans/${loan.id}/disburse`, { to: 'cash', on: '2026-02-01' }), 201)
    dataOf(await ask('POST', `/financial/loans/${loan.id}/repayments`, { amount: 30_000, on: '2026-03-10' }), 201)
    const told = dataOf(await ask('GET', `/financial/members/${musa.id}/statement?from=2026-02-01&to=2099-12-31`))
    const account = told.accounts.find(({ kind }: Account) => kind === 'loan')
    expect(account).toMatchObject({ opening: 0, in: 120_000 })
    expect(account.lines.map(({ description }: { description: string }) => description)).toEqual([
      'Paid out',
      expect.stringMatching(/^Repaid, beside ₦[\d,.]+ interest$/),
    ])
    expect(kobo(account.closing)).toBe(kobo(dataOf(await ask('GET', `/financial/loans/${loan.id}`)).outstanding))
    expect(told.totals.owed.closing).toBe(account.closing)
    expect(told.pledges).toHaveLength(1)
    expect(told.pledges[0]).toMatchObject({ kind: 'own_loan', amount: 30_000 })
  })

  test('is a tagged paper with the names as they are written, over as many pages as it takes', async () => {
    const { text, pages, tagged } = await pdf('/member-portal/statement?from=2026-01-01&to=2026-12-31&format=pdf')
    for (const words of [
      'Ìfẹ́ Thrift & Credit',
      "Ọlábísí O'Neil",
      ada.membershipno,
      '01 Jan 2026 to 31 Dec 2026',
      'Brought forward',
      'Carried forward',
      'Taken back: ',
      '₦',
      'Page 1 of',
    ])
      expect(text).toContain(words.normalize('NFC'))
    const { accounts } = await statement('2026-01-01', '2026-12-31')
    for (const { balance, receiptNumber } of accounts[0]?.lines ?? []) {
      expect(text).toContain(money(balance).replace('₦', ''))
      expect(text).toContain(receiptNumber)
    }
    expect(text).not.toContain('…')
    expect([tagged, pages > 0]).toEqual([true, true])
    const long = await fetchLong()
    expect(long.pages).toBeGreaterThan(2)
  })

  async function fetchLong() {
    const rows = Array.from({ length: 120 }, (_, index) => ({ memberId: musa.id, amount: 100 + index }))
    for (const row of rows.slice(0, 110))
      dataOf(await ask('POST', '/financial/contributions', { ...row, occurredOn: '2026-04-02' }), 201)
    return pdf('/member-portal/statement?from=2026-04-01&to=2026-04-30&format=pdf', musaToken)
  }

  // ASVS V1.2.1, V3.4.5
  test('is confirmed by a page without login that shows the frozen figures alone, until the member withdraws it', async () => {
    const made = dataOf(
      await ask('POST', '/member-portal/statement-links', { from: '2026-01-01', to: '2026-12-31', days: 7 }, token),
      201,
    )
    expect(made.url).toMatch(/\/check\/[A-Za-z0-9_-]{43}$/)
    const secret = made.url.split('/').at(-1)
    const stored = await app.admin.query('select * from app.statement_link')
    expect(JSON.stringify(stored.rows)).not.toContain(secret)
    const { accounts } = await statement('2026-01-01', '2026-12-31')
    const shown = await page(made.url)
    expect(shown.status).toBe(200)
    for (const words of [
      'These figures are those that Ìfẹ́ Thrift &amp; Credit gave out on',
      "Ọlábísí O'Neil",
      ada.membershipno,
      '01 Jan 2026',
      '31 Dec 2026',
      'Ordinary savings',
      money(accounts[0]?.closing ?? 0),
    ])
      expect(shown.text).toContain(words.normalize('NFC'))
    expect(shown.text).not.toContain(ada.phone)
    expect(shown.text).not.toContain('<script')
    for (const { receiptNumber } of accounts[0]?.lines ?? []) expect(shown.text).not.toContain(receiptNumber)
    expect(
      Object.fromEntries(
        ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, shown.headers.get(name)]),
      ),
    ).toEqual({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    expect(shown.headers.get('content-security-policy')).toContain("script-src 'none'")

    const { text } = await pdf(`/member-portal/statement?from=2026-01-01&to=2026-12-31&format=pdf&check=${secret}`)
    expect(text.replaceAll(' ', '')).toContain(made.url)
    // Frozen: what is posted later changes neither the page nor lets a paper with other figures carry its code.
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 5,
        occurredOn: '2026-05-05',
      }),
      201,
    )
    expect((await page(made.url)).text).toBe(shown.text)
    expect(
      (
        await ask(
          'GET',
          `/member-portal/statement?from=2026-01-01&to=2026-12-31&format=pdf&check=${secret}`,
          undefined,
          token,
        )
      ).status,
    ).toBe(409)
    expect(
      (
        await ask(
          'GET',
          `/member-portal/statement?from=2026-01-02&to=2026-12-31&format=pdf&check=${secret}`,
          undefined,
          token,
        )
      ).status,
    ).toBe(409)
    expect(
      (
        await ask(
          'GET',
          `/member-portal/statement?from=2026-01-01&to=2026-12-31&format=pdf&check=${secret}`,
          undefined,
          musaToken,
        )
      ).status,
    ).toBe(409)

    expect(dataOf(await ask('GET', '/member-portal/statement-links', undefined, token))).toMatchObject([
      { id: made.id, kind: 'statement', from: '2026-01-01', to: '2026-12-31' },
    ])
    expect((await ask('DELETE', `/member-portal/statement-links/${made.id}`, undefined, musaToken)).status).toBe(404)
    dataOf(await ask('DELETE', `/member-portal/statement-links/${made.id}`, undefined, token))
    const gone = await page(made.url)
    expect([gone.status, gone.text.includes('was withdrawn'), gone.text.includes("O'Neil")]).toEqual([410, true, false])
    expect(dataOf(await ask('GET', '/member-portal/statement-links', undefined, token))).toEqual([])
  })

  test('that has expired says so, and every unknown address the same', async () => {
    const made = dataOf(
      await ask('POST', '/member-portal/statement-links', { from: '2026-01-01', to: '2026-01-31', days: 30 }, token),
      201,
    )
    await app.admin.query(
      "update app.statement_link set made_at = made_at - interval '40 days', expires_at = now() - interval '1 second' where link_id = $1",
      [made.id],
    )
    const over = await page(made.url)
    expect([over.status, over.text.includes('has expired'), over.text.includes("O'Neil")]).toEqual([410, true, false])
    const [unknown, malformed] = await Promise.all([
      page(`${app.url}/check/${'A'.repeat(43)}`),
      page(`${app.url}/check/nothing`),
    ])
    expect([unknown.status, malformed.status, unknown.text]).toEqual([404, 404, malformed.text])
    expect(
      (await ask('POST', '/member-portal/statement-links', { from: '2026-01-01', to: '2026-01-31', days: 8 }, token))
        .body.errors[0].field,
    ).toBe('days')
  })

  test('is made by the office too, once for one key', async () => {
    const key = newKey()
    const body = { from: '2026-01-01', to: '2026-03-31', days: 90 }
    const asked = () =>
      app.call('POST', `/financial/members/${ada.id}/statement-links`, { token: cooperative.token, key, body })
    const [first, again] = [dataOf(await asked(), 201), dataOf(await asked(), 201)]
    expect(again).toEqual(first)
    expect((await page(first.url)).text).toContain("Ọlábísí O'Neil".normalize('NFC'))
    dataOf(await ask('DELETE', `/financial/members/${ada.id}/statement-links/${first.id}`))
    expect(dataOf(await ask('GET', `/financial/members/${ada.id}/statement-links`))).toEqual([])
  })

  test('a repayment in cash has a receipt too, which no one but the borrower and the office gets', async () => {
    const borrower = await buildMember(app, cooperative, { firstName: 'Bola', lastName: 'Borrower' })
    const own = await loginMember(app, borrower)
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: borrower.id,
        amount: 100_000,
        occurredOn: '2026-01-10',
      }),
      201,
    )
    const regular = dataOf(await ask('GET', '/financial/loan-config')).id
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 0 }))
    const { id } = dataOf(
      await ask('POST', '/financial/loans', {
        memberId: borrower.id,
        loanConfigId: regular,
        principal: 60_000,
        instalments: 6,
      }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`, {}))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on: '2026-02-01' }), 201)
    dataOf(await ask('POST', `/financial/loans/${id}/repayments`, { amount: 1234.56, on: '2026-03-01' }), 201)
    const { movements } = dataOf(await ask('GET', `/financial/loans/${id}`))
    const repayment = movements.find(({ kind }: { kind: string }) => kind === 'repayment')
    for (const as of [own, cooperative.token]) {
      const { text } = await pdf(`/financial/transactions/${repayment.id}/receipt`, as)
      for (const words of [
        '₦1,234.56',
        'Received from',
        'Bola Borrower',
        'Loan repayment',
        'loan',
        repayment.receiptNumber,
      ])
        expect(text).toContain(words)
    }
    const stranger = await buildCooperative(app)
    for (const as of [musaToken, stranger.token])
      expect((await ask('GET', `/financial/transactions/${repayment.id}/receipt`, undefined, as)).status).toBe(404)
  })

  test('a receipt is a paper, its page says when the movement was reversed since, and one that waits has none', async () => {
    const paid = dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 12_345.67,
        occurredOn: '2026-06-01',
        description: 'Market day',
      }),
      201,
    )
    const made = dataOf(
      await ask('POST', '/member-portal/statement-links', { transactionId: paid.id, days: 7 }, token),
      201,
    )
    const { text } = await pdf(
      `/financial/transactions/${paid.id}/receipt?format=pdf&check=${made.url.split('/').at(-1)}`,
    )
    for (const words of [
      '₦12,345.67',
      'Twelve thousand, three hundred and forty-five naira and sixty-seven kobo',
      "Ọlábísí O'Neil",
      'Market day',
      paid.receiptNumber,
      'Posted in the books',
    ])
      expect(text).toContain(words.normalize('NFC'))
    expect(text.replaceAll(' ', '')).toContain(made.url)
    expect((await page(made.url)).text).toContain(paid.receiptNumber)
    dataOf(await ask('POST', `/financial/transactions/${paid.id}/reverse`, { reason: 'Counted twice' }))
    expect((await page(made.url)).text).toContain('counts no more')
    expect((await pdf(`/financial/transactions/${paid.id}/receipt`)).text).toContain('Reversed: it counts no more')
    const waiting = dataOf(await ask('POST', '/financial/transactions/deposits', { amount: 50 }, token), 201)
    expect((await ask('GET', `/financial/transactions/${waiting.id}/receipt`, undefined, token)).status).toBe(409)
    expect((await ask('GET', `/financial/transactions/${paid.id}/receipt`, undefined, musaToken)).status).toBe(404)
    expect(
      (await ask('POST', '/member-portal/statement-links', { transactionId: paid.id, days: 7 }, musaToken)).status,
    ).toBe(404)
  })

  test('one address that loads the page too often is asked to wait, and others are not', async () => {
    const url = `${app.url}/check/${'B'.repeat(43)}`
    const busy = { 'x-forwarded-for': '198.51.100.7' }
    for (let index = 0; index < 60; index += 1) expect((await page(url, busy)).status).toBe(404)
    expect(await page(url, busy)).toMatchObject({ status: 429, text: expect.stringContaining('Wait a minute') })
    expect((await page(url, { 'x-forwarded-for': '198.51.100.8' })).status).toBe(404)
  })

  test('leaves the books as they hold', async () => {
    expect(await app.checks()).toEqual([])
  })
})
