import { roleName } from '#core/actor.ts'
import { writableTable } from '#platform/files/table-file.ts'
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

/** “Treasurer, Chair, Loan committee” */
export function officesOf({ roles, posts }: OfficerLine): string {
  const offices = roles.filter((role) => role !== 'member').map(roleName)
  // A post that carries the office of its name is one thing.
  return [...offices.filter((office) => !posts.includes(office)), ...posts].join(', ')
}
