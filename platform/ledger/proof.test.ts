import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { roleUrl } from '#platform/db/migrate.ts'
import { compile } from '#platform/db/sql.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'
import { proofChecks, type ProofRow } from './proof.ts'

type Society = {
  cooperative: TestCooperative
  ada: TestMember
  bayo: TestMember
  types: Record<string, string>
  chart: Record<string, string>
  depositType: string
  loanProduct: string
  transactions: string[]
  loans: string[]
}
type Step = (app: TestApp, society: Society, naira: number) => Promise<void>

const ask = async (app: TestApp, { cooperative }: Society, method: string, path: string, body: object, status = 201) =>
  dataOf(await app.call(method, path, { token: cooperative.token, body }), status)

/** Records a transaction, which a later step may reverse. */
const record =
  (bodyOf: (society: Society, naira: number) => object): Step =>
  async (app, society, naira) => {
    const { id } = await ask(app, society, 'POST', '/financial/transactions', bodyOf(society, naira))
    society.transactions.push(id)
  }

/** Two that look the same may follow each other in a sequence, and are two. */
const another = { anotherPayment: true }

/** Each way in which money moves, of the society and of its members. Those with files and runs of their own prove the books in their own tests (`app.checks`). */
const steps: Record<string, Step> = {
  deposit: record(({ ada }, amount) => ({ type: 'deposit', memberId: ada.id, amount, ...another })),
  withdrawal: record(({ ada }, amount) => ({ type: 'withdrawal', memberId: ada.id, amount })),
  transfer: record(({ ada, types }, amount) => ({
    type: 'transfer',
    memberId: ada.id,
    accountTypeId: types['ordinary'],
    toAccountTypeId: types['special'],
    amount,
  })),
  'shares from cash': record(({ ada }) => ({ type: 'share_purchase', memberId: ada.id, shares: 3 })),
  'shares from savings': record(({ ada, types }) => ({
    type: 'share_purchase',
    memberId: ada.id,
    shares: 2,
    accountTypeId: types['ordinary'],
  })),
  'shares to another': record(({ ada, bayo }) => ({
    type: 'share_transfer',
    memberId: ada.id,
    toMemberId: bayo.id,
    shares: 1,
  })),
  'shares redeemed': record(({ ada, types }) => ({
    type: 'share_redemption',
    memberId: ada.id,
    shares: 1,
    toAccountTypeId: types['ordinary'],
  })),
  'charge on savings': record(({ ada, types, chart }, amount) => ({
    type: 'charge',
    memberId: ada.id,
    accountTypeId: types['ordinary'],
    incomeAccountId: chart['4230'],
    amount,
  })),
  'charge in cash': record(({ ada, chart }, amount) => ({
    type: 'charge',
    memberId: ada.id,
    incomeAccountId: chart['4210'],
    amount,
  })),
  'stationery as a journal': record(({ chart }, amount) => ({
    type: 'journal',
    description: 'Stationery',
    lines: [
      { accountId: chart['5710'], debit: amount },
      { accountId: chart['1010'], credit: amount },
    ],
  })),
  'journal of several lines': record(({ chart }, amount) => ({
    type: 'journal',
    description: 'Stationery and fees',
    lines: [
      { accountId: chart['5710'], debit: amount },
      { accountId: chart['1020'], debit: 7 },
      { accountId: chart['1010'], credit: amount },
      { accountId: chart['4210'], credit: 7 },
    ],
  })),
  contribution: async (app, society, amount) => {
    society.transactions.push(
      (await ask(app, society, 'POST', '/financial/contributions', { memberId: society.ada.id, amount, ...another }))
        .id,
    )
  },
  'contributions of a month': async (app, society, amount) => {
    await ask(app, society, 'POST', '/financial/contributions/bulk', {
      rows: [society.ada, society.bayo].map(({ id }) => ({ memberId: id, amount })),
      ...another,
    })
  },
  'fixed deposit': async (app, society) => {
    await ask(app, society, 'POST', '/financial/fixed-deposits', {
      memberId: society.ada.id,
      accountTypeId: society.depositType,
      amount: 10_000,
      fromAccountTypeId: society.types['ordinary'],
    })
  },
  'loan paid out': async (app, society, naira) => {
    const { id } = await ask(app, society, 'POST', '/financial/loans', {
      memberId: society.ada.id,
      loanConfigId: society.loanProduct,
      principal: 1000 + naira,
      instalments: 6,
    })
    await ask(app, society, 'POST', `/financial/loans/${id}/approve`, {}, 200)
    await ask(app, society, 'POST', `/financial/loans/${id}/disburse`, { to: 'cash' })
    society.loans.push(id)
  },
  'loan repaid': async (app, society, amount) => {
    if (society.loans.length === 0) await steps['loan paid out']?.(app, society, 500)
    await ask(app, society, 'POST', `/financial/loans/${society.loans.at(-1)}/repayments`, {
      amount: Math.min(amount, 50),
      ...another,
    })
  },
  reversal: async (app, society, amount) => {
    if (society.transactions.length === 0) await steps['deposit']?.(app, society, amount)
    const [id] = society.transactions.splice(amount % society.transactions.length, 1)
    const reply = await app.call('POST', `/financial/transactions/${id}/reverse`, {
      token: society.cooperative.token,
      body: { reason: 'Mistake', voucher: true },
    })
    // What the money went on to may be in the way.
    expect([200, 409]).toContain(reply.status)
  },
}

/** What somebody with the database in their hands may do to the books of a society, and which line of the proof names it. */
const damages: readonly [what: string, check: string, statement: string][] = [
  [
    'another amount of a line',
    'chain',
    'update ledger.posting p set amount = amount + 1 where (p.entry_id, p.line) = (select entry_id, line from own_posting order by random() limit 1)',
  ],
  [
    'another account of a line',
    'chain',
    `update ledger.posting p set debit_id = (select account_id from own_account where code = '5810') where (p.entry_id, p.line) = (select entry_id, line from own_posting order by random() limit 1)`,
  ],
  [
    'another day of an entry',
    'chain',
    'update ledger.entry e set effective_on = effective_on - 1 where e.entry_id = (select entry_id from own_entry order by random() limit 1)',
  ],
  [
    'the last entry removed',
    'chain',
    'with gone as (delete from ledger.posting where entry_id = (select entry_id from own_entry order by entry_no desc limit 1) returning entry_id) delete from ledger.entry e using gone where e.entry_id = gone.entry_id',
  ],
  [
    'an entry removed',
    'numbers',
    'with gone as (delete from ledger.posting where entry_id = (select entry_id from own_entry where entry_no < (select max(entry_no) from own_entry) order by random() limit 1) returning entry_id) delete from ledger.entry e using gone where e.entry_id = gone.entry_id',
  ],
  [
    'the lines of an entry removed',
    'numbers',
    'delete from ledger.posting where entry_id = (select entry_id from own_entry order by random() limit 1)',
  ],
  [
    'another balance of an account',
    'balances',
    'update ledger.balance b set debits = debits + 1 where b.account_id = (select account_id from own_account join ledger.balance using (account_id) order by random() limit 1)',
  ],
  [
    'a line added',
    'balances',
    `insert into ledger.posting (cooperative_id, entry_id, line, txid, debit_id, credit_id, amount) select cooperative_id, entry_id, 9999, txid, debit_id, credit_id, 1 from ledger.posting where (entry_id, line) = (select entry_id, line from own_posting order by random() limit 1)`,
  ],
  [
    'a line on a control account',
    'controls',
    `update ledger.posting p set credit_id = (select account_id from own_account where code = '2110') where (p.entry_id, p.line) = (select entry_id, line from own_posting order by random() limit 1)`,
  ],
  [
    "a member's account under another control account",
    'controls',
    'update ledger.account a set control_id = a.account_id where a.account_id = (select account_id from own_account where member_id is not null order by random() limit 1)',
  ],
  [
    "another amount of a member's transaction",
    'transactions',
    'update app.transaction t set amount = amount + 1 where t.transaction_id = (select transaction_id from own_transaction where account_type_id is not null order by random() limit 1)',
  ],
  [
    "a member's transaction removed",
    'transactions',
    'delete from app.transaction t where t.transaction_id = (select transaction_id from own_transaction where account_type_id is not null order by random() limit 1)',
  ],
  [
    'a transaction of another member',
    'transactions',
    `update app.transaction t set member_id = gen_random_uuid() where t.transaction_id = (select transaction_id from own_transaction where account_type_id is not null order by random() limit 1)`,
  ],
  [
    'another amount of a journal',
    'transactions',
    `update app.transaction t set amount = amount + 1 where t.transaction_id = (select transaction_id from own_transaction where type = 'journal' order by random() limit 1)`,
  ],
  [
    'a journal of an entry that is not there',
    'transactions',
    `update app.transaction t set entry_id = gen_random_uuid() where t.transaction_id = (select transaction_id from own_transaction where type = 'journal' order by random() limit 1)`,
  ],
  [
    'another amount of a charge that was paid in cash',
    'transactions',
    `update app.transaction t set amount = amount + 1 where t.transaction_id = (select transaction_id from own_transaction where type = 'charge' and account_type_id is null order by random() limit 1)`,
  ],
  [
    'another amount of a reversal',
    'reversals',
    'update ledger.posting p set amount = amount + 1 where p.entry_id = (select entry_id from own_entry where reverses_id is not null order by random() limit 1)',
  ],
  [
    'a line of a reversal removed',
    'reversals',
    'delete from ledger.posting p where p.entry_id = (select entry_id from own_entry where reverses_id is not null order by random() limit 1) and p.line = 1',
  ],
]

const kinds = Object.keys(steps)
const sequence = fc
  .tuple(
    fc.shuffledSubarray(kinds, { minLength: kinds.length }),
    fc.array(fc.constantFrom(...kinds), { maxLength: atSize(8, 40) }),
  )
  .map(([all, more]) => [...all, ...more])

describe('the proof of the books', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('looks at each line a few times, however many entries there are and though the planner has no statistics', async () => {
    const { cooperative, chart } = await buildSociety(app)
    const entries = Array.from({ length: 400 }, () => ({
      id: randomUUID(),
      on: '2026-01-05',
      kind: 'manual',
      sourceType: 'journal',
      sourceId: randomUUID(),
      actor: randomUUID(),
      request: 'many',
      lines: Array.from({ length: 5 }, () => [chart['1010'], chart['4210'], 1]),
    }))
    const work: Record<string, number> = {}
    // As the server asks it, in a session of the cooperative, with what its functions are called counted.
    await app.admin.query(
      "do $$ begin execute format('alter database %I set track_functions = ''all''', current_database()); end $$",
    )
    const client = new pg.Client({ connectionString: roleUrl(app.adminUrl, 'coop_app', app.services.secret) })
    await client.connect()
    const workSoFar = async () => {
      const { rows } = await client.query<{ work: number }>(`
        select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_xact_user_tables)::int
          + (select coalesce(sum(calls), 0) from pg_stat_xact_user_functions)::int as work`)
      return rows[0]?.work ?? 0
    }
    for (const { name, statement } of proofChecks) {
      const { text, values } = compile(statement(cooperative.id as CooperativeId))
      await client.query(`begin; set local app.coop_id = '${cooperative.id}'; set local app.role = 'coop_admin'`)
      await client.query('select from ledger.post($1, $2)', [cooperative.id, JSON.stringify(entries)])
      const before = await workSoFar()
      await client.query(text, values)
      work[name] = (await workSoFar()) - before
      await client.query('rollback')
    }
    await client.end()
    // 400 entries of five lines; each line again for each entry would be 800,000.
    expect(
      Object.values(work).every((rowsAndCalls) => rowsAndCalls < 20_000),
      JSON.stringify(work),
    ).toBe(true)
    expect(work['balances']).toBeGreaterThan(2000)
  })

  test(
    'holds after every kind of movement in any order, and each kind of damage is named by the line that protects from it',
    { timeout: 1_200_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(sequence, fc.infiniteStream(fc.integer({ min: 1, max: 400 })), async (names, amounts) => {
          const society = await buildSociety(app)
          for (const name of names) {
            await steps[name]?.(app, society, Number(amounts.next().value))
            expect({ after: name, wrong: await wrongOf(app, society) }).toEqual({ after: name, wrong: {} })
          }
          expect(
            dataOf(await app.call('GET', '/financial/reports/proof', { token: society.cooperative.token })).holds,
          ).toBe(true)
          // There is a reversal to damage, whatever the sequence could reverse.
          await steps['deposit']?.(app, society, 5)
          await ask(
            app,
            society,
            'POST',
            `/financial/transactions/${society.transactions.at(-1)}/reverse`,
            { reason: 'Mistake' },
            200,
          )
          await record(({ chart }) => ({
            type: 'journal',
            description: 'Paper',
            lines: [
              { accountId: chart['5710'], debit: 1 },
              { accountId: chart['1010'], credit: 1 },
            ],
          }))(app, society, 1)
          for (const [what, check, statement] of damages)
            expect({ what, named: Object.keys(await damaged(app, society, statement)) }).toEqual({
              what,
              named: expect.arrayContaining([check]),
            })
          expect(await wrongOf(app, society)).toEqual({})
        }),
        { numRuns: atSize(2, 12), seed: Number(process.env['SEED'] ?? Date.now() % 2 ** 31), endOnFailure: true },
      )
      expect(await app.checks()).toEqual([])
    },
  )
})

async function buildSociety(app: TestApp): Promise<Society> {
  const cooperative = await buildCooperative(app)
  const { token } = cooperative
  const [ada, bayo] = [await buildMember(app, cooperative), await buildMember(app, cooperative, { firstName: 'Bayo' })]
  dataOf(
    await app.call('PUT', '/financial/config', {
      token,
      body: { shareParValue: 50, sharesMin: 0, shareCeilingPercent: 100, shareApprovals: 0, guarantorsRequired: 0 },
    }),
  )
  const fixedDeposit = {
    annualRatePercent: 10,
    months: 6,
    leastAmount: 10_000,
    atMaturity: 'pay_out',
    breakRule: 'forfeit',
  }
  const { id: depositType } = dataOf(
    await app.call('POST', '/financial/account-types', {
      token,
      body: { name: 'Fixed deposit', kind: 'fixed_deposit', fixedDeposit },
    }),
    201,
  )
  const byCode = async (path: string) =>
    Object.fromEntries(
      dataOf(await app.call('GET', path, { token })).map(({ code, id }: Record<string, string>) => [code, id]),
    )
  const products = dataOf(await app.call('GET', '/financial/loan-configs', { token })) as { id: string; name: string }[]
  const society = {
    cooperative,
    ada,
    bayo,
    types: await byCode('/financial/account-types'),
    chart: await byCode('/financial/posting-accounts'),
    depositType,
    loanProduct: products.find(({ name }) => name === 'Regular')?.id ?? '',
    transactions: [],
    loans: [],
  }
  // Enough that no order of the steps runs short.
  await ask(app, society, 'POST', '/financial/transactions', { type: 'deposit', memberId: ada.id, amount: 900_000 })
  await ask(app, society, 'POST', '/financial/transactions', { type: 'share_purchase', memberId: ada.id, shares: 100 })
  return society
}

/** What each line of the proof says is wrong. */
async function wrongOf(app: TestApp, { cooperative }: Society): Promise<Record<string, string>> {
  const wrong: Record<string, string> = {}
  for (const { name, statement } of proofChecks) {
    const { text, values } = compile(statement(cooperative.id as CooperativeId))
    const { rows } = await app.admin.query<ProofRow>(text, values)
    if (rows[0]?.wrong !== null) wrong[name] = rows[0]?.wrong ?? 'The check gave no answer.'
  }
  return wrong
}

/** What the proof says of books that a superuser damaged with every trigger and key off; the damage is undone. */
async function damaged(app: TestApp, society: Society, statement: string): Promise<Record<string, string>> {
  const own = (table: string) =>
    `create temporary view own_${table.split('.')[1]} as select * from ${table} where cooperative_id = '${society.cooperative.id}'`
  const views = [
    ...['ledger.entry', 'ledger.posting', 'ledger.account'].map(own),
    `${own('app.transaction')} and status in ('approved', 'reversed')`,
  ]
  const off = ['ledger.entry', 'ledger.posting', 'ledger.account', 'app.transaction'].map(
    (table) => `alter table ${table} disable trigger all`,
  )
  await app.admin.query('begin')
  try {
    await app.admin.query([...views, ...off, 'set local session_replication_role = replica'].join(';'))
    const { rowCount } = await app.admin.query(statement)
    expect(rowCount, statement).toBeGreaterThan(0)
    return await wrongOf(app, society)
  } finally {
    await app.admin.query('rollback')
  }
}
