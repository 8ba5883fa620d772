import { mkdtempSync, rmSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { start } from '#app/server/start.ts'
import { loadRecording, readRecording, recordDatabase, recordedRows } from './recorded-database.ts'
import { verifyBooks } from './verify-books.ts'

// The sample society on the migrations 0001 to 0017: tools/record-database.ts.
const recording = readRecording(new URL('../database/recordings/first-release.json.br', import.meta.url))
const secret = 'the secret of recorded databases'

type Account = { account_id: string; code: string; member_id: string | null; account_type_id: string | null }
type Posting = { debit_id: string; credit_id: string; amount: number }
type Loan = Record<'disbursed' | 'paid_principal' | 'recovered' | 'written_off', number> & {
  loan_id: string
  status: string
}
const accounts = recordedRows<Account & { control_id: string | null }>(recording, 'ledger.account')
const postings = recordedRows<Posting>(recording, 'ledger.posting')
const members = recordedRows<{ member_id: string; status: string }>(recording, 'app.member')
const loans = recordedRows<Loan>(recording, 'app.loan')
const savingsTypes = new Set(
  recordedRows<{ account_type_id: string; kind: string }>(recording, 'app.account_type')
    .filter(({ kind }) => kind === 'savings')
    .map(({ account_type_id }) => account_type_id),
)
const lastDay = recordedRows<{ effective_on: string }>(recording, 'ledger.entry')
  .map(({ effective_on }) => effective_on)
  .reduce((one, other) => (one > other ? one : other))

/** Debits less credits in kobo of all that was posted to these accounts. */
function moved(these: readonly Account[]): number {
  const ids = new Set(these.map(({ account_id }) => account_id))
  return postings.reduce(
    (sum, { debit_id, credit_id, amount }) =>
      sum + (ids.has(debit_id) ? amount : 0) - (ids.has(credit_id) ? amount : 0),
    0,
  )
}

/** Kobo of what the server answers in naira. */
const kobo = (naira: number) => Math.round(naira * 100)

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'ajose-upgrade-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function asAdministrator<T>(work: (client: pg.Client, adminUrl: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: postgres.adminUrl })
  try {
    await client.connect()
    return await work(client, postgres.adminUrl)
  } finally {
    await client.end()
    if (!postgres.adopted) await postgres.stop()
  }
}

test('a database of the first release comes to the newest schema with every figure as it was, and works on', async () => {
  await asAdministrator(async (client) => {
    await loadRecording(client, recording)
    expect(await recordDatabase(client)).toEqual(recording)
  })

  const server = await start(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', APP_SECRET: secret }),
    () => {},
  )
  try {
    let token: string | undefined
    const ask = async <T>(method: string, path: string, body?: object) => {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const reply = await fetch(`${server.url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const { data, message } = (await reply.json()) as { data: T; message: string }
      expect([path, reply.ok, message]).toEqual([path, true, message])
      return data
    }
    const login = { identifier: 'AJO-DEM234', password: 'sample-treasurer' }
    token = (await ask<{ accessToken: string }>('POST', '/cooperatives/login', login)).accessToken

    const balances = await ask<{ accounts: { accountId: string; debit: number; credit: number }[]; balanced: boolean }>(
      'GET',
      `/financial/reports/trial-balance?asOf=${lastDay}`,
    )
    const expected = accounts
      .filter(({ member_id, control_id }) => member_id === null && control_id === null)
      .map((account) => ({
        accountId: account.account_id,
        balance: moved([account, ...accounts.filter(({ control_id }) => control_id === account.account_id)]),
      }))
    const answered = new Map(
      balances.accounts.map(({ accountId, debit, credit }) => [accountId, kobo(debit) - kobo(credit)]),
    )
    expect(balances.balanced).toBe(true)
    expect(expected.map(({ accountId }) => ({ accountId, balance: answered.get(accountId) ?? 0 }))).toEqual(expected)

    const savingsOf = (memberId: string) =>
      0 -
      moved(
        accounts.filter(
          ({ member_id, account_type_id }) => member_id === memberId && savingsTypes.has(account_type_id ?? ''),
        ),
      )
    const register = (
      await Promise.all(
        [1, 2].map((page) => ask<{ memberid: string; savings: number }[]>('GET', `/members?limit=100&page=${page}`)),
      )
    ).flat()
    expect(register.length).toBe(members.length)
    expect(register.map(({ memberid, savings }) => [memberid, kobo(savings)])).toEqual(
      register.map(({ memberid }) => [memberid, savingsOf(memberid)]),
    )

    const shown = await ask<{ id: string; status: string; outstanding: number }[]>('GET', '/financial/loans?limit=100')
    const byId = (one: readonly unknown[], other: readonly unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1)
    expect(shown.map(({ id, status, outstanding }) => [id, status, kobo(outstanding)]).toSorted(byId)).toEqual(
      loans
        .map((loan) => [
          loan.loan_id,
          loan.status,
          loan.disbursed - loan.paid_principal - loan.recovered - loan.written_off,
        ])
        .toSorted(byId),
    )

    const [payer] = register
    await ask('POST', '/financial/contributions', { memberId: payer?.memberid, amount: 1500.5 })
    const after = await ask<{ memberid: string; savings: number }[]>('GET', '/members?limit=100')
    expect(kobo(after.find(({ memberid }) => memberid === payer?.memberid)?.savings ?? 0)).toBe(
      savingsOf(payer?.memberid ?? '') + 150_050,
    )
  } finally {
    await server.stop()
  }

  await asAdministrator(async (client, adminUrl) => {
    const { rows } = await client.query<{ name: string }>('select name from migration.applied order by name')
    expect(rows.map(({ name }) => name)).toEqual(
      readdirSync(new URL('../database/migrations/', import.meta.url)).toSorted(),
    )
    expect(await runChecks(adminUrl)).toEqual([])
    const said: string[] = []
    expect([await verifyBooks(adminUrl, (line) => said.push(line)), said]).toEqual([true, said])
    expect(said.at(-1)).toBe('The books hold.')
  })
})
