import { roleName } from '#domain/actor.ts'
import { writableTable } from '#server/files/table-file.ts'
import type { Drawing } from './queries.ts'
import { findOfficers, type OfficerLine } from './queries.ts'

export async function drawOfficers({ tx, days, head }: Drawing) {
  return writableTable<OfficerLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Office', kind: 'text', width: 26, value: (officer) => officesOf(officer) },
        { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
        { header: 'Member', kind: 'text', value: ({ name }) => name },
        { header: 'Until', kind: 'date', value: ({ endsOn }) => endsOn },
      ],
    },
    await findOfficers(tx, days.to),
  )
}

/** “Treasurer” */
export function officesOf({ roles }: OfficerLine): string {
  return roles
    .filter((role) => role !== 'member')
    .map(roleName)
    .join(', ')
}
