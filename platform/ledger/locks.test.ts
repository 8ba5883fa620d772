import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleUrl } from '#platform/db/migrate.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative } from '#dev/testing/builders.ts'

/** What somebody could do who holds the application's own database login. */
describe('the database keeps its promises without the server', () => {
  let app: TestApp
  let own: TestCooperative
  let other: TestCooperative
  let client: pg.Client

  beforeAll(async () => {
    app = await startTestApp()
    own = await buildCooperative(app)
    other = await buildCooperative(app)
    for (const cooperative of [own, other]) {
      const member = await buildMember(app, cooperative)
      dataOf(
        await app.call('POST', '/financial/contributions', {
          token: cooperative.token,
          body: { memberId: member.id, amount: 1000 },
        }),
        201,
      )
    }
    client = new pg.Client({ connectionString: roleUrl(app.adminUrl, 'coop_app', app.services.secret) })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await app.stop()
  })

  const asOfficer = async <T>(
    cooperative: TestCooperative,
    work: () => Promise<T>,
    role = 'coop_admin',
  ): Promise<T> => {
    await client.query(`begin; set local app.coop_id = '${cooperative.id}'; set local app.role = '${role}'`)
    try {
      return await work()
    } finally {
      await client.query('rollback')
    }
  }
  const count = async (table: string) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count)

  test('a session that names no cooperative sees no row of any', async () => {
    for (const table of [
      'app.member',
      'app.cooperative',
      'ledger.entry',
      'ledger.posting',
      'ledger.balance',
      'app.transaction',
      'audit.event',
    ]) {
      expect({ table, rows: await count(table) }).toEqual({ table, rows: 0 })
    }
  })

  test('an officer sees their own cooperative only, whatever the query asks', async () => {
    await asOfficer(own, async () => {
      expect(await count('app.member')).toBe(1)
      const { rows } = await client.query('select * from app.member where cooperative_id = $1', [other.id])
      expect(rows).toEqual([])
    })
  })

  test.each([
    ['changes a posting', 'update ledger.posting set amount = amount + 1'],
    ['deletes an entry', 'delete from ledger.entry'],
    ['raises a balance', 'update ledger.balance set credits = credits + 1'],
    ['rewinds the head', 'update ledger.head set last_no = 0'],
    ['empties the postings', 'truncate ledger.posting'],
    [
      'forges the tenant inside a select',
      `select set_config('app.coop_id', '00000000-0000-0000-0000-000000000000', true)`,
    ],
    ['lifts the row security', 'alter table app.member disable row level security'],
    ['reads a password hash', 'select password_hash from platform.login'],
    ['reads the sessions', 'select * from platform.session'],
    ['becomes the owner', 'set role ledger_owner'],
  ])('no one with that login %s', async (_, statement) => {
    await asOfficer(own, () => expect(client.query(statement)).rejects.toMatchObject({ code: '42501' }))
  })

  test('one who switches row security off gets an error, not the rows', async () => {
    await asOfficer(own, async () => {
      await client.query('set local row_security = off')
      await expect(client.query('select * from app.member')).rejects.toThrow(/row-level security/)
    })
  })

  test('a row can be written into the own cooperative only', async () => {
    await asOfficer(own, () =>
      expect(
        client.query(`insert into app.contribution_plan values ($1, gen_random_uuid(), '2026-01-01', 5)`, [other.id]),
      ).rejects.toThrow(/row-level security/),
    )
  })

  test('a member session posts nothing, even through the door', async () => {
    await asOfficer(
      own,
      () =>
        expect(client.query('select * from ledger.post($1, $2)', [own.id, '[]'])).rejects.toMatchObject({
          code: '42501',
        }),
      'member',
    )
  })

  test('no one posts for another cooperative', async () => {
    await asOfficer(own, () =>
      expect(client.query('select * from ledger.post($1, $2)', [other.id, '[]'])).rejects.toMatchObject({
        code: '42501',
      }),
    )
  })

  test('not even a superuser changes or removes a posting', async () => {
    await expect(app.admin.query('update ledger.posting set amount = amount + 1')).rejects.toThrow(/append-only/)
    await expect(app.admin.query('delete from ledger.entry')).rejects.toThrow(/append-only/)
    await expect(app.admin.query('truncate ledger.posting')).rejects.toThrow(/append-only/)
  })

  test.each([
    ['an amount', 'update ledger.posting set amount = amount + 100', 'content'],
    ['the credited account', 'update ledger.posting set debit_id = credit_id, credit_id = debit_id', 'content'],
    ['the day', `update ledger.entry set effective_on = effective_on - 1`, 'content'],
    ['the number', 'update ledger.entry set entry_no = entry_no + 5', 'gap'],
    ['the head', 'update ledger.head set last_no = last_no + 1', 'head'],
  ])('a hostile superuser who changes %s behind the triggers is found by the chain', async (_, statement, problem) => {
    await app.admin.query('begin')
    await app.admin.query(
      'alter table ledger.posting disable trigger all; alter table ledger.entry disable trigger all',
    )
    await app.admin.query(statement)
    const { rows } = await app.admin.query(
      'select v.problem from ledger.head h cross join lateral ledger.verify(h.cooperative_id) v',
    )
    await app.admin.query('rollback')
    expect(rows.map((row) => row.problem)).toContain(problem)
  })

  test('a line can not join an entry of an earlier transaction', async () => {
    const statement = `insert into ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount)
      select cooperative_id, entry_id, 99, debit_id, credit_id, 1 from ledger.posting limit 1`
    await expect(app.admin.query(statement)).rejects.toMatchObject({ code: '23503', constraint: 'posting_refers' })
  })

  test.each([
    [
      'a posting of an account that is not there',
      'posting_refers',
      `
      with e as (insert into ledger.entry (cooperative_id, entry_id, entry_no, effective_on, kind, source_type, source_id, actor_id, request_id, created_at, prev_hash, hash)
        select cooperative_id, gen_random_uuid(), entry_no + 1, effective_on, kind, source_type, 'forged', actor_id, request_id, created_at, hash, hash from ledger.entry limit 1 returning *)
      insert into ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount) select e.cooperative_id, e.entry_id, 1, p.debit_id, gen_random_uuid(), 1
      from e join ledger.posting p using (cooperative_id)`,
    ],
    [
      'a transaction of no one',
      'transaction_refers',
      `
      insert into app.transaction (cooperative_id, transaction_id, type, status, member_id, account_type_id, amount, direction, occurred_on, description, recorded_by, recorded_by_name)
      select cooperative_id, gen_random_uuid(), 'deposit', 'pending', gen_random_uuid(), account_type_id, 1, 'in', occurred_on, '', recorded_by, '' from app.transaction limit 1`,
    ],
    [
      'a transaction of no account type',
      'transaction_refers',
      `
      insert into app.transaction (cooperative_id, transaction_id, type, status, member_id, account_type_id, amount, direction, occurred_on, description, recorded_by, recorded_by_name)
      select cooperative_id, gen_random_uuid(), 'deposit', 'pending', member_id, gen_random_uuid(), 1, 'in', occurred_on, '', recorded_by, '' from app.transaction limit 1`,
    ],
    [
      'a line of a return that is not there',
      'line_of_return',
      `
      insert into app.deduction_return_line (cooperative_id, return_id, number, staff_number, membershipno, name, kind, scheduled_amount, deducted_amount)
      select cooperative_id, gen_random_uuid(), 1, '', '', '', 'missing', 0, 0 from app.cooperative limit 1`,
    ],
    [
      'a deduction of a return that is not there',
      'line_of_return',
      `
      insert into app.deduction (cooperative_id, schedule_id, member_id, period, return_id, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount, credited)
      select cooperative_id, gen_random_uuid(), gen_random_uuid(), '2026-01-01', gen_random_uuid(), 0, 0, 0, 0, 0, true from app.cooperative limit 1`,
    ],
  ])('not even a superuser who switches usual triggers off writes %s', async (_, constraint, statement) => {
    await app.admin.query('begin; set local session_replication_role = replica')
    try {
      await expect(app.admin.query(statement)).rejects.toMatchObject({ code: '23503', constraint })
    } finally {
      await app.admin.query('rollback')
    }
  })

  test.each([
    'delete from ledger.account',
    'update ledger.account set account_id = gen_random_uuid()',
    'truncate ledger.account cascade',
    'delete from app.member',
    'update app.member set member_id = gen_random_uuid()',
    'delete from app.account_type',
    'update app.transaction set member_id = gen_random_uuid()',
    'truncate app.deduction_return cascade',
  ])('what others refer to stays: a superuser’s “%s” is refused', async (statement) => {
    await expect(app.admin.query(statement)).rejects.toMatchObject({ code: '23001' })
  })

  describe('the door for an entry of very many lines', () => {
    const head = (more: object = {}) =>
      JSON.stringify({
        id: '01980000-0000-7000-8000-000000000001',
        on: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
        kind: 'deduction',
        sourceType: 'test',
        sourceId: '1',
        actor: '01980000-0000-7000-8000-000000000002',
        request: 'r',
        ...more,
      })
    const postLines = (
      debits: readonly string[],
      credits: readonly string[],
      amounts: readonly number[],
      more?: object,
    ) =>
      client.query('select entry_no, hash from ledger.post_lines($1, $2, $3, $4, $5)', [
        own.id,
        head(more),
        debits,
        credits,
        amounts,
      ])
    const accountOf = async (which: string) =>
      String(
        (
          await app.admin.query(`select account_id from ledger.account where cooperative_id = $1 and ${which}`, [
            own.id,
          ])
        ).rows[0].account_id,
      )
    const sides = async () => [await accountOf(`code = '1010'`), await accountOf('member_id is not null')] as const

    test('writes what the other door writes: number, balances, and a hash that the chain confirms', async () => {
      const [cash, savings] = await sides()
      await asOfficer(own, async () => {
        const before = await client.query('select sum(debits) as debits from ledger.balance')
        const { rows } = await postLines([cash, cash], [savings, savings], [5, 100_000_000_000])
        expect(rows[0].entry_no).toBe(
          String(Number((await client.query('select max(entry_no) as no from ledger.entry')).rows[0].no)),
        )
        expect(
          (
            await client.query('select line, amount from ledger.posting where entry_id = $1 order by line', [
              '01980000-0000-7000-8000-000000000001',
            ])
          ).rows,
        ).toEqual([
          { line: 1, amount: '5' },
          { line: 2, amount: '100000000000' },
        ])
        const after = await client.query('select sum(debits) as debits from ledger.balance')
        expect(BigInt(after.rows[0].debits) - BigInt(before.rows[0].debits)).toBe(100_000_000_005n)
        expect((await client.query('select * from ledger.verify($1)', [own.id])).rows).toEqual([])
      })
    })

    test('keeps its rules', async () => {
      const [cash, savings] = await sides()
      const control = await accountOf('is_control')
      const refused = async (constraint: string, lines: [string[], string[], number[]], more?: object) => {
        await asOfficer(own, () => expect(postLines(...lines, more)).rejects.toMatchObject({ constraint }))
      }
      await refused('entry_lines', [[], [], []])
      await refused('below_floor', [[savings], [await accountOf(`code = '4910'`)], [100_000_000]])
      await refused('cash_below_zero', [[control], [cash], [100_000_000_000]])
      await refused('account_closed', [[cash], [control], [1]])
      await refused('before_books', [[cash], [savings], [1]], { on: '1999-01-01' })
      await refused('posting_refers', [[cash], ['01980000-0000-7000-8000-00000000dead'], [1]])
      await refused('posting_check', [[cash], [cash], [1]])
      await refused('posting_amount_check', [[cash], [savings], [0]])
      await asOfficer(own, () =>
        expect(postLines([cash, cash], [savings], [1, 1])).rejects.toMatchObject({ code: '23502' }),
      )
      const [theirs] = (
        await app.admin.query(
          'select account_id from ledger.account where cooperative_id = $1 and member_id is not null',
          [other.id],
        )
      ).rows
      await refused('posting_refers', [[cash], [String(theirs.account_id)], [1]])
    })

    test('is shut to a member and to another cooperative', async () => {
      await asOfficer(own, () => expect(postLines([], [], [])).rejects.toMatchObject({ code: '42501' }), 'member')
      await asOfficer(other, () => expect(postLines([], [], [])).rejects.toMatchObject({ code: '42501' }))
    })
  })

  test('every query of database/checks returns nothing, gates included', async () => {
    expect(await app.checks()).toEqual([])
  })

  test('a planted fault is found by its check', async () => {
    await app.admin.query(`update ledger.balance set credits = credits + 7 where credits > 0`)
    const failures = (await app.checks()).map(({ check }) => check)
    await app.admin.query(`update ledger.balance set credits = credits - 7 where credits > 0`)
    expect([...new Set(failures)]).toEqual([
      'balances_equal_postings',
      'member_savings_agree',
      'trial_balance_is_zero',
      'proof: balances',
    ])
    await app.admin.query('create view app.leak as select * from app.member')
    const leaks = (await app.checks()).map(({ check }) => check)
    await app.admin.query('drop view app.leak')
    expect(leaks).toEqual(['gate_views_use_the_callers_rights'])
    expect(await app.checks()).toEqual([])
  })
})
