import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
import { processesIn } from '#platform/db/process.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { freePort } from '#dev/testing/crash-harness.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'
import { atSize } from '#dev/testing/size.ts'

const membersCount = atSize(300, 50_000)
const superAdmin = { identifier: 'superadmin', password: 'crash-super-admin' }
/**
 * What is killed, and where in the job: before its entry is written, and between its entry and its transactions, where
 * another session holds the lock that comes next. At full size also at moments that chance picks, for which the job must
 * be long.
 */
const kills: { victim: 'server' | 'postgres'; lock?: string }[] = [
  { victim: 'server', lock: 'select from ledger.head for update' },
  { victim: 'postgres', lock: 'lock table app.transaction in share mode' },
  ...atSize([], [{ victim: 'server' as const }, { victim: 'postgres' as const }]),
]
const dataDir = mkdtempSync(join(tmpdir(), 'ajose-payroll-crash-'))

let child: ChildProcess
let url: string
let token = ''
let admin: pg.Client

beforeAll(async () => {
  fillDataDir(dataDir)
  url = `http://127.0.0.1:${await freePort()}/api`
  await launch()
})

afterAll(async () => {
  await admin.end().catch(() => {})
  await kill(child, 'SIGTERM')
  await (await startEmbedded(dataDir)).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  `kill -9 in the middle of a payroll of ${membersCount} leaves nothing of it, and the server then posts it whole by itself`,
  { timeout: 1_200_000 },
  async () => {
    const employerId = await prepare()
    const { returnId } = await readReturn(employerId, '2026-01')
    const heldBy = (n: number) => (kills[n]?.lock === undefined ? undefined : hold(kills[n].lock))
    let holder = await heldBy(0)
    // One press of the button: what is killed is taken up again without another.
    await ask('POST', `/financial/deductions/returns/${returnId}/post`, {})
    for (const [n, { victim }] of kills.entries()) {
      await untilInTheMiddle(returnId)
      if (holder) await untilSomebodyWaits()
      await (victim === 'server' ? kill(child, 'SIGKILL') : killPostgres())
      await holder?.end().catch(() => {})
      if (victim === 'postgres') await untilReady()
      await connect()
      // PostgreSQL ends what a killed server left when it next writes to that connection.
      await untilNobodyPosts()
      expect(await stored()).toEqual({ deductions: 0, transactions: 0, entries: 0 })
      await admin.query('update app.deduction_return set progress = 0 where return_id = $1', [returnId])
      holder = await heldBy(n + 1)
      if (victim === 'server') await launch()
      expect(await ask('GET', `/financial/deductions/returns/${returnId}`)).toMatchObject({
        status: 'posting',
        entryNumber: null,
      })
    }
    await holder?.end().catch(() => {})
    expect(await ended(returnId)).toMatchObject({ status: 'posted', entryNumber: 1, failure: null })
    expect(await stored()).toEqual({ deductions: membersCount, transactions: membersCount, entries: 1 })
    // Before its members were told of it, or in the middle of that.
    await kill(child, 'SIGKILL')
    await launch()
    expect(await told()).toEqual({ notices: membersCount, members: membersCount })
    // A database at work has been counted; without that some checks walk all of its rows for each of them.
    await admin.query('analyze')
    expect(await runChecks((await startEmbedded(dataDir)).adminUrl)).toEqual([])
  },
)

test.runIf(atSize(false, true))(
  `kill -9 while the members of a remittance are being credited leaves nothing of it, and the server then credits each once by itself`,
  { timeout: 1_200_000 },
  async () => {
    const [employer] = (await ask('GET', '/financial/employers')) as unknown as { id: string }[]
    await ask('PUT', '/financial/deductions/settings', { creditOn: 'remittance' })
    const { scheduleId, returnId } = await readReturn(String(employer?.id), '2026-02')
    await ask('POST', `/financial/deductions/returns/${returnId}/post`, {})
    expect(await ended(returnId)).toMatchObject({ status: 'deducted' })
    // The voucher is written, and the members' transactions wait for this lock.
    const lock = 'lock table app.transaction in share mode'
    let holder = await hold(lock)
    await ask('POST', `/financial/deductions/schedules/${scheduleId}/remittances`, { amount: 5000 * membersCount })
    await untilInTheMiddle(returnId)
    await untilSomebodyWaits()
    await kill(child, 'SIGKILL')
    await holder.end()
    await untilNobodyPosts()
    // The remittance itself was acknowledged and is there; of the crediting there is nothing.
    expect(await stored()).toEqual({ deductions: 2 * membersCount, transactions: membersCount, entries: 2 })
    holder = await hold(lock)
    await launch()
    await untilInTheMiddle(returnId)
    await untilSomebodyWaits()
    await Promise.all([killPostgres(), kill(child, 'SIGKILL')])
    await holder.end().catch(() => {})
    await launch()
    expect(await ended(returnId)).toMatchObject({ status: 'posted', entryNumber: 3, failure: null })
    expect(await stored()).toEqual({ deductions: 2 * membersCount, transactions: 2 * membersCount, entries: 3 })
    const { rows } = await admin.query('select count(*)::int as times from app.transaction group by member_id')
    expect(new Set(rows.map(({ times }) => times))).toEqual(new Set([2]))
    expect(await told()).toEqual({ notices: 2 * membersCount, members: membersCount })
    await admin.query('analyze')
    expect(await runChecks((await startEmbedded(dataDir)).adminUrl)).toEqual([])
  },
)

const isUnderWay = ({ status }: Record<string, unknown>) => status === 'posting' || status === 'crediting'

/** The job has written its first part and not yet its end. */
async function untilInTheMiddle(returnId: string): Promise<void> {
  for (;;) {
    const found = await ask('GET', `/financial/deductions/returns/${returnId}`)
    if (!isUnderWay(found))
      throw new Error(`It was ${String(found.status)} before it could be killed: ${String(found.failure)}`)
    if (Number(found.progress) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A session with this lock until it ends. */
async function hold(lock: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (await startEmbedded(dataDir)).adminUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; ${lock}`)
  return client
}

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      `select from pg_stat_activity where application_name = 'ajose coop_app' and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function ended(returnId: string) {
  for (;;) {
    const found = await ask('GET', `/financial/deductions/returns/${returnId}`)
    if (!isUnderWay(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function untilNobodyPosts(): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity where application_name = 'ajose coop_app' and state <> 'idle'`,
    )
    if (rows[0]?.open === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function stored() {
  const { rows } =
    await admin.query(`select (select count(*)::int from app.deduction) as deductions, (select count(*)::int from app.transaction) as transactions,
    (select count(*)::int from ledger.entry) as entries`)
  return rows[0]
}

/** Once no return waits for its members to be told. */
async function told() {
  for (;;) {
    const { rows } =
      await admin.query(`select (select count(*)::int from app.deduction_return where not members_notified) as untold,
      (select count(*)::int from app.notification) as notices, (select count(distinct member_id)::int from app.notification) as members`)
    const { untold, ...found } = rows[0]
    if (untold === 0) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A society with all of its members on one payroll; returns its employer. */
async function prepare(): Promise<string> {
  const password = 'secret-password'
  const { id, coop_id: coopId } = await ask('POST', '/cooperatives/register', {
    name: 'Crash',
    phone: '+2348031234567',
    password,
    confirmpassword: password,
  })
  token = String((await ask('POST', '/super-admin/login', superAdmin)).accessToken)
  await ask('PUT', `/cooperatives/update/${String(id)}`, { status: 'active' })
  token = String((await ask('POST', '/cooperatives/login', { identifier: coopId, password })).accessToken)
  const employer = await ask('POST', '/financial/employers', { name: 'Ministry', code: 'M' })
  await admin.query(
    `with member as (
      insert into app.member (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, registration_date, contributions_due_from, gender, marital_status,
        employment_status, monthly_contribution, search_text)
      select $1, gen_random_uuid(), n, $2 || '/' || lpad(n::text, 5, '0'), 'Ada', 'Obi ' || n, '+23481' || lpad(n::text, 8, '0'), '2025-01-15', '2025-01-01', 'female', 'single', 'employed', 500000,
        'ada obi ' || n from generate_series(1, $3::int) n returning cooperative_id, member_id, membership_number),
    plan as (insert into app.contribution_plan (cooperative_id, member_id, effective_from, monthly) select cooperative_id, member_id, '2025-01-01', 500000 from member)
    insert into app.employment (cooperative_id, member_id, employer_id, staff_number, from_on)
    select cooperative_id, member_id, $4, 'P' || membership_number, '2025-01-15' from member`,
    [id, coopId, membersCount, employer.id],
  )
  await admin.query(
    'update app.cooperative set last_membership_number = $2, member_count = $2 where cooperative_id = $1',
    [id, membersCount],
  )
  await admin.query('analyze')
  return String(employer.id)
}

/** A month of that employer, and its file read. */
async function readReturn(employerId: string, period: string): Promise<{ scheduleId: string; returnId: string }> {
  const schedule = await ask('POST', '/financial/deductions/schedules', { employerId, period })
  await ask('POST', `/financial/deductions/schedules/${String(schedule.id)}/send`, {})
  const form = new FormData()
  form.append(
    'file',
    new Blob([['Staff number,Total', ...Array.from({ length: membersCount }, (_, n) => `P${n + 1},5000`)].join('\n')]),
    'return.csv',
  )
  const response = await fetch(`${url}/financial/deductions/schedules/${String(schedule.id)}/returns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const reply = (await response.json()) as { data: Record<string, unknown>; message: string }
  if (!response.ok) throw new Error(reply.message)
  return { scheduleId: String(schedule.id), returnId: String(reply.data.id) }
}

async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { data: Record<string, unknown>; message: string }
  if (!response.ok) throw new Error(`${path}: ${reply.message}`)
  return reply.data
}

async function launch(): Promise<void> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    SEED_DEMO: '0',
    LOG_LEVEL: 'fatal',
    SUPERADMIN_PASSWORD: superAdmin.password,
  }
  child = spawn(process.execPath, ['app/server/main.ts'], { env, stdio: 'ignore' })
  await untilReady()
  await connect()
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    const reply = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (reply?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server was not ready in time')
}

async function connect(): Promise<void> {
  await admin?.end().catch(() => {})
  admin = new pg.Client({ connectionString: (await startEmbedded(dataDir)).adminUrl })
  admin.on('error', () => {})
  await admin.connect()
}

async function kill(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const gone = new Promise((resolve) => process.once('exit', resolve))
  process.kill(signal)
  await gone
}

/** The postmaster and all its children at once; the server brings them back. */
async function killPostgres(): Promise<void> {
  const folder = join(dataDir, 'postgres/data')
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of new Set([postmaster, ...processesIn(folder)])) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A child may have gone with its parent meanwhile.
    }
  }
}
