import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleUrl } from '#server/db/migrate.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative } from '#server/testing/builders.ts'

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
      dataOf(await app.call('POST', '/financial/contributions', { token: cooperative.token, body: { memberId: member.id, amount: 1000 } }), 201)
    }
    client = new pg.Client({ connectionString: roleUrl(app.adminUrl, 'coop_app') })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await app.stop()
  })

  const asOfficer = async <T>(cooperative: TestCooperative, work: () => Promise<T>, role = 'coop_admin'): Promise<T> => {
    await client.query(`begin; set local app.coop_id = '${cooperative.id}'; set local app.role = '${role}'`)
    try {
      return await work()
    } finally {
      await client.query('rollback')
    }
  }
  const count = async (table: string) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count)

  test('a session that names no cooperative sees no row of any', async () => {
    for (const table of ['app.member', 'app.cooperative', 'ledger.entry', 'ledger.posting', 'ledger.balance', 'app.transaction', 'audit.event']) {
      expect({ table, rows: await count(table) }).toEqual({ table, rows: 0 })
    }
  })

  test('an officer sees his own cooperative only, whatever the query asks', async () => {
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
    ['forges the tenant inside a select', `select set_config('app.coop_id', '00000000-0000-0000-0000-000000000000', true)`],
    ['lifts the row security', 'alter table app.member disable row level security'],
    ['reads a password hash', 'select password_hash from platform.login'],
    ['reads the sessions', 'select * from platform.session'],
    ['becomes the owner', 'set role ledger_owner'],
  ])('nobody with that login %s', async (_, statement) => {
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
      expect(client.query(`insert into app.contribution_plan values ($1, gen_random_uuid(), '2026-01-01', 5)`, [other.id])).rejects.toThrow(/row-level security/),
    )
  })

  test('a member session posts nothing, even through the door', async () => {
    await asOfficer(own, () => expect(client.query('select * from ledger.post($1, $2)', [own.id, '[]'])).rejects.toMatchObject({ code: '42501' }), 'member')
  })

  test('nobody posts for another cooperative', async () => {
    await asOfficer(own, () => expect(client.query('select * from ledger.post($1, $2)', [other.id, '[]'])).rejects.toMatchObject({ code: '42501' }))
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
    await app.admin.query('alter table ledger.posting disable trigger all; alter table ledger.entry disable trigger all')
    await app.admin.query(statement)
    const { rows } = await app.admin.query('select v.problem from ledger.head h cross join lateral ledger.verify(h.cooperative_id) v')
    await app.admin.query('rollback')
    expect(rows.map((row) => row.problem)).toContain(problem)
  })

  test('a line can not join an entry of an earlier transaction', async () => {
    const statement = `insert into ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount)
      select cooperative_id, entry_id, 99, debit_id, credit_id, 1 from ledger.posting limit 1`
    await expect(app.admin.query(statement)).rejects.toThrow(/foreign key/)
  })

  test('every query of database/checks returns nothing, gates included', async () => {
    expect(await app.checks()).toEqual([])
  })

  test('a planted fault is found by its check', async () => {
    await app.admin.query(`update ledger.balance set credits = credits + 7 where credits > 0`)
    const failures = (await app.checks()).map(({ check }) => check)
    await app.admin.query(`update ledger.balance set credits = credits - 7 where credits > 0`)
    expect(failures).toEqual(['balances_equal_postings', 'trial_balance_is_zero'])
    await app.admin.query('create view app.leak as select * from app.member')
    const leaks = (await app.checks()).map(({ check }) => check)
    await app.admin.query('drop view app.leak')
    expect(leaks).toEqual(['gate_views_use_the_callers_rights'])
    expect(await app.checks()).toEqual([])
  })
})
