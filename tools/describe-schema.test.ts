import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { describeRows, describeSchema, sourcesOfWrites, tablesFile } from './describe-schema.ts'

describe('the description of the schema', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('has every table with its columns, rights and rules', async () => {
    const lines = (await describeSchema(app.admin)).split('\n')
    const from = lines.findIndex((line) => line.startsWith('TABLE app.contribution_plan,'))
    expect(lines.slice(from, from + 8)).toEqual([
      'TABLE app.contribution_plan, key (cooperative_id, member_id, effective_from)',
      '  member_id uuid NOT NULL',
      '  effective_from date NOT NULL CHECK ((EXTRACT(day FROM effective_from) = (1)::numeric))',
      '  monthly bigint NOT NULL CHECK ((monthly >= 0))',
      '  CONSTRAINT contribution_plan_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)',
      '  POLICY own_row',
      expect.stringContaining('  TRIGGER first_unpaid_on_insert AFTER INSERT'),
      expect.stringContaining('  TRIGGER first_unpaid_on_update AFTER UPDATE'),
    ])
    expect(lines[from + 8]).toBe('  GRANT TO coop_app: INSERT, SELECT, UPDATE (monthly)')
  })

  test('the rows that may be written are those of the schema, of the tables that are written so', async () => {
    const { sources, ids } = sourcesOfWrites(process.cwd())
    expect(await describeRows(app.admin, sources, ids)).toBe(await readFile(tablesFile, 'utf8'))
    const writes = ["await insert(tx, 'app.contribution_plan', row)", "update(tx, 'app.unknown', {}, {})"]
    const rows = await describeRows(app.admin, writes, 'export type MemberId = string')
    expect(rows).toContain('    memberId: MemberId | Statement\n')
    expect(rows).toContain("  'app.contribution_plan': {\n    cooperativeId?: string | Statement | undefined\n")
    expect(rows).not.toContain('app.unknown')
  })

  test.each([
    ['a column', 'alter table app.member add column nickname text'],
    ['a right', 'grant update on app.transaction to coop_app'],
    ['a rule of row security', 'drop policy tenant on app.member'],
    ['whom a rule of row security is for', 'alter policy officers_only on app.approval to coop_app'],
    ['what a rule of row security says', 'alter policy tenant on app.member using (true)'],
    ['row security where there is none', 'alter table platform.login enable row level security'],
    ['an owner', 'alter table app.member owner to ledger_owner'],
    ['a key', 'alter table app.approval rename constraint approval_pkey to approvals'],
    ['row security itself', 'alter table app.member no force row level security'],
    ['a constraint', `alter table app.member drop constraint member_monthly_contribution_check`],
    ['an index', 'drop index app.member_phone'],
    [
      'the text of a function',
      `create or replace function app.is_member() returns boolean language sql stable parallel safe as 'select false'`,
    ],
    ['a trigger', 'alter table ledger.entry disable trigger frozen'],
    ["a role's setting", `alter role coop_app set lock_timeout = '9s'`],
  ])('notices %s that somebody changed', async (_, statement) => {
    const before = await describeSchema(app.admin)
    await app.admin.query('begin')
    await app.admin.query(statement)
    expect(await describeSchema(app.admin)).not.toBe(before)
    await app.admin.query('rollback')
    expect(await describeSchema(app.admin)).toBe(before)
  })
})
