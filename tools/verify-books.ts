import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { compile } from '#platform/db/sql.ts'
import { proofChecks, type ProofRow } from '#platform/ledger/proof.ts'
import { readAnchor, UnusableAnchor } from '#platform/ledger/anchor.ts'
import type { CooperativeId } from '#core/ids.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { runCommand, withDatabase } from './operator-command.ts'
import { type GivenAnchor, verifyAnchor } from './verify-anchor.ts'

/**
 * Proves the books of every cooperative from their postings, without the web server: `npm run verify-books`, against
 * DATABASE_URL or the database in DATA_DIR, for one cooperative with its CoopId behind it, and against
 * an anchor with `--anchor FILE`, whose key `--key FINGERPRINT` names where it is not this database's. Ends with 1 where
 * anything does not hold. It only reads.
 */
export async function verifyBooks(
  adminUrl: string,
  say: (line: string) => void,
  { coopId, anchor }: { coopId?: string | undefined; anchor?: GivenAnchor | undefined } = {},
): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: adminUrl, application_name: 'ajose verify-books' })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: cooperatives } = await client.query<{ id: CooperativeId; coop_id: string; name: string }>(
      'select c.cooperative_id as id, c.coop_id, c.name from app.cooperative c join ledger.head h using (cooperative_id) where $1::text is null or c.coop_id = $1 order by c.coop_id',
      [coopId ?? null],
    )
    if (cooperatives.length === 0)
      say(coopId ? `No cooperative ${coopId} has books here.` : 'No cooperative has books here.')
    let holds = coopId === undefined || cooperatives.length > 0
    if (anchor && !(await verifyAnchor(client, anchor, say, coopId))) holds = false
    for (const cooperative of cooperatives) {
      say(`${cooperative.coop_id} ${cooperative.name}`)
      if (!(await verifyOne(client, cooperative.id, say))) holds = false
    }
    say(holds ? 'The books hold.' : 'The books do not hold.')
    return holds
  } finally {
    await client.end()
  }
}

/** Proves the books of one cooperative in the transaction of the client. */
export async function verifyOne(client: pg.Client, id: CooperativeId, say: (line: string) => void): Promise<boolean> {
  let holds = true
  for (const { title, counts, statement } of proofChecks) {
    const began = performance.now()
    const { text, values } = compile(statement(id))
    const {
      rows: [row],
    } = await client.query<ProofRow>(text, values)
    const milliseconds = Math.round(performance.now() - began)
    const wrong = row ? row.wrong : 'The check gave no answer.'
    if (wrong !== null) holds = false
    say(
      `  ${wrong === null ? 'holds' : 'WRONG'}  ${title}: ${row?.rows ?? 0} ${counts}, ${milliseconds} ms${wrong === null ? '' : `\n         ${wrong}`}`,
    )
  }
  return holds
}

async function anchorIn(file: string, expected: string | undefined): Promise<GivenAnchor> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UnusableAnchor(`The file ${file} can't be read.`, { cause })
  })
  return { ...readAnchor(text), expected }
}

const usage = `Proves the books of every cooperative from their postings, or of one, and against an anchor where one is given:
  npm run verify-books -- [AJO-7K2M9Q] [--anchor FILE [--key FINGERPRINT]]`

if (import.meta.main)
  await runCommand(usage, { options: ['anchor', 'key'], words: 1 }, async ({ options, words: [coopId] }) => {
    const anchor = options.anchor === undefined ? undefined : await anchorIn(options.anchor, options.key)
    return withDatabase((adminUrl) => verifyBooks(adminUrl, (line) => console.log(line), { coopId, anchor }))
  })
