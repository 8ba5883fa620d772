import * as z from 'zod/mini'
import type { Permission } from '#core/actor.ts'
import { eventGroups } from '#core/event-group.ts'
import type { AuditEventId, LoginId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery } from '#core/contract/fields.ts'

/** `refused` are events of every group that somebody's role did not allow. */
export const auditGroups = [...eventGroups, 'refused'] as const

const filters = {
  from: z.optional(day),
  to: z.optional(day),
  person: z.optional(id<LoginId>()),
  group: z.optional(z.enum(auditGroups, `Use one of ${auditGroups.join(', ')}`)),
}

export const listOwnAuditEvents = endpoint({
  method: 'GET',
  path: '/cooperatives/audit-events',
  summary:
    'What was done in the own cooperative, newest first: changes, downloads, refusals of permission, failed logins. `q` looks for a person or in the words.',
  access: 'audit.read',
  query: listQuery(['at'], filters),
  kind: 'list',
  reply: z.object({
    id: id<AuditEventId>(),
    at: instant,
    person: id<LoginId>(),
    by: z.string(),
    role: z.string(),
    /** Method and path of the call, as the API document names it, or what happened at a login. */
    action: z.string(),
    /** The action in one sentence. */
    says: z.string(),
    /** Their role does not allow it, and nothing was done. */
    refused: z.boolean(),
    /** The member that it was about. */
    memberName: z.nullable(z.string()),
    /** What a file was asked for by. */
    parameters: z.nullable(z.string()),
  }),
})

/** The most events that one file of a trail holds; an earlier part is had with `to`. */
export const auditExportMax = 10_000

/** The CSV file of a trail at its path: the same events as its list, by the same filters. */
export function auditExport<const Path extends `/${string}`, Access extends Permission, Query extends z.ZodMiniObject>(
  path: Path,
  { access, query }: { access: Access; query: Query },
) {
  return endpoint({
    method: 'GET',
    path,
    summary: `The same events as a CSV file, the newest ${auditExportMax} of them.`,
    access,
    says: ['files', 'Downloaded the audit trail'],
    query,
    kind: 'file',
    reply: z.null(),
  })
}

export const exportOwnAuditEvents = auditExport('/cooperatives/audit-events/csv', listOwnAuditEvents)
