// Prints how long a dividend takes in a society of 50,000 members who saved every month of a year: looking at it, and paying it
// out as one voucher, through the API. Figures in the docs come from here.
import pg from 'pg'
import type { CooperativeId, EntryId, LoginId } from '#core/ids.ts'
import type { Day } from '#core/calendar.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { openDatabase } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { newId } from '#platform/db/id.ts'
import { migrate, roleUrl } from '#platform/db/migrate.ts'
import { sql } from '#platform/db/sql.ts'
import { postSelected } from '#platform/ledger/ledger.ts'
import { ask, startEmptyServer, superAdmin } from './bench-server.ts'

const size = Number(process.env['BENCH_SIZE'] ?? 50_000)
const dividendNaira = 12_345_678.91

async function main(): Promise<void> {
  const server = await startEmptyServer()
  const { adminUrl } = await startEmbedded(server.dataDir)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    console.log(`Preparing a society of ${size} members …`)
    const society = await openSociety(server.url)
    await insertMembers(admin, society)
    await save(adminUrl, server.dataDir, society)
    await admin.query('vacuum analyze')
    const terms = await decide(society)
    let since = performance.now()
    await society.ask('POST', '/financial/dividends/preview?limit=10', terms)
    const looked = performance.now() - since
    since = performance.now()
    const paid = await society.ask('POST', '/financial/dividends', {
      ...terms,
      paidTo: terms.accountTypeId,
      members: size,
      net: dividendNaira,
    })
    const took = performance.now() - since
    await expectAll(admin, String(paid.runId))
    console.log(`${size} members  looked at in ${(looked / 1000).toFixed(1)} s, paid in ${(took / 1000).toFixed(1)} s`)
  } finally {
    await admin.end()
    await server.stop()
  }
}

type Society = {
  id: CooperativeId
  identifier: string
  ask: (method: string, path: string, body?: unknown) => ReturnType<typeof ask>
}

async function openSociety(url: string): Promise<Society> {
  const token = String((await ask(url, 'POST', '/super-admin/login', undefined, superAdmin)).accessToken)
  const password = 'secret-password'
  const { id, coop_id: identifier } = await ask(url, 'POST', '/cooperatives/register', undefined, {
    name: 'Bench',
    phone: '+2348010000001',
    password,
    confirmpassword: password,
  })
  await ask(url, 'PUT', `/cooperatives/update/${String(id)}`, token, { status: 'active' })
  const login = await ask(url, 'POST', '/cooperatives/login', undefined, { identifier, password })
  const officer = String(login.accessToken)
  return {
    id: String(id) as CooperativeId,
    identifier: String(identifier),
    ask: (method, path, body) => ask(url, method, path, officer, body),
  }
}

async function insertMembers(admin: pg.Client, { id, identifier }: Society): Promise<void> {
  await admin.query(
    `insert into app.member (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, registration_date, contributions_due_from, gender, marital_status,
      employment_status, monthly_contribution, search_text)
    select $1, gen_random_uuid(), n, $2 || '/' || lpad(n::text, 5, '0'), 'Ada', 'Obi ' || n, '+23481' || lpad(n::text, 8, '0'), '2024-06-01', '2025-01-01', 'female', 'single', 'employed', 500000,
      'ada obi ' || n from generate_series(1, $3::int) n`,
    [id, identifier, size],
  )
  await admin.query(
    'update app.cooperative set last_membership_number = $2, member_count = $2 where cooperative_id = $1',
    [id, size],
  )
  await admin.query(
    `insert into ledger.account (cooperative_id, account_id, code, name, class, is_control, control_id, member_id, account_type_id, min_balance)
    select m.cooperative_id, gen_random_uuid(), k.code || '-' || lpad(m.membership_number::text, 5, '0'), t.name, 'liability', false, t.control_id, m.member_id, t.account_type_id, 0
    from app.member m join app.account_type t on t.cooperative_id = m.cooperative_id and t.is_default
    join ledger.account k on k.cooperative_id = t.cooperative_id and k.account_id = t.control_id where m.cooperative_id = $1`,
    [id],
  )
}

/** Every member saves each month, each another sum: a voucher a month, through the ledger's own door. */
async function save(adminUrl: string, dataDir: string, { id }: Society): Promise<void> {
  const key = await migrate(adminUrl, await readServerSecrets(dataDir, process.env))
  const database = openDatabase((role) => roleUrl(adminUrl, role, key))
  try {
    for (let month = 1; month <= 12; month += 1) {
      const head = {
        id: newId<EntryId>(),
        on: `2025-${String(month).padStart(2, '0')}-10` as Day,
        kind: 'deduction' as const,
        source: { type: 'bench', id: String(month) },
        actorId: newId<LoginId>(),
        requestId: 'bench',
      }
      const lines = sql`
        select row_number() over (order by a.code) as place, bank.account_id as debit_id, a.account_id as credit_id, (100000 + row_number() over (order by a.code) * 7)::bigint as amount
        from ledger.account a cross join ledger.account bank where a.member_id is not null and bank.code = '1020'`
      await database.tenant({ cooperativeId: id, role: 'job' }, (tx) => postSelected(tx, id, head, lines), {
        timeoutSeconds: 300,
      })
    }
  } finally {
    await database.close()
  }
}

/** The year is closed, and the meeting decides on a dividend. */
async function decide({ ask: asOfficer }: Society) {
  const accounts = (await asOfficer('GET', '/financial/accounts?limit=100')) as unknown as {
    id: string
    code: string
  }[]
  const account = (code: string) => accounts.find((each) => each.code === code)?.id ?? ''
  await asOfficer('POST', '/financial/transactions', {
    type: 'journal',
    description: 'Interest on loans of the year',
    occurredOn: '2025-12-01',
    lines: [
      { accountId: account('1020'), debit: dividendNaira },
      { accountId: account('4110'), credit: dividendNaira },
    ],
  })
  await asOfficer('POST', '/financial/books/close-year', {
    yearEnd: '2025-12-31',
    accepted: [{ item: 'bank:1020', reason: 'The bench has no bank statement' }],
  })
  const meeting = await asOfficer('POST', '/governance/meetings', {
    kind: 'annual_general',
    title: 'Annual general meeting',
    date: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    time: '10:00',
    place: 'The hall',
  })
  const resolution = 'That the surplus be paid as dividend.'
  await asOfficer('PUT', `/governance/meetings/${String(meeting.id)}/minutes`, {
    minutes: 'The accounts were read.',
    resolutions: [{ text: resolution }],
  })
  const { id } = await asOfficer('POST', '/financial/surpluses/2025-12-31/appropriation', {
    lines: [{ accountId: account('2320'), amount: dividendNaira }],
    meetingId: String(meeting.id),
    resolution,
  })
  const types = (await asOfficer('GET', '/financial/account-types')) as unknown as { id: string; isDefault: boolean }[]
  return {
    appropriationId: String(id),
    accountId: account('2320'),
    basis: 'balance',
    accountTypeId: types.find(({ isDefault }) => isDefault)?.id ?? '',
    method: 'month_counted',
  }
}

/** A figure of something that did not happen is worth nothing. */
async function expectAll(admin: pg.Client, runId: string): Promise<void> {
  const { rows } = await admin.query<{ members: number; kobo: string }>(
    `select count(*)::int as members, sum(t.amount)::text as kobo from app.dividend_run r
     join app.transaction o on o.cooperative_id = r.cooperative_id and o.transaction_id = r.transaction_id
     join app.transaction t on t.cooperative_id = r.cooperative_id and t.entry_id = o.entry_id and t.member_id is not null where r.run_id = $1`,
    [runId],
  )
  const wanted = String(Math.round(dividendNaira * 100))
  if (rows[0]?.members !== size || rows[0].kobo !== wanted) throw new Error(`Paid ${JSON.stringify(rows[0])}`)
}

await main()
