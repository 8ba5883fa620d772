import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type RunningServer, startServer } from '#e2e/server.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { ask, superAdmin } from './bench-server.ts'

const block = { cooperatives: 500, members: 50_000 }
/** The society that is asked: the largest one. */
export const largest = { members: 10_000, password: 'secret-password' }

const months = 24
/** Counted up when the data takes another shape. */
const shape = 3

const homes = resolve(import.meta.dirname, '../node_modules/.cache/ajose-bench-read')

export type BenchData = {
  server: RunningServer
  token: string
  cooperativeId: string
  employerId: string
  cooperatives: number
  members: number
}

/**
 * A server on the data, which is made at the first run and each new month, and kept in node_modules/.cache/ajose-bench-read.
 * `times` is how many blocks of 500 cooperatives with 50,000 members there are; each has the same sizes.
 */
export async function startOnData(times = 1): Promise<BenchData> {
  const [cooperatives, members] = [block.cooperatives * times, block.members * times]
  const home = join(homes, String(times))
  const label = `${shape} ${new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)}`
  const kept = join(home, 'made')
  const isKept = existsSync(kept) && readFileSync(kept, 'utf8').startsWith(`${label}\n`)
  if (!isKept) rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const server = await startServer({
    DATA_DIR: home,
    SEED_DEMO: '0',
    LOG_LEVEL: 'error',
    SUPERADMIN_PASSWORD: superAdmin.password,
  })
  try {
    if (!isKept) writeFileSync(kept, `${label}\n${await make(server, cooperatives, members)}`)
    const [, identifier = ''] = readFileSync(kept, 'utf8').split('\n')
    const { accessToken, cooperative } = (await ask(server.url, 'POST', '/cooperatives/login', undefined, {
      identifier,
      password: largest.password,
    })) as unknown as { accessToken: string; cooperative: { id: string } }
    const [employer] = (await ask(server.url, 'GET', '/financial/employers', accessToken)) as unknown as {
      id: string
    }[]
    return {
      server,
      token: accessToken,
      cooperativeId: cooperative.id,
      employerId: employer?.id ?? '',
      cooperatives,
      members,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Makes all of it; answers the coop_id of the largest society. */
async function make({ url, dataDir }: RunningServer, cooperatives: number, members: number): Promise<string> {
  console.log(`Making ${cooperatives} cooperatives with ${members} members, once; this takes some minutes …`)
  const admin = (await ask(url, 'POST', '/super-admin/login', undefined, superAdmin)) as unknown as {
    accessToken: string
  }
  const registration = {
    name: 'Largest 1',
    phone: '+2348030000001',
    password: largest.password,
    confirmpassword: largest.password,
  }
  const { id, coop_id: coopId } = (await ask(
    url,
    'POST',
    '/cooperatives/register',
    undefined,
    registration,
  )) as unknown as { id: string; coop_id: string }
  await ask(url, 'PUT', `/cooperatives/update/${id}`, admin.accessToken, { status: 'active' })
  const { accessToken } = (await ask(url, 'POST', '/cooperatives/login', undefined, {
    identifier: coopId,
    password: largest.password,
  })) as unknown as { accessToken: string }
  for (const [name, code] of [
    ['Ministry of Works', 'MOW'],
    ['General Hospital', 'GH'],
    ['State Schools', 'SS'],
  ])
    await ask(url, 'POST', '/financial/employers', accessToken, { name, code })
  const { adminUrl } = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    // Only reading is measured: keys are right by the way the rows are made, and checking each would take an hour.
    await client.query(
      'set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = 262144',
    )
    await copySocieties(client, id, cooperatives, members)
    await makeMembers(client, id)
    await makeContributions(client)
    await makeLoans(client)
    // What is made without triggers writes nothing down of its members.
    await client.query(
      'insert into app.stale_unpaid_month (cooperative_id, member_id, month) select cooperative_id, member_id, min(effective_from) from app.contribution_plan group by 1, 2',
    )
    await client.query(
      'select app.compute_unpaid_months(cooperative_id), app.sum_savings(cooperative_id) from app.cooperative',
    )
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
  return coopId
}

/** The fresh society, 499 times over and more: its settings, chart and products under another cooperative_id. */
async function copySocieties(client: pg.Client, id: string, cooperatives: number, members: number): Promise<void> {
  await client.query(
    `create table public.society as select gen_random_uuid() as cooperative_id, n, 'BEN-' || lpad(n::text, 6, '0') as coop_id,
       case when place = 1 then $3::int when place <= 5 then 2500 when place <= 50 then 300 else 36 + (place % 2) end as size
     from generate_series(2, $1::int) n cross join lateral (select 1 + (n - 1) % $2::int as place) p`,
    [cooperatives, block.cooperatives, largest.members],
  )
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select c.table_schema || '.' || c.table_name as name, string_agg(quote_ident(k.column_name), ', ') as columns
     from information_schema.columns c join information_schema.columns k using (table_schema, table_name)
     join information_schema.tables b using (table_schema, table_name)
     where b.table_type = 'BASE TABLE' and c.column_name = 'cooperative_id' and c.table_schema in ('app', 'ledger') and c.table_name <> 'idempotency' and k.column_name <> 'cooperative_id' and k.is_generated = 'NEVER'
       and (c.table_schema, c.table_name) not in (('app', 'cooperative')) group by 1`,
  )
  for (const { name, columns } of rows) {
    await client.query(
      `insert into ${name} (cooperative_id, ${columns}) select s.cooperative_id, ${columns
        .split(', ')
        .map((each) => `t.${each}`)
        .join(', ')} from ${name} t cross join public.society s where t.cooperative_id = $1`,
      [id],
    )
  }
  await client.query(
    `insert into app.cooperative select (jsonb_populate_record(c, jsonb_build_object('cooperative_id', s.cooperative_id, 'coop_id', s.coop_id, 'name', 'Bench ' || s.n, 'phone', '+23480' || (30000000 + s.n), 'search_text', 'bench ' || s.n))).*
     from app.cooperative c cross join public.society s where c.cooperative_id = $1`,
    [id],
  )
  await client.query(
    `insert into public.society select cooperative_id, 1, coop_id, $2::int from app.cooperative where cooperative_id = $1`,
    [id, largest.members],
  )
  await client.query(
    `update ledger.head set books_begin_on = date_trunc('month', current_date) - interval '${months} months'`,
  )
  // What rounding left over goes to the smallest, so that the members come to their number.
  await client.query(
    `update public.society s set size = size + 1 from (select n from public.society order by n desc limit (select $1 - sum(size) from public.society)) last where last.n = s.n`,
    [members],
  )
}

const firstNames =
  'Ada,Bola,Chidi,Damilola,Emeka,Funke,Grace,Halima,Ibrahim,Joseph,Kemi,Ladi,Musa,Ngozi,Obinna,Patience,Rashida,Segun,Tunde,Uche,Victoria,Wale,Yusuf,Zainab,Adebayo,Blessing,Chinwe,Deborah,Esther,Fatima'.split(
    ',',
  )
const lastNames =
  'Adeyemi,Balogun,Chukwu,Danladi,Eze,Fashola,Garba,Hassan,Igwe,Johnson,Kalu,Lawal,Mohammed,Nwosu,Obi,Peters,Quadri,Raji,Sanni,Taiwo,Umar,Vincent,Williams,Yakubu,Zubair,Adewale,Bello,Coker,Dada,Ekwueme,Okafor,Olawale,Okonkwo,Ogunleye'.split(
    ',',
  )

async function makeMembers(client: pg.Client, id: string): Promise<void> {
  await client.query(
    `create table public.person as
     select s.cooperative_id, s.coop_id, i as number, gen_random_uuid() as member_id, row_number() over (order by s.n, i) as nth,
       ($1::text[])[1 + (i * 7 + s.n) % cardinality($1::text[])] as first_name, ($2::text[])[1 + (i * 11 + i / 30 + s.n) % cardinality($2::text[])] as last_name,
       '+2348' || lpad((100000000 + row_number() over (order by s.n, i) * 37)::text, 9, '0') as phone,
       case when i % 10 < 7 then (date_trunc('month', current_date) - interval '${months} months')::date + i % 28 else current_date - (i * 13) % 700 end as joined,
       500000 * (1 + i % 6) as monthly, (i * 7919 + s.n) % 100 as dice
     from public.society s cross join lateral generate_series(1, s.size) i`,
    [firstNames, lastNames],
  )
  await client.query(
    `insert into app.member (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, date_of_birth, registration_date, contributions_due_from, gender, marital_status, employment_status,
       monthly_contribution, address, next_of_kin_first_name, next_of_kin_last_name, status, roles, search_text)
     select cooperative_id, member_id, number, coop_id || '/' || lpad(number::text, 5, '0'), first_name, last_name, phone, date '1960-01-01' + (nth * 31 % 15000)::int, joined, date_trunc('month', joined),
       case when number % 2 = 0 then 'female' else 'male' end, 'married', 'employed', monthly, number || ' Market Road', 'Next', last_name,
       case when dice < 5 then 'inactive' else 'active' end, case when number <= 3 then '{member,admin}'::text[] else '{member}' end,
       lower(first_name || ' ' || last_name || ' ' || first_name || ' ' || phone || ' ' || coop_id || '/' || lpad(number::text, 5, '0')) from public.person`,
  )
  await client.query(
    'update app.cooperative c set last_membership_number = s.size, member_count = s.size from public.society s where s.cooperative_id = c.cooperative_id',
  )
  await client.query(
    "insert into app.contribution_plan select cooperative_id, member_id, date_trunc('month', joined)::date, monthly from public.person",
  )
  await client.query(
    `with login as (insert into platform.login (login_id, kind, phone, name) select gen_random_uuid(), 'member', phone, first_name || ' ' || last_name from public.person returning login_id, phone)
     insert into platform.membership (login_id, cooperative_id, member_id, confirmed_at) select login_id, cooperative_id, member_id, case when dice % 3 > 0 then now() end from login join public.person using (phone)`,
  )
  await client.query(
    `insert into app.employment (cooperative_id, member_id, employer_id, staff_number, from_on)
     select p.cooperative_id, p.member_id, e.employer_id, 'S' || p.number, p.joined from public.person p
     cross join lateral (select employer_id from app.employer e where e.cooperative_id = p.cooperative_id order by name offset p.number % 3 limit 1) e where p.number % 5 < 2`,
  )
  await client.query(
    `insert into ledger.account (cooperative_id, account_id, code, name, class, control_id, member_id, account_type_id)
     select p.cooperative_id, gen_random_uuid(), t.code || '-' || lpad(p.number::text, 5, '0'), p.first_name || ' ' || p.last_name, k.class, t.control_id, p.member_id, t.account_type_id
     from public.person p join app.account_type t on t.cooperative_id = p.cooperative_id and (t.is_default or t.kind = 'shares')
     join ledger.account k on k.cooperative_id = t.cooperative_id and k.account_id = t.control_id`,
  )
  await client.query('analyze app.member; analyze ledger.account; analyze app.employment')
  if (!id) throw new Error('No society to measure')
}

/** Each month one voucher a society, with a line for each member who paid: nine in ten do, and one in eight missed some months. */
async function makeContributions(client: pg.Client): Promise<void> {
  // A posting is of an entry of its own transaction, whoever writes it.
  await client.query('begin')
  await client.query(
    `insert into ledger.entry (cooperative_id, entry_id, entry_no, effective_on, kind, source_type, source_id, actor_id, request_id, created_at, prev_hash, hash)
     select cooperative_id, gen_random_uuid(), m + 1, date_trunc('month', current_date) - (${months} - m) * interval '1 month' + interval '27 days', 'contribution', 'bench', 'bench-' || m, cooperative_id, 'bench', now(), '\\x00', sha256((cooperative_id::text || m)::bytea)
     from public.society cross join generate_series(0, ${months - 1}) m`,
  )
  await client.query(`update ledger.head set last_no = ${months}, hash = sha256('bench')`)
  await client.query(
    `create table public.payment as
     select p.cooperative_id, p.member_id, p.number, e.entry_id, e.entry_no, e.effective_on, date_trunc('month', e.effective_on)::date as period, p.monthly as amount, a.account_id, a.account_type_id,
       row_number() over (partition by e.cooperative_id, e.entry_id order by p.number) as line
     from public.person p join ledger.entry e on e.cooperative_id = p.cooperative_id and e.effective_on >= p.joined
     join app.account_type t on t.cooperative_id = p.cooperative_id and t.is_default
     join ledger.account a on a.cooperative_id = p.cooperative_id and a.member_id = p.member_id and a.account_type_id = t.account_type_id
     where not (p.dice between 10 and 22 and (p.number + e.entry_no) % 5 = 0)`,
  )
  const cash =
    '(select a.account_id from ledger.account a where a.cooperative_id = p.cooperative_id and a.holds_cash order by a.code limit 1)'
  await client.query(
    `insert into ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount) select p.cooperative_id, p.entry_id, p.line, c.account_id, p.account_id, p.amount
     from public.payment p join (select cooperative_id, ${cash} as account_id from public.society p) c using (cooperative_id)`,
  )
  await client.query(
    `insert into app.transaction (cooperative_id, transaction_id, type, status, member_id, account_type_id, amount, direction, occurred_on, period, description, entry_id, entry_no, line, recorded_by, recorded_by_name, receipt_number)
     select cooperative_id, gen_random_uuid(), 'contribution', 'approved', member_id, account_type_id, amount, 'in', effective_on, period, 'Contribution', entry_id, entry_no, line, cooperative_id, 'Treasurer', 'B-' || entry_no || '-' || line from public.payment`,
  )
  await client.query(
    `insert into ledger.balance (cooperative_id, account_id, slot, debits, credits)
     select a.cooperative_id, a.account_id, 0, 0, case when t.is_default then coalesce(s.amount, 0) else 1000000 end
     from ledger.account a join app.account_type t on t.cooperative_id = a.cooperative_id and t.account_type_id = a.account_type_id
     left join (select cooperative_id, account_id, sum(amount) as amount from public.payment group by 1, 2) s on s.cooperative_id = a.cooperative_id and s.account_id = a.account_id
     where a.member_id is not null on conflict do nothing`,
  )
  await client.query('commit')
}

/** One member in seven has a loan of a year, at every age; one in ten of them is late. */
async function makeLoans(client: pg.Client): Promise<void> {
  await client.query(
    `insert into app.loan (cooperative_id, loan_id, member_id, loan_configuration_id, status, principal, instalments, interest_method, annual_rate_ppm,
       terms, recorded_by, recorded_by_name, account_id, start_on, disbursed, paid_principal)
     select p.cooperative_id, gen_random_uuid(), p.member_id, c.loan_configuration_id, 'active', 12000000, 12, 'equal_principal', 1200, c.rules, p.cooperative_id, 'Treasurer', gen_random_uuid(),
       current_date - (p.number % 11) * 30 - 5, 12000000, (p.number % 11) * 1000000
     from public.person p cross join lateral (select loan_configuration_id, rules from app.loan_configuration c where c.cooperative_id = p.cooperative_id order by name limit 1) c where p.number % 7 = 0`,
  )
  await client.query(
    `insert into app.loan_instalment (cooperative_id, loan_id, number, member_id, due_on, principal, interest, fees, penalties, owed_principal, owed_interest, owed_fees, owed_penalties)
     select cooperative_id, loan_id, i, member_id, start_on + i * 30, 1000000, 10000, 0, 0,
       case when i * 1000000 > paid_principal - late then 1000000 else 0 end, case when i * 1000000 > paid_principal - late then 10000 else 0 end, 0, 0
     from (select *, case when ('x' || right(loan_id::text, 4))::bit(16)::int % 10 = 0 then 1000000 else 0 end as late from app.loan) l, generate_series(1, 12) i`,
  )
}
