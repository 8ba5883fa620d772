import { dayIn } from '#core/calendar.ts'
import { enquiryStatusNames } from '#features/governance/enquiries/rules/enquiry.ts'
import { type AuditQueryLine, findAuditQueries } from '#features/governance/enquiries/server/queries.ts'
import { writableTable } from '#platform/files/table-file.ts'
import type { Drawing } from './queries.ts'

/** Each message of the auditor's queries that were raised or changed since the period began. */
export async function drawAuditQueries({ tx, days, head }: Drawing) {
  return writableTable<AuditQueryLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Date', kind: 'date', value: ({ writtenAt }) => dayIn(writtenAt) },
        { header: 'Query', kind: 'text', width: 34, value: ({ subject }) => subject },
        { header: 'Status', kind: 'text', width: 20, value: ({ status }) => enquiryStatusNames[status] },
        { header: 'By', kind: 'text', width: 22, value: ({ author }) => author },
        { header: 'Message', kind: 'text', width: 110, value: ({ text }) => text },
      ],
    },
    await findAuditQueries(tx, days.from),
  )
}
