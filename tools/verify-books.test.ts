import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, postJournals, type TestCooperative } from '#dev/testing/builders.ts'
import { verifyBooks } from './verify-books.ts'
import { dayIn } from '#core/calendar.ts'

describe('the proof of the books', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    const record = async (amount: number) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { type: 'deposit', memberId: member.id, amount },
        }),
        201,
      ).id
    await record(100)
    const second = await record(200)
    dataOf(
      await app.call('POST', `/financial/transactions/${second}/reverse`, {
        token: cooperative.token,
        body: { reason: 'Twice' },
      }),
    )
    await postJournals(app, cooperative, [{ on: dayIn(new Date()), lines: [['5310', '1010', 3]] }])
    await sealAuditEvents(app.services.database)
  })
  afterAll(() => app.stop())

  const page = async () => dataOf(await app.call('GET', '/financial/reports/proof', { token: cooperative.token }))
  const program = async (coopId?: string) => {
    const said: string[] = []
    const holds = await verifyBooks(app.adminUrl, (line) => said.push(line), { coopId })
    return { holds, text: said.join('\n') }
  }

  /** Damages the books as a superuser who switched every trigger and key off, looks, and puts them back. */
  async function damaged(statement: string): Promise<{ wrong: string[]; text: string }> {
    const tables = [
      'ledger.entry',
      'ledger.posting',
      'ledger.balance',
      'ledger.head',
      'ledger.account',
      'app.transaction',
      'audit.event',
      'audit.seal',
      'audit.seal_head',
    ]
    for (const table of tables) await app.admin.query(`create table kept_${table.replace('.', '_')} as table ${table}`)
    const off = ['ledger.entry', 'ledger.posting', 'ledger.account', 'app.transaction', 'audit.event', 'audit.seal']
      .map((table) => `alter table ${table} disable trigger all`)
      .join('; ')
    await app.admin.query(`${off}; set session_replication_role = replica`)
    await app.admin.query(statement)
    await app.admin.query('reset session_replication_role')
    const [proof, said] = [await page(), await program()]
    expect([proof.holds, said.holds]).toEqual([false, false])
    await app.admin.query('set session_replication_role = replica')
    for (const table of tables)
      await app.admin.query(
        `delete from ${table}; insert into ${table} select * from kept_${table.replace('.', '_')}; drop table kept_${table.replace('.', '_')}`,
      )
    await app.admin.query('reset session_replication_role')
    return { wrong: proof.checks.flatMap(({ wrong }: { wrong: string | null }) => wrong ?? []), text: said.text }
  }

  test('holds for books that no one touched, and says what was looked at', async () => {
    const { holds, checks, lastEntry, hash } = await page()
    expect({ holds, lastEntry }).toEqual({ holds: true, lastEntry: 4 })
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(
      checks.map(({ name, rows, holds: each, wrong }: Record<string, unknown>) => [name, rows, each, wrong]),
    ).toEqual([
      ['chain', 4, true, null],
      ['numbers', 4, true, null],
      ['balances', 4, true, null],
      ['controls', 1, true, null],
      ['transactions', 2, true, null],
      ['reversals', 1, true, null],
      // A member, two deposits, a reversal.
      ['audit', 4, true, null],
    ])
    expect(checks[0].says).toMatch(/^4 entries\. /)
    const said = await program(cooperative.coopId)
    expect(said).toMatchObject({
      holds: true,
      text: expect.stringContaining('Every entry is as it was written: 4 entries'),
    })
    expect((await program('AJO-NONE22')).holds).toBe(false)
  })

  const own = () => `cooperative_id = '${cooperative.id}'`
  test.each([
    [
      'a changed amount',
      () =>
        `update ledger.posting p set amount = 999 from ledger.entry e where e.entry_id = p.entry_id and e.entry_no = 1 and p.${own()}`,
      'Entry No. 1 is not what was written',
    ],
    [
      'a changed account',
      () =>
        `update ledger.posting p set debit_id = (select account_id from ledger.account where code = '1020' and ${own()}) from ledger.entry e where e.entry_id = p.entry_id and e.entry_no = 4`,
      'Entry No. 4 is not what was written',
    ],
    [
      'a removed entry',
      () =>
        `delete from ledger.posting where entry_id = (select entry_id from ledger.entry where entry_no = 2); delete from ledger.entry where entry_no = 2`,
      'Entry No. 3 does not follow the one before it',
    ],
    [
      'a removed last entry',
      () =>
        `delete from ledger.posting where entry_id = (select entry_id from ledger.entry where entry_no = 4); delete from ledger.entry where entry_no = 4`,
      'entries after No. 3 are missing',
    ],
    [
      'a changed balance',
      () =>
        `update ledger.balance b set debits = debits + 1 from ledger.account a where a.account_id = b.account_id and a.code = '1010'`,
      'Account 1010 Cash in hand keeps another balance',
    ],
    [
      'a changed transaction',
      () => `update app.transaction set amount = amount + 5 where entry_no = 1`,
      'A transaction of entry No. 1 tells of something that line 1 does not say',
    ],
    [
      'a removed transaction',
      () => `delete from app.transaction where entry_no = 1`,
      "Line 1 of entry No. 1 moves a member's account, but no transaction tells of it",
    ],
    [
      "a member's account moved under another control account",
      () =>
        `update ledger.account set control_id = (select account_id from ledger.account where code = '2120') where member_id is not null`,
      'does not be under the control account',
    ],
    [
      'a changed line of a reversal',
      () =>
        `update ledger.posting p set amount = 1 from ledger.entry e where e.entry_id = p.entry_id and e.entry_no = 3`,
      'Entry No. 3 does not undo exactly what it reverses',
    ],
    [
      'a changed event of the audit trail',
      () =>
        `update audit.event e set actor_name = 'Somebody else' from audit.seal s where s.event_id = e.event_id and s.number = 2 and e.${own()}`,
      'Event No. 2 of the audit trail is not what was sealed',
    ],
  ])('names %s', async (_, statement, words) => {
    const { wrong, text } = await damaged(statement())
    expect(
      wrong.some((sentence) => sentence.includes(words)),
      wrong.join('\n'),
    ).toBe(true)
    expect(text).toContain(words)
    expect(text).toContain('The books do not hold.')
    expect((await page()).holds).toBe(true)
  })
})
