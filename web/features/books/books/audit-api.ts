import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { exportOwnAuditEvents, listOwnAuditEvents } from '#contract/access/audit-trail.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type OwnAuditEvent = Replied<typeof listOwnAuditEvents>

export const auditQueries = {
  events: (query: Parsed<typeof listOwnAuditEvents>) =>
    queryOptions({
      queryKey: ['audit-trail', query],
      queryFn: ({ signal }) => call(listOwnAuditEvents, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

export async function saveAuditTrail(query: Parsed<typeof exportOwnAuditEvents>) {
  const { blob, fileName } = await download(exportOwnAuditEvents, query)
  saveFile(blob, fileName ?? 'audit-trail.csv')
}
