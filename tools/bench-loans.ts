// Prints how many schedules are worked out a second, and how long the portfolio of 20,000 running loans takes over HTTP:
// arrears, portfolio at risk, provisions, what the month should bring in. Figures in the docs come from here.
import pg from 'pg'
import type { Day } from '#core/calendar.ts'
import { plainSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import { plannedMethods } from '#features/loans/loans/rules/loan-plan.ts'
import { planOf } from '#features/loans/loans/rules/running-loan.ts'
import { scheduleOf } from '#features/loans/loans/rules/schedule.ts'
import { kobo } from '#core/money.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { ask, startEmptyServer, superAdmin } from './bench-server.ts'

const loansCount = 20_000
const membersCount = 200
const runs = 9

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function schedules(): void {
  const until = performance.now() + 3000
  let count = 0
  const began = performance.now()
  for (; performance.now() < until; count += 1) {
    const interestMethod = plannedMethods[count % plannedMethods.length] ?? 'flat'
    const startOn = '2026-01-31' as Day
    const plan = planOf({
      interestMethod,
      annualRatePpm: 120_000 + (count % 600) * 100,
      instalments: 24,
      repaidEvery: 'month',
      schedule: plainSchedule,
      startOn,
      firstDueOn: undefined,
    })
    const lines = scheduleOf(plan, {
      disbursements: [{ on: startOn, amount: kobo(10_000_000 + count) }],
      repayments: [],
    }).instalments
    if (lines.length !== 24) throw new Error(`A schedule of 24 instalments has ${lines.length}`)
  }
  console.log(
    `schedules  ${Math.round(count / ((performance.now() - began) / 1000))} of 24 instalments a second, one after the other`,
  )
}

/** Running loans of 24 months at every age, one in ten of them late; straight into the tables, because only reading is measured. */
async function lend(dataDir: string, cooperativeId: string): Promise<void> {
  const { adminUrl } = await startEmbedded(dataDir)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(
    `insert into app.loan (cooperative_id, loan_id, member_id, loan_configuration_id, status, principal, instalments, interest_method, annual_rate_ppm,
       terms, recorded_by, recorded_by_name, account_id, start_on, disbursed, paid_principal)
     select $1, gen_random_uuid(), m.member_id, c.loan_configuration_id, 'active', 24000000, 24, 'equal_principal', 1200, c.rules, gen_random_uuid(), 'Bench', gen_random_uuid(),
       current_date - (n % 23) * 30 - 5, 24000000, (n % 23) * 1000000
     from (select g as n, g % $2 as nth from generate_series(1, $3) g) g
     join (select member_id, row_number() over () - 1 as nth from app.member where cooperative_id = $1) m using (nth)
     cross join lateral (select loan_configuration_id, rules from app.loan_configuration where cooperative_id = $1 order by name offset n % 3 limit 1) c`,
    [cooperativeId, membersCount, loansCount],
  )
  await admin.query(
    `insert into app.loan_instalment (cooperative_id, loan_id, number, member_id, due_on, principal, interest, fees, penalties, owed_principal, owed_interest, owed_fees, owed_penalties)
     select cooperative_id, loan_id, i, member_id, start_on + i * 30, 1000000, 10000, 0, 0,
       case when i * 1000000 > paid_principal - late then 1000000 else 0 end, case when i * 1000000 > paid_principal - late then 10000 else 0 end, 0, 0
     from (select *, case when dice % 10 = 0 then (dice / 10 % 4 + 1) * 1000000 else 0 end as late
       from (select *, ('x' || right(loan_id::text, 4))::bit(16)::int as dice from app.loan where cooperative_id = $1) d) l, generate_series(1, 24) i`,
    [cooperativeId],
  )
  await admin.query('analyze app.loan; analyze app.loan_instalment')
  await admin.end()
}

async function main(): Promise<void> {
  schedules()
  const server = await startEmptyServer()
  try {
    const { accessToken: admin } = await ask(server.url, 'POST', '/super-admin/login', undefined, superAdmin)
    const password = 'secret-password'
    const { id, coop_id: identifier } = await ask(server.url, 'POST', '/cooperatives/register', undefined, {
      name: 'Bench',
      phone: '+2348010000000',
      password,
      confirmpassword: password,
    })
    await ask(server.url, 'PUT', `/cooperatives/update/${String(id)}`, admin, { status: 'active' })
    const { accessToken: token } = await ask(server.url, 'POST', '/cooperatives/login', undefined, {
      identifier,
      password,
    })
    const member = Array.from({ length: membersCount }, (_, n) => ({
      firstName: 'Bench',
      lastName: `Member ${n}`,
      phone: `+23481${String(n).padStart(8, '0')}`,
    }))
    await ask(server.url, 'POST', '/cooperatives/members', token, { member })
    await lend(server.dataDir, id as unknown as string)
    const times: number[] = []
    let found: { totals: { loans: number; overdueLoans: number }; atRisk: { percent: number }[] } | undefined
    for (let run = 0; run < runs; run += 1) {
      const began = performance.now()
      found = (await ask(server.url, 'GET', '/financial/loans/portfolio', token)) as unknown as typeof found
      times.push(performance.now() - began)
    }
    if (found?.totals.loans !== loansCount) throw new Error(`The portfolio has ${found?.totals.loans} loans`)
    console.log(
      `portfolio  ${Math.round(median(times))} ms over HTTP, the median of ${runs} (slowest ${Math.round(Math.max(...times))} ms): ${found.totals.loans} running loans, ${found.totals.overdueLoans} late, at risk ${found.atRisk.map(({ percent }) => `${percent} %`).join(', ')}`,
    )
  } finally {
    await server.stop()
  }
}

await main()
