import { dayText } from '#core/calendar.ts'
import { writableTable } from '#platform/files/table-file.ts'
import { proveBooks } from '#features/accounting/books/server/prove-books.ts'
import type { Drawing } from './queries.ts'

type Row = { what: string; found: string; heading?: true }

/** Whose books they are and how they end, and each check of the proof of the books with what it found. */
export async function drawCertificate({ tx, actor, days, context, society, head }: Drawing) {
  const { holds, lastEntry, hash, checks } = await proveBooks(tx, actor, undefined, context)
  const rows: Row[] = [
    { what: 'Society', found: society.name },
    { what: 'Number on Ajose', found: society.coopId },
    { what: 'Registration number', found: society.registrationNumber ?? 'Not recorded' },
    { what: 'Period', found: `${dayText(days.from)} to ${dayText(days.to)}` },
    { what: 'Printed by', found: actor.name },
    { what: 'Last entry of the books', found: `No. ${lastEntry}` },
    { what: 'Its hash, which covers every entry before it', found: hash },
    {
      what: 'Last anchor outside the database',
      found: society.anchorDay ? dayText(society.anchorDay) : 'None yet: the first is made within a day',
    },
    ...(society.anchorHash ? [{ what: 'Hash of that anchor', found: society.anchorHash }] : []),
    { what: 'Proof of the books', found: holds ? 'The books agree' : 'The books do not agree', heading: true },
    ...checks.map((check) => ({
      what: check.title,
      found: check.holds ? `Holds: ${check.says}` : (check.wrong ?? ''),
    })),
  ]
  return writableTable<Row>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'What', kind: 'text', width: 45, value: ({ what }) => what },
        { header: 'Found', kind: 'text', width: 110, value: ({ found }) => found },
      ],
    },
    rows,
    ({ heading }) => (heading ? 'heading' : 'plain'),
  )
}
