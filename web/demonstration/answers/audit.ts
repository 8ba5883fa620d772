import type { Replied } from '#contract/endpoint.ts'
import type { listAuditEvents } from '#contract/platform/platform.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { CooperativeId, LoginId } from '#domain/ids.ts'
import type { AuditAction } from '#domain/access/platform-audit/audit-action.ts'
import type { Moment } from '#web/demonstration/answering.ts'
import type { AuditEvent } from '#web/demonstration/records.ts'
import { isIn, newId } from './society.ts'

type Act = { action: AuditAction; cooperative?: { id: CooperativeId; name: string } } & Partial<Pick<AuditEvent, 'before' | 'after'>> & { reason?: string | undefined }

/** Writes down what a super administrator did in this browser. */
export function recordAudit({ world, now }: Moment, actor: { loginId: LoginId; name: string }, { action, cooperative, before = {}, after = {}, reason }: Act): void {
  world.auditEvents.push({
    id: newId(), at: now.toISOString(), loginId: actor.loginId, actorName: actor.name, action, cooperativeId: cooperative?.id ?? null, cooperativeName: cooperative?.name ?? null, before, after,
    reason: reason ?? null,
  })
}

type Filters = { q?: string | undefined; actor?: LoginId | undefined; action?: AuditAction | undefined; cooperativeId?: CooperativeId | undefined; from?: Day | undefined; to?: Day | undefined }

/** What these filters leave, the oldest first. */
export function auditEvents({ world }: Moment, { q, actor, action, cooperativeId, from, to }: Filters): Replied<typeof listAuditEvents>[] {
  return world.auditEvents
    .filter((event) => {
      const on = dayIn(new Date(event.at))
      const isMeant = (!actor || event.loginId === actor) && (!action || event.action === action) && (!cooperativeId || event.cooperativeId === cooperativeId) && (!from || on >= from) && (!to || on <= to)
      return isMeant && isIn(`${event.cooperativeName} ${event.actorName} ${event.reason} ${JSON.stringify([event.before, event.after])}`, q)
    })
    .map(({ loginId: _loginId, at, ...event }) => ({ ...event, at: new Date(at), cooperativeName: world.societies.find(({ id }) => id === event.cooperativeId)?.name ?? event.cooperativeName, address: null }))
}
