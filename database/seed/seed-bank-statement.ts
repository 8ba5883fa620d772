import { createHash } from 'node:crypto'
import { addDays, addMonths, type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import type { AccountId, BankMatchId } from '#core/ids.ts'
import { type Kobo, kobo, nairaText } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import { findAccounts } from '#features/accounting/books/server/reads.ts'
import { confirmMatches } from '#features/accounting/reconciliation/server/confirm-matches.ts'
import { listBankLines } from '#features/accounting/reconciliation/server/queries.ts'
import { uploadStatement } from '#features/accounting/reconciliation/server/upload-statement.ts'
import { bankCode } from '#features/accounting/books/rules/chart.ts'
import { asOfficer, monthEnd, type SampleSociety, seedDay } from './sample-society.ts'

type Moved = { on: Day; amount: Kobo; narration: string }

/** What the bank knows and the books do not yet. */
const onlyAtTheBank = [
  { dayOfMonth: '15', kobo: -5250, narration: 'SMS ALERT CHARGE' },
  { dayOfMonth: '22', kobo: 1_500_000, narration: 'NIP TRF FROM ADEYEMI A' },
]

/**
 * The bank's statement of last month. It shows what the books have, but for what came in on the last day, and two lines that
 * they lack; the matches of the month's first half are confirmed.
 */
export async function seedBankStatement(society: SampleSociety): Promise<void> {
  const { actor } = society
  const today = seedDay(society)
  const [from, to] = [firstDayOf(addMonths(periodOf(today), -1)), monthEnd(today, -1)]
  await asOfficer(society, async (tx) => {
    const accountId = (await findAccounts(tx)).find(({ code }) => code === bankCode)?.id
    if (!accountId) throw new Error('The sample cooperative has no bank account')
    const signed = sql`case when p.debit_id = ${accountId} then p.amount else -p.amount end`
    const entries = sql`ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where ${accountId} in (p.debit_id, p.credit_id)`
    const { opening } = await tx.one<{ opening: Kobo }>(
      sql`select coalesce(sum(${signed}), 0)::bigint as opening from ${entries} and e.effective_on < ${from}`,
    )
    const booked = await tx.many<{ on: Day; amount: Kobo; kind: string }>(sql`
      select e.effective_on as on, e.kind, sum(${signed})::bigint as amount from ${entries} and e.effective_on >= ${from} and e.effective_on < ${to}
      group by e.entry_id, e.effective_on, e.kind, e.entry_no having sum(${signed}) <> 0 order by e.entry_no`)
    const known = booked.map(({ on, amount, kind }): Moved => ({
      on,
      amount,
      narration: kind === 'journal' ? 'CASH LODGEMENT LESS CHARGES' : 'TRANSFER FROM MEMBER',
    }))
    const unknown = onlyAtTheBank.map(({ dayOfMonth, kobo: amount, narration }): Moved => ({
      on: `${from.slice(0, 8)}${dayOfMonth}` as Day,
      amount: kobo(amount),
      narration,
    }))
    await uploadStatement(
      tx,
      actor,
      { accountId, file: statementFile(from, opening, [...known, ...unknown]) },
      society.context,
    )
    await confirmMatches(tx, actor, { accountId, matchIds: await proposedBefore(accountId, addDays(from, 15)) })

    async function proposedBefore(account: AccountId, day: Day): Promise<BankMatchId[]> {
      const { rows } = await listBankLines(tx, actor, { accountId: account, show: 'proposed', page: 1, limit: 100 })
      return rows.flatMap(({ on, match }) => (match && on < day ? [match.id] : []))
    }
  })
}

function statementFile(from: Day, opening: Kobo, moved: readonly Moved[]) {
  const fileName = `statement-${from.slice(0, 7)}.csv`
  const balances: Kobo[] = []
  const ordered = moved.toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))
  for (const { amount } of ordered) balances.push(kobo((balances.at(-1) ?? opening) + amount))
  const rows = ordered.map(({ on, narration, amount }, index) => ({
    number: index + 2,
    cells: [
      on,
      narration,
      amount < 0n ? nairaText(kobo(-amount)) : '',
      amount > 0n ? nairaText(amount) : '',
      nairaText(balances[index] ?? opening),
    ],
    formulas: [],
  }))
  const columns = ['Date', 'Narration', 'Debit', 'Credit', 'Balance']
  return {
    fileName,
    sha256: createHash('sha256').update(JSON.stringify(rows)).digest(),
    table: { columns, rows, top: [{ number: 1, cells: columns, formulas: [] }] },
  }
}
