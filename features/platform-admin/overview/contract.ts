import * as z from 'zod/mini'
import type { AuditEventId, CooperativeId, LoginId } from '#core/ids.ts'
import { plans } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { auditActions } from '#features/platform-admin/audit-trail/rules/audit-action.ts'
import { auditExport } from '#features/access/audit-trail/contract.ts'
import { cooperative, documentOfCooperative } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { overseen } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, longText, naira } from '#core/contract/fields.ts'

/** The named fields of what an act changed; empty where it changed nothing. */
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const auditEvent = z.object({
  id: id<AuditEventId>(),
  at: instant,
  actorName: z.string(),
  action: z.enum(auditActions),
  cooperativeId: z.nullable(id<CooperativeId>()),
  cooperativeName: z.nullable(z.string()),
  before: facts,
  after: facts,
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
})

const oneCooperative = z.object({ id: id<CooperativeId>() })

export const getCooperative = endpoint({
  method: 'GET',
  path: '/cooperatives/details/:id',
  summary: 'One cooperative with its documents, the totals of its books, and what was decided about it, newest first.',
  access: 'cooperative.oversee',
  params: oneCooperative,
  reply: z.extend(cooperative, {
    documents: z.array(documentOfCooperative),
    /** Null until they have been summed for the first time, some minutes after the approval. */
    totals: z.nullable(
      z.object({
        savings: naira,
        shares: naira,
        transactionsThisMonth: z.number(),
        amountThisMonth: naira,
        lastEntryAt: z.nullable(instant),
        summedAt: instant,
      }),
    ),
    history: z.array(auditEvent),
  }),
})

export const updatePlan = endpoint({
  method: 'PUT',
  path: '/cooperatives/plan/:id',
  summary: "Changes a cooperative's plan or the last day of its trial, with the reason; the cooperative is told.",
  access: 'cooperative.oversee',
  says: null,
  changes: overseen,
  params: oneCooperative,
  body: z.strictObject({
    plan: z.optional(z.enum(plans, `Use one of ${plans.join(', ')}`)),
    trialEndsOn: z.optional(day),
    reason: longText('Give the reason', 500),
  }),
  reply: cooperative,
  message: 'Plan changed',
})

export const requestDocuments = endpoint({
  method: 'POST',
  path: '/cooperatives/request-documents/:id',
  summary: 'Asks a cooperative for documents, in words of the super administrator, by email, SMS and in the app.',
  access: 'cooperative.oversee',
  says: null,
  changes: overseen,
  params: oneCooperative,
  body: z.strictObject({ message: longText('Write what you need', 500) }),
  reply: z.object({ sms: z.number(), emails: z.number() }),
  status: 201,
  message: 'The cooperative is asked',
})

const auditFilters = {
  actor: z.optional(id<LoginId>()),
  action: z.optional(z.enum(auditActions, `Use one of ${auditActions.join(', ')}`)),
  cooperativeId: z.optional(id<CooperativeId>()),
  from: z.optional(day),
  to: z.optional(day),
}

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/platform/audit-events',
  summary:
    'What super administrators did, newest first; `q` looks in the reason, the values and the name of the cooperative.',
  access: 'platform.watch',
  query: listQuery(['at'], auditFilters),
  kind: 'list',
  reply: auditEvent,
  /** Everybody who may be in a line, for the filter. */
  summaryReply: z.object({ actors: z.array(z.object({ id: id<LoginId>(), name: z.string() })) }),
})

export const exportAuditEvents = auditExport('/platform/audit-events/csv', listAuditEvents)
