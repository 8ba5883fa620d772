// Prints, from one run on one PostgreSQL: how long a payroll file of 5,000 and of 50,000 lines takes from its bytes to the
// books, some of its members with a loan, as XLSX and as CSV, stage by stage through the same functions that serve the upload and the posting; the time of a
// bare COPY of the same lines into a table with the same columns and indexes; and the ratio. Figures in the docs come from here.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { CooperativeActor } from '#core/actor.ts'
import { lastDayOf, type Period } from '#core/calendar.ts'
import { deductionLinesMax } from '#features/payroll/schedules/contract.ts'
import { usualLayout } from '#features/payroll/employers/rules/layout.ts'
import type { CooperativeId, EmployerId, LoginId, ReturnId, ScheduleId, SessionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { newId } from '#platform/db/id.ts'
import { update } from '#platform/db/write.ts'
import { migrate, roleUrl } from '#platform/db/migrate.ts'
import { creditReturn, planCredit } from '#features/payroll/returns/server/credit-return.ts'
import { findReturn } from '#features/payroll/returns/server/reads.ts'
import { acceptReturn, notifyCredited } from '#features/payroll/returns/server/jobs.ts'
import { insertReturn, insertReturnLines, insertRows, markAccepted } from '#features/payroll/returns/server/writes.ts'
import {
  findFacts,
  matchReturn,
  purposeOfFile,
  rowsOfReturn,
  shapeReturn,
} from '#features/payroll/returns/server/match-return.ts'
import { readSpreadsheetFile } from '#platform/files/spreadsheet-file.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writeCsv } from '#platform/files/table-csv.ts'
import { writableTable, writeXlsx } from '#platform/files/table-file.ts'
import { ask, startEmptyServer, superAdmin } from './bench-server.ts'

const sizes = (process.env.BENCH_SIZES ?? '5000,50000').split(',').map(Number)
const lineNaira = 5000
const loanNaira = 120_000
const borrowersMax = 500

const borrowersOf = (size: number) => Math.min(Math.trunc(size / 10), borrowersMax)

type Bench = {
  database: Database
  admin: pg.Client
  actor: CooperativeActor
  employerId: EmployerId
  ask: (method: string, path: string, body?: unknown) => Promise<Record<string, never>>
}

async function main(): Promise<void> {
  const server = await startEmptyServer()
  const { adminUrl } = await startEmbedded(server.dataDir)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const key = await migrate(adminUrl, await readServerSecrets(server.dataDir, process.env))
  const database = openDatabase((role) => roleUrl(adminUrl, role, key))
  try {
    for (const size of sizes) {
      const bench = await prepare(server.url, database, admin, size)
      // The first month opens the members' accounts and counts the tables, as happens once in a society's life.
      await measure(bench, size, '2026-01' as Period, 'csv')
      await admin.query('vacuum analyze')
      for (const [month, format] of [
        ['2026-02', 'csv'],
        ['2026-03', 'xlsx'],
        ['2026-04', 'csv'],
        ['2026-05', 'xlsx'],
      ] as const) {
        print(size, format, await measure(bench, size, month as Period, format))
      }
    }
  } finally {
    await database.close()
    await admin.end()
    await server.stop()
  }
}

/** A society of that many members on one payroll, each saving the same a month. */
async function prepare(url: string, database: Database, admin: pg.Client, size: number): Promise<Bench> {
  console.log(`Preparing a society of ${size} members …`)
  const token = String((await ask(url, 'POST', '/super-admin/login', undefined, superAdmin)).accessToken)
  const password = 'secret-password'
  const { id, coop_id: identifier } = await ask(url, 'POST', '/cooperatives/register', undefined, {
    name: `Bench ${size}`,
    phone: `+23480${String(10_000_000 + size)}`,
    password,
    confirmpassword: password,
  })
  await ask(url, 'PUT', `/cooperatives/update/${String(id)}`, token, { status: 'active' })
  const officer = String(
    (await ask(url, 'POST', '/cooperatives/login', undefined, { identifier, password })).accessToken,
  )
  const asOfficer: Bench['ask'] = (method, path, body) => ask(url, method, path, officer, body)
  const employer = await asOfficer('POST', '/financial/employers', { name: 'Ministry', code: 'M' })
  const cooperativeId = String(id)
  await admin.query(
    `
    with member as (
      insert into app.member (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, registration_date, contributions_due_from, gender, marital_status,
        employment_status, monthly_contribution, search_text)
      select $1, gen_random_uuid(), n, $2 || '/' || lpad(n::text, 5, '0'), 'Ada', 'Obi ' || n, '+23481' || lpad(n::text, 8, '0'), '2025-01-15', '2025-01-01', 'female', 'single', 'employed', $4,
        'ada obi ' || n from generate_series(1, $3::int) n returning cooperative_id, member_id, membership_number),
    plan as (insert into app.contribution_plan (cooperative_id, member_id, effective_from, monthly) select cooperative_id, member_id, '2025-01-01', $4 from member)
    insert into app.employment (cooperative_id, member_id, employer_id, staff_number, from_on)
    select cooperative_id, member_id, $5, 'P' || lpad(membership_number::text, 6, '0'), '2025-01-15' from member`,
    [cooperativeId, String(identifier), size, lineNaira * 100, String(employer.id)],
  )
  await admin.query(
    'update app.cooperative set last_membership_number = $2, member_count = $2 where cooperative_id = $1',
    [cooperativeId, size],
  )
  await lend(admin, asOfficer, cooperativeId, borrowersOf(size))
  await admin.query('analyze')
  const actor: CooperativeActor = {
    role: 'coop_admin',
    office: 'admin',
    loginId: newId<LoginId>(),
    sessionId: newId<SessionId>(),
    name: 'Bench',
    cooperativeId: cooperativeId as CooperativeId,
    cooperativeStatus: 'active',
    memberId: undefined,
  }
  return { database, admin, actor, employerId: String(employer.id) as EmployerId, ask: asOfficer }
}

/** Each of these has borrowed 120,000 over two years, with instalments at the end of each month. */
async function lend(admin: pg.Client, asOfficer: Bench['ask'], cooperativeId: string, count: number): Promise<void> {
  const { rows } = await admin.query<{ id: string }>(
    'select member_id as id from app.member where cooperative_id = $1 order by membership_number limit $2',
    [cooperativeId, count],
  )
  const borrowers = rows.map(({ id }) => id)
  await asOfficer('PUT', '/financial/config', { guarantorsRequired: 0 })
  const configs = (await asOfficer('GET', '/financial/loan-configs')) as unknown as { id: string; name: string }[]
  const loanConfigId = configs.find(({ name }) => name === 'Regular')?.id
  // The cash box has what it pays out.
  const accounts = (await asOfficer('GET', '/financial/posting-accounts')) as unknown as { id: string; code: string }[]
  const idOf = (code: string) => accounts.find((account) => account.code === code)?.id
  await asOfficer('POST', '/financial/transactions', {
    type: 'journal',
    description: 'In the cash box',
    occurredOn: '2026-01-01',
    lines: [
      { accountId: idOf('1010'), debit: count * loanNaira },
      { accountId: idOf('4910'), credit: count * loanNaira },
    ],
  })
  await asOfficer('POST', '/financial/contributions/bulk', {
    occurredOn: '2026-01-02',
    rows: borrowers.map((memberId) => ({ memberId, amount: 100_000 })),
  })
  const borrow = async (memberId: string) => {
    const { id } = await asOfficer('POST', '/financial/loans', {
      memberId,
      loanConfigId,
      principal: loanNaira,
      instalments: 12,
    })
    await asOfficer('POST', `/financial/loans/${String(id)}/approve`)
    await asOfficer('POST', `/financial/loans/${String(id)}/disburse`, {
      on: '2026-01-02',
      to: 'cash',
      firstDueOn: '2026-01-31',
    })
  }
  for (let from = 0; from < borrowers.length; from += 8) await Promise.all(borrowers.slice(from, from + 8).map(borrow))
}

type Stages = {
  read: number
  match: number
  decide: number
  post: number
  commit: number
  total: number
  tell: number
  copy: number
}

async function measure(
  { database, admin, actor, employerId, ask: asOfficer }: Bench,
  size: number,
  period: Period,
  format: 'csv' | 'xlsx',
): Promise<Stages> {
  const schedule = await asOfficer('POST', '/financial/deductions/schedules', { employerId, period })
  await asOfficer('POST', `/financial/deductions/schedules/${String(schedule.id)}/send`)
  const scheduleId = String(schedule.id) as ScheduleId
  const content = await fileOf(admin, scheduleId, period, format)
  const id = newId<ReturnId>()
  const stages = { read: 0, match: 0, decide: 0, post: 0, commit: 0 }
  let since = performance.now()
  const lap = (stage: keyof typeof stages) => {
    const now = performance.now()
    stages[stage] += now - since
    since = now
  }
  const scope = { cooperativeId: actor.cooperativeId, role: 'job' as const }
  const table = await readSpreadsheetFile(content, deductionLinesMax, 14)
  lap('read')
  await database.tenant(
    scope,
    async (tx) => {
      const file = { table, fileName: `bench.${format}`, today: lastDayOf(period) }
      const shaped = await shapeReturn(tx, { employerId, layout: usualLayout }, file)
      const { rows } = rowsOfReturn(shaped)
      const facts = await findFacts(tx, { scheduleId, employerId }, rows)
      const purpose = purposeOfFile(facts, rows)
      const { lines } = matchReturn(facts, rows, purpose)
      lap('match')
      const found = {
        id,
        scheduleId,
        employerId,
        fileName: `bench.${format}`,
        fileHash: Buffer.from(period),
        occurredOn: lastDayOf(period),
        rowsLeftOut: 0,
        leftOut: [],
        fileTotals: [],
        fileSays: { columnsUnread: [], otherMonth: null, sumsApart: null },
        purpose,
        by: actor.name,
      }
      await insertReturn(tx, found)
      await insertRows(tx, actor.cooperativeId, id, rows)
      await insertReturnLines(tx, actor.cooperativeId, found, lines)
      await update(tx, 'app.deduction_return', { returnId: id }, { status: 'posting' })
      lap('decide')
    },
    { timeoutSeconds: 300 },
  )
  lap('commit')
  await database.tenant(
    scope,
    async (tx) => {
      const found = await findReturn(tx, id)
      const plan = await planCredit(tx, { scheduleId: found.scheduleId, returnIds: [id], on: found.occurredOn })
      await acceptReturn(tx, actor, found, true)
      await markAccepted(tx, id, actor.name, await creditReturn(tx, actor, found, plan, 'bench'))
      lap('post')
    },
    { timeoutSeconds: 300 },
  )
  lap('commit')
  const total = Object.values(stages).reduce((sum, each) => sum + each, 0)
  since = performance.now()
  await notifyCredited(database, actor.cooperativeId)
  const tell = performance.now() - since
  await expectAll(admin, actor.cooperativeId, id, size)
  return { ...stages, total, tell, copy: await copyTime(admin, id) }
}

type Row = { staff: string; name: string; total: Kobo; period: string }

/** What the employer deducted: all that the schedule asks for. */
async function fileOf(
  admin: pg.Client,
  scheduleId: ScheduleId,
  period: string,
  format: 'csv' | 'xlsx',
): Promise<Buffer> {
  const columns: TableColumn<Row>[] = [
    { header: 'Staff number', kind: 'text', value: ({ staff }) => staff },
    { header: 'Name', kind: 'text', value: ({ name }) => name },
    { header: 'Total', kind: 'money', value: ({ total }) => total },
    { header: 'Month', kind: 'text', value: (row) => row.period },
  ]
  const lines = await admin.query<{ staff: string; name: string; total: string }>(
    'select staff_number as staff, name, total_amount::text as total from app.deduction_line where schedule_id = $1 order by number',
    [scheduleId],
  )
  const rows = lines.rows.map((line): Row => ({ ...line, total: BigInt(line.total) as Kobo, period }))
  return format === 'csv' ? writeCsv(columns, rows) : writeXlsx([writableTable({ sheet: 'Return', columns }, rows)])
}

/** A figure of something that did not happen is worth nothing. */
async function expectAll(admin: pg.Client, cooperativeId: string, id: string, size: number): Promise<void> {
  const { rows } = await admin.query<{ lines: number; transactions: number }>(
    `select count(*)::int as lines, (select count(*)::int from app.transaction t where t.cooperative_id = r.cooperative_id and t.entry_id = r.entry_id) as transactions
     from app.deduction_return r join ledger.posting p on p.cooperative_id = r.cooperative_id and p.entry_id = r.entry_id
     where r.cooperative_id = $1 and r.return_id = $2 and r.status = 'posted' group by r.cooperative_id, r.entry_id`,
    [cooperativeId, id],
  )
  // Beside each member's savings, the principal of each loan, and the interest of all of them in one line.
  if (rows[0]?.lines !== size + borrowersOf(size) + 1 || rows[0].transactions !== size)
    throw new Error(`Posted ${JSON.stringify(rows[0])} of ${size}`)
}

/** The lines of that return, out to a file of the database server and in again, committed: the same rows, columns and indexes. */
async function copyTime(admin: pg.Client, id: string): Promise<number> {
  const file = join(tmpdir(), `ajose-bench-${process.pid}.copy`)
  await admin.query(`copy (select * from app.deduction_return_line where return_id = '${id}') to '${file}'`)
  await admin.query(
    'create table public.bench_copy (like app.deduction_return_line including defaults including constraints including indexes)',
  )
  const since = performance.now()
  await admin.query(`copy public.bench_copy from '${file}'`)
  const time = performance.now() - since
  await admin.query('drop table public.bench_copy')
  rmSync(file)
  return time
}

function print(size: number, format: string, stages: Stages): void {
  const parts = (['read', 'match', 'decide', 'post', 'commit'] as const)
    .map((name) => `${name} ${stages[name].toFixed(0)} ms`)
    .join(', ')
  console.log(
    `${format.padEnd(5)}${String(size).padStart(6)} lines  ${(stages.total / 1000).toFixed(2)} s  ${((size / stages.total) * 1000).toFixed(0)} rows/s  (${parts}; members told ${stages.tell.toFixed(0)} ms later; COPY ${stages.copy.toFixed(0)} ms, ratio ${(stages.total / stages.copy).toFixed(1)})`,
  )
}

await main()
