import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, CooperativeId, EntryId, LoginId, MemberId } from '#core/ids.ts'
import { type Entry, entry, reversalOf } from '#features/accounting/books/rules/entry.ts'
import { kobo, koboMax } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import { openBooks, post } from './ledger.ts'
import { insertAccounts } from './store.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { atSize } from '#dev/testing/size.ts'

const actorId = newId<LoginId>()
const beginOn = '2024-01-01' as Day

/** One cooperative's books with its cash in hand, its bank, and three members' accounts; only the bank may go below zero. */
type Books = { cooperativeId: CooperativeId; free: AccountId[]; floored: AccountId[] }

/** What the ledger should be, kept in a few lines: entries and the balance of each account, credits positive. */
class Model {
  readonly balances = new Map<AccountId, bigint>()
  readonly posted: Entry[] = []
  readonly reversed = new Set<EntryId>()
  readonly #floored: ReadonlySet<AccountId>
  readonly #cash: AccountId
  constructor(books: Books) {
    this.#floored = new Set(books.floored)
    this.#cash = books.free[0] as AccountId
  }

  /** What is on an account at the end of a day, if these are posted too; of cash what is in it. */
  #on(account: AccountId, day: string, more: readonly Entry[]): bigint {
    let credits = 0n
    for (const { on, postings } of [...this.posted, ...more])
      for (const { debit, credit, amount } of on <= day ? postings : [])
        credits += (credit === account ? amount : 0n) - (debit === account ? amount : 0n)
    return account === this.#cash ? -credits : credits
  }

  /** Whether this account, from which money goes, would on one of the days from then on hold less than nothing. */
  #isShort(account: AccountId, entries: readonly Entry[]): boolean {
    const side = account === this.#cash ? 'credit' : 'debit'
    const first = entries
      .filter(({ postings }) => postings.some((posting) => posting[side] === account))
      .map(({ on }) => on)
      .toSorted()[0]
    const days = [...this.posted, ...entries].map(({ on }) => on)
    const takes = this.#on(account, '9999-12-31', entries) < this.#on(account, '9999-12-31', [])
    return first !== undefined && takes && days.some((on) => on >= first && this.#on(account, on, entries) < 0n)
  }

  /** Posts all or none; answers the refusals of which the ledger should give one. */
  post(entries: readonly Entry[]): string[] | undefined {
    if (entries.some(({ on }) => on < beginOn)) return ['dated_before_books']
    if (entries.some(({ reverses }) => reverses && this.reversed.has(reverses))) return ['already_reversed']
    const isShortAtLast = (account: AccountId) => this.#on(account, '9999-12-31', entries) < 0n
    const short = [
      ...(this.#isShort(this.#cash, entries) ? ['cash_below_zero'] : []),
      ...[...this.#floored].flatMap((account) =>
        this.#isShort(account, entries) && !isShortAtLast(account) ? ['below_on_day'] : [],
      ),
    ]
    if (short.length > 0) return short
    const next = new Map(this.balances)
    for (const { debit, credit, amount } of entries.flatMap(({ postings }) => postings)) {
      next.set(debit, (next.get(debit) ?? 0n) - amount)
      next.set(credit, (next.get(credit) ?? 0n) + amount)
    }
    for (const account of this.#floored) if ((next.get(account) ?? 0n) < 0n) return ['below_floor']
    for (const [account, balance] of next) this.balances.set(account, balance)
    for (const each of entries) {
      this.posted.push(each)
      if (each.reverses) this.reversed.add(each.reverses)
    }
    return undefined
  }
}

type Command =
  | { kind: 'deposit'; account: number; amount: number; on: Day }
  | { kind: 'withdraw'; account: number; amount: number; on: Day; cash: boolean }
  | { kind: 'transfer'; from: number; to: number; amount: number; on: Day }
  | { kind: 'voucher'; amounts: number[] }
  | { kind: 'together'; amounts: number[] }
  | { kind: 'reverse'; which: number }
  | { kind: 'early'; amount: number }

const account = fc.nat(2)
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 500_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_000_000_000_000 }) },
)
const on = fc.constantFrom(...(['2026-01-10', '2026-01-15', '2026-01-15', '2026-01-20', '2026-02-05'] as Day[]))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deposit' as const), account, amount, on }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), account, amount, on, cash: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('transfer' as const), from: account, to: account, amount, on }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('voucher' as const),
      amounts: fc.array(amount, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('together' as const),
      amounts: fc.array(amount, { minLength: 2, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('early' as const), amount }) },
)

const sequences = atSize(40, 200)

describe('the ledger against a model of it', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test(
    `${sequences} random sequences give the balances of the model and leave database/checks empty`,
    { timeout: 1_200_000 },
    async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
          const books = await makeBooks(app)
          const model = new Model(books)
          for (const each of commands) await obey(app, books, model, each)
          await expectSame(app, books, model)
        }),
        { numRuns: sequences, seed, endOnFailure: true },
      )
      expect(await checksOfLedger(app)).toEqual([])
    },
  )

  test('a hundred writers at once, and every reading of the whole totals zero', async () => {
    const books = await makeBooks(app)
    const deposit = (n: number): Entry =>
      draft(books, [
        { debit: books.free[0] as AccountId, credit: books.floored[n % 3] as AccountId, amount: kobo(n + 1) },
      ])
    let writing = true
    const reader = (async () => {
      const totals: bigint[] = []
      while (writing) totals.push(await totalOf(app, books))
      return totals
    })()
    const posted = await Promise.all(Array.from({ length: 100 }, (_, n) => postAs(app, books, [deposit(n)])))
    writing = false
    const numbers = posted.map((result) => (result instanceof Refusal ? -1 : (result[0]?.number ?? -1)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
    expect(new Set(await reader)).toEqual(new Set([0n]))
    expect(await checksOfLedger(app)).toEqual([])
  })
})

/** Whatever is wrong with the books, but that these entries are no vouchers: no transaction tells a member of them. */
async function checksOfLedger(app: TestApp) {
  return (await app.checks()).filter(({ check }) => !/transactions/.test(check))
}

async function makeBooks(app: TestApp): Promise<Books> {
  const cooperativeId = newId<CooperativeId>()
  return app.services.database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
    await tx.run(
      sql`insert into app.cooperative (cooperative_id, coop_id, name, phone) values (${cooperativeId}, ${cooperativeId}, 'Model', '')`,
    )
    const chart = await openBooks(tx, cooperativeId, beginOn)
    const floored = Array.from({ length: 3 }, () => newId<AccountId>())
    await insertAccounts(
      tx,
      cooperativeId,
      floored.map((accountId, n) => ({
        accountId,
        code: `9${n}`,
        name: 'Floored',
        class: 'liability',
        isControl: false,
        controlId: chart.get('2110') as AccountId,
        memberId: newId<MemberId>(),
        accountTypeId: newId<AccountTypeId>(),
        minBalance: 0n,
      })),
    )
    return { cooperativeId, free: [chart.get('1010') as AccountId, chart.get('1020') as AccountId], floored }
  })
}

function draft(books: Books, postings: Entry['postings'], on: Day = '2026-01-15' as Day): Entry {
  const id = newId<EntryId>()
  return entry({ id, on, kind: 'journal', source: { type: 'test', id: `${books.cooperativeId} ${id}` }, postings })
}

async function postAs(app: TestApp, { cooperativeId }: Books, entries: readonly Entry[]) {
  return app.services.database
    .tenant(
      { cooperativeId, role: 'coop_admin' },
      (tx) =>
        post(
          tx,
          cooperativeId,
          entries.map((each) => ({ entry: each, actorId, requestId: 'test' })),
        ),
      { overdraftReason: 'The bank may' },
    )
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
}

function entriesOf(books: Books, model: Model, each: Command): Entry[] {
  const cash = books.free[0] as AccountId
  const bank = books.free[1] as AccountId
  const saver = (n: number) => books.floored[n] as AccountId
  switch (each.kind) {
    case 'deposit':
      return [draft(books, [{ debit: cash, credit: saver(each.account), amount: kobo(each.amount) }], each.on)]
    case 'withdraw':
      return [
        draft(
          books,
          [{ debit: saver(each.account), credit: each.cash ? cash : bank, amount: kobo(each.amount) }],
          each.on,
        ),
      ]
    case 'transfer':
      return each.from === each.to
        ? []
        : [draft(books, [{ debit: saver(each.from), credit: saver(each.to), amount: kobo(each.amount) }], each.on)]
    case 'voucher':
      return [
        draft(
          books,
          each.amounts.map((value, n) => ({ debit: cash, credit: saver(n % 3), amount: kobo(value) })),
        ),
      ]
    case 'together':
      return each.amounts.map((value, n) =>
        draft(books, [{ debit: n % 2 ? bank : cash, credit: saver(n % 3), amount: kobo(value) }]),
      )
    case 'reverse': {
      const original = model.posted[each.which % Math.max(1, model.posted.length)]
      return original ? [reversalOf(original, newId<EntryId>(), '2026-02-01' as Day)] : []
    }
    case 'early':
      return [draft(books, [{ debit: cash, credit: saver(0), amount: kobo(each.amount) }], '2023-12-31' as Day)]
  }
}

async function obey(app: TestApp, books: Books, model: Model, each: Command): Promise<void> {
  const entries = entriesOf(books, model, each)
  if (entries.length === 0) return
  const result = await postAs(app, books, entries)
  expect(model.post(entries) ?? ['posted']).toContain(outcomeOf(result))
}

/** A reversal's source is its original, so either of the two unique keys may be the one that refuses the second. */
const outcomeOf = (result: unknown) => {
  if (!(result instanceof Refusal)) return 'posted'
  return result.code === 'already_posted' ? 'already_reversed' : result.code
}

async function expectSame(app: TestApp, { cooperativeId }: Books, model: Model): Promise<void> {
  const { rows } = await app.admin.query<{ account_id: AccountId; balance: string }>(
    'select account_id, (credits - debits)::text as balance from ledger.balance where cooperative_id = $1',
    [cooperativeId],
  )
  const actual = Object.fromEntries(rows.map((row) => [row.account_id, BigInt(row.balance)]))
  expect(actual).toEqual(Object.fromEntries(model.balances))
  const { rows: heads } = await app.admin.query<{ last_no: string }>(
    'select last_no from ledger.head where cooperative_id = $1',
    [cooperativeId],
  )
  expect(heads[0]?.last_no).toBe(String(model.posted.length))
}

async function totalOf(app: TestApp, { cooperativeId }: Books): Promise<bigint> {
  const { rows } = await app.admin.query<{ total: string }>(
    'select coalesce(sum(debits - credits), 0)::text as total from ledger.balance where cooperative_id = $1',
    [cooperativeId],
  )
  return BigInt(rows[0]?.total ?? 0)
}

test('an amount past a trillion naira, nothing, or less is not an entry', () => {
  const a = newId<AccountId>()
  const b = newId<AccountId>()
  for (const wrong of [0n, -1n, koboMax + 1n]) {
    expect(() =>
      entry({
        id: newId<EntryId>(),
        on: beginOn,
        kind: 'journal',
        source: { type: 't', id: 's' },
        postings: [{ debit: a, credit: b, amount: kobo(wrong) }],
      }),
    ).toThrow(/moves 1 to/)
  }
  expect(() =>
    entry({
      id: newId<EntryId>(),
      on: beginOn,
      kind: 'journal',
      source: { type: 't', id: 's' },
      postings: [{ debit: a, credit: a, amount: kobo(5) }],
    }),
  ).toThrow(/between two accounts/)
})
