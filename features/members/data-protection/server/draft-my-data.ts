import * as z from 'zod/mini'
import { getMyData as contract } from '#features/members/data-protection/contract.ts'
import { getOwnStatement } from '#features/savings/statements/contract.ts'
import { dayIn, dayText, isDay } from '#core/calendar.ts'
import { kobo, moneyText } from '#core/money.ts'
import { sectionsOf } from '#features/savings/statements/server/get-member-statement.ts'
import { findStatement, type Statement } from '#features/savings/statements/server/reads.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { action } from '#platform/action.ts'
import type { Section } from '#platform/files/agreement-paper.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { writeStatement } from '#platform/files/table-file.ts'
import {
  type AuditLine,
  findAuditLines,
  findSessions,
  findStoredRows,
  ownMemberId,
  type SessionLine,
  type StoredRows,
} from './reads.ts'

/** Lagos is an hour ahead of UTC all year. */
const lagosAhead = 3_600_000

/** More rows of one kind are for programs, which get them all. */
const rowsOnPaperMax = 1000

type Stored = { statement: Statement; records: StoredRows; sessions: SessionLine[]; auditTrail: AuditLine[] }

/**
 * Everything that is stored about the member. Much of it is closed to their own session, so it is read as the office would,
 * in a transaction of its own. Refuses: not_found, statement_too_long, overloaded.
 */
export const draftMyData = action(contract, async ({ actor, now, today, context: { database } }, { format }) => {
  const memberId = ownMemberId(actor)
  return new FileDraft(async () => {
    const scope = { cooperativeId: actor.cooperativeId, role: 'job' as const }
    const inside = await database.tenant(
      scope,
      async (own) => ({
        statement: await findStatement(own, memberId, { from: (await findOpenDays(own)).booksBeginOn, to: today }),
        records: await findStoredRows(own, memberId),
        auditTrail: await findAuditLines(own, memberId, actor.loginId),
      }),
      { readOnly: true, snapshot: true },
    )
    const stored: Stored = {
      ...inside,
      sessions: await database.auth((own) => findSessions(own, actor.cooperativeId, memberId)),
    }
    const name = `my-data-${stored.statement.member.membershipno.replaceAll('/', '-')}-${today}`
    if (format === 'pdf')
      return {
        fileName: `${name}.pdf`,
        mediaType: 'application/pdf',
        content: await writeStatement(paperOf(stored, now)),
      }
    return {
      fileName: `${name}.json`,
      mediaType: 'application/json',
      content: Buffer.from(JSON.stringify(dataOf(stored, now), null, 2)),
    }
  })
})

function dataOf({ statement, records, sessions, auditTrail }: Stored, now: Date): object {
  return {
    madeAt: now,
    explanation:
      'Amounts under statement are naira. Amounts under records are kobo, one hundredth of a naira; each list there is a table, each line a row that carries you.',
    statement: z.encode(getOwnStatement.reply, statement),
    records,
    sessions,
    auditTrail,
  }
}

function paperOf({ statement, records, sessions, auditTrail }: Stored, now: Date) {
  const { society, member } = statement
  return {
    society,
    societyLines: [],
    logo: null,
    title: 'What is stored about you',
    foot: `data of ${member.membershipno}`,
    titleLines: [
      `${member.name}, membership number ${member.membershipno}`,
      `As on ${dayText(dayIn(now))}. Amounts in naira (₦). The file for programs holds every field of every row.`,
    ],
    sections: [
      ...Object.entries(records)
        .toSorted(([one], [other]) => Number(other === 'member') - Number(one === 'member'))
        .map(([table, rows]) => recordSection(table, rows)),
      ...sectionsOf(statement),
      {
        title: 'Sessions',
        sentences: listed(
          sessions.map(
            ({ device, role, since, lastUsed, ended }) =>
              `${device}, as ${role}, from ${moment(since)}, last used ${moment(lastUsed)}${ended ? `, ended ${moment(ended)}` : ''}`,
          ),
        ),
      },
      {
        title: 'Audit trail',
        sentences: listed(auditTrail.map(({ at, by, action }) => `${moment(at)}: ${by}, ${action}`)),
      },
    ] satisfies Section[],
    check: null,
  }
}

/** One table's rows in words; names of columns say what each value is. What is posted is among the accounts. */
function recordSection(table: string, rows: readonly Record<string, unknown>[]): Section {
  const shown =
    table === 'transaction' ? rows.filter(({ status }) => status !== 'approved' && status !== 'reversed') : rows
  const told = shown.map((row) =>
    Object.entries(row).flatMap(([column, value]) =>
      isForPrograms(column, value) ? [] : [[words(column), plain(column, value)] as const],
    ),
  )
  const [only] = told
  if (table === 'member' && only) return { title: 'You', facts: only }
  return {
    title: words(table),
    sentences: listed(told.map((row) => row.map(([name, value]) => `${name}: ${value}`).join('; '))),
  }
}

function isForPrograms(column: string, value: unknown): boolean {
  return value === null || value === '' || typeof value === 'object' || /_(?:id|by)$|^line$/.test(column)
}

const moneyColumns =
  /(?:amount|principal|interest|fees|penalties|price|monthly|contribution|disbursed|deducted|held|salary|written_off|recovered|instalment)$/

function plain(column: string, value: unknown): string {
  if (typeof value === 'number' && moneyColumns.test(column)) return moneyText(kobo(value))
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? moment(new Date(value)) : isDay(value) ? dayText(value) : value
}

function listed(lines: readonly string[]): string[] {
  if (lines.length === 0) return ['Nothing.']
  const left = lines.length - rowsOnPaperMax
  return left > 0 ? [...lines.slice(0, rowsOnPaperMax), `${left} more are in the file for programs.`] : [...lines]
}

function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function moment(at: Date): string {
  return `${dayText(dayIn(at))}, ${new Date(at.getTime() + lagosAhead).toISOString().slice(11, 16)}`
}
