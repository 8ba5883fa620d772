import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anchorBooks } from '#platform/jobs/anchor-books.ts'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { anchorKey, readAnchor, writeAnchor } from '#platform/ledger/anchor.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, postJournals, type TestCooperative } from '#dev/testing/builders.ts'
import { verifyBooks } from './verify-books.ts'

describe('the books against an anchor', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let first: string

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    dataOf(
      await app.call('POST', '/financial/transactions', {
        token: cooperative.token,
        body: { type: 'deposit', memberId: member.id, amount: 100 },
      }),
      201,
    )
    await post(1)
    first = await anchorOn('2026-12-01')
  })
  afterAll(() => app.stop())

  const post = async (on: number) => {
    await postJournals(app, cooperative, [{ on: `2026-03-0${on}`, lines: [['5310', '1020', 3]] }])
    await sealAuditEvents(app.services.database)
  }

  /** What the job stores on that day. */
  async function anchorOn(day: string): Promise<string> {
    await anchorBooks(app.services, new Date(`${day}T09:00:00Z`))
    const { rows } = await app.admin.query('select file from platform.anchor order by day desc limit 1')
    const content = await app.services.anchorTarget.get(rows[0].file)
    return content?.toString('utf8') ?? ''
  }

  async function program(file?: string, { expected, coopId }: { expected?: string; coopId?: string } = {}) {
    const said: string[] = []
    const anchor = file === undefined ? undefined : { ...readAnchor(file), expected }
    const holds = await verifyBooks(app.adminUrl, (line) => said.push(line), { anchor, coopId })
    return { holds, text: said.join('\n') }
  }

  /** As a superuser who switched every trigger and key off. */
  async function damage(statement: string): Promise<void> {
    const tables = ['ledger.entry', 'ledger.posting', 'ledger.head', 'app.transaction', 'audit.seal', 'audit.event']
    for (const table of tables) await app.admin.query(`alter table ${table} disable trigger all`)
    await app.admin.query('set session_replication_role = replica')
    await app.admin.query(statement)
    await app.admin.query('reset session_replication_role')
  }

  test('hold where nothing was touched, also after more was posted', async () => {
    await post(2)
    const { holds, text } = await program(first)
    expect({ holds, text }).toMatchObject({ holds: true, text: expect.stringContaining('1 of 1 cooperatives') })
    expect(text).toContain(`signed with the key ${readAnchor(first).fingerprint}`)
    expect((await program(first, { coopId: cooperative.coopId })).holds).toBe(true)
    const { coopId } = await buildCooperative(app, { name: 'Founded after the anchor' })
    expect(await program(first, { coopId })).toMatchObject({
      holds: false,
      text: expect.stringContaining(`The anchor has no line of ${coopId}.`),
    })
  })

  test('an anchor that was changed is refused, and so is one of another key until that key is named', async () => {
    expect(() => readAnchor(first.replace('"lastEntry": 2', '"lastEntry": 1'))).toThrow('its signature is wrong')
    expect(() => readAnchor('{}')).toThrow('not an anchor')
    const other = writeAnchor(readAnchor(first).anchor, anchorKey(randomBytes(32))).toString('utf8')
    const { fingerprint } = readAnchor(other)
    await expect(program(other)).rejects.toThrow(`--key ${fingerprint}`)
    await expect(program(other, { expected: 'f'.repeat(32) })).rejects.toThrow('is not signed with the key ffff')
    expect((await program(other, { expected: fingerprint })).holds).toBe(true)
  })

  test('an amount that was changed with the whole chain computed again is found by the anchor alone', async () => {
    const own = `cooperative_id = '${cooperative.id}'`
    const posting = `(select p.debit_id, p.credit_id from ledger.posting p join ledger.entry e using (cooperative_id, entry_id) where e.entry_no = 1 and e.${own})`
    await damage(`
      update ledger.balance b set debits = debits + 500 from ${posting} p where b.account_id = p.debit_id and b.ctid = (select min(x.ctid) from ledger.balance x where x.account_id = b.account_id);
      update ledger.balance b set credits = credits + 500 from ${posting} p where b.account_id = p.credit_id and b.ctid = (select min(x.ctid) from ledger.balance x where x.account_id = b.account_id);
      update app.transaction set amount = amount + 500 where entry_no = 1 and ${own};
      update ledger.posting p set amount = amount + 500 from ledger.entry e where e.entry_id = p.entry_id and e.entry_no = 1 and p.${own};
      do $$ declare e record; v_prev bytea := decode(repeat('00', 32), 'hex'); v_hash bytea; begin
        for e in select x.*, (select string_agg(ledger.lp(p.line::text, p.debit_id::text, p.credit_id::text, p.amount::text), '' order by p.line)
            from ledger.posting p where p.cooperative_id = x.cooperative_id and p.entry_id = x.entry_id) as lines
          from ledger.entry x where x.${own} order by x.entry_no loop
          v_hash := ledger.entry_hash(v_prev, e.cooperative_id, e.entry_no, e.entry_id, e.effective_on, e.kind, e.source_type, e.source_id, e.reverses_id, e.actor_id, e.created_at, e.lines);
          update ledger.entry set prev_hash = v_prev, hash = v_hash where cooperative_id = e.cooperative_id and entry_id = e.entry_id;
          v_prev := v_hash;
        end loop;
        update ledger.head set hash = v_prev where ${own};
      end $$`)
    expect(await program()).toMatchObject({ holds: true, text: expect.stringContaining('The books hold.') })
    const { holds, text } = await program(first)
    expect(holds).toBe(false)
    expect(text).toContain(`${cooperative.coopId}: entry No. 2 is not the one of the anchor`)
    expect(text).toContain('The books do not hold.')
  })

  test('an older state that was put back is found by the anchor alone', async () => {
    const tables = ['ledger.entry', 'ledger.posting', 'ledger.balance', 'ledger.head', 'app.transaction']
    const trail = ['audit.event', 'audit.seal', 'audit.seal_head']
    const all = [...tables, ...trail]
    for (const table of all) await app.admin.query(`create table kept_${table.replace('.', '_')} as table ${table}`)
    await post(3)
    const second = await anchorOn('2026-12-02')
    expect((await program(second)).holds).toBe(true)
    await damage(
      all
        .map((table) => `delete from ${table}; insert into ${table} select * from kept_${table.replace('.', '_')}`)
        .join(';'),
    )
    expect((await program()).holds).toBe(true)
    const { holds, text } = await program(second)
    expect(holds).toBe(false)
    expect(text).toContain(`${cooperative.coopId}: entry No. 4 is missing: the database is older than the anchor`)
    await app.admin.query('alter table platform.anchor rename to anchor_kept')
    await expect(program(second)).rejects.toThrow('has no anchor of its own')
    expect((await program(second, { expected: readAnchor(second).fingerprint })).holds).toBe(false)
  })
})
