import { auditExportMax } from '#contract/access/audit-trail.ts'
import * as contract from '#contract/platform/platform.ts'
import { documentsSentence, planSentence } from '#domain/platform/cooperatives/notice.ts'
import { isTrialEnd, trialEndFrom } from '#domain/platform/cooperatives/plan.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import type { LoginId } from '#domain/ids.ts'
import { auditCsv } from '#domain/access/platform-audit/audit-csv.ts'
import { refuse } from '#domain/refusal.ts'
import { above, type Answer, type Moment, open, paged } from '#web/demonstration/answering.ts'
import { sampleId } from '#web/demonstration/records.ts'
import { auditEvents, recordAudit } from './audit.ts'
import { cooperativeFrom, findSociety, totalsOf } from './cooperatives.ts'
import { notify } from './society.ts'

/** The most lines of the history that a cooperative's page shows; the audit trail has them all. */
const historyMax = 50

export const platformAnswers: readonly Answer[] = [
  open(contract.getHealth, () => ({ status: 'ok' as const, version: 'demonstration', uptimeSeconds: 0, sampleData: false })),
  above(contract.getCooperative, (moment, { id }) => {
    const society = findSociety(moment.world, id)
    const history = auditEvents(moment, { cooperativeId: id }).toReversed().slice(0, historyMax)
    return { ...cooperativeFrom(moment, society), documents: [], totals: totalsOf(moment, society), history }
  }),
  above(contract.updatePlan, updatePlan),
  above(contract.requestDocuments, (moment, { id, message }) => {
    const society = findSociety(moment.world, id)
    notify(society, 'officers', documentsSentence(society.name, message), moment.now, { type: 'warning' })
    recordAudit(moment, moment.actor, { action: 'cooperative.documents', cooperative: society, reason: message })
    return { sms: 0, emails: 0 }
  }),
  above(contract.listAuditEvents, (moment, input) => {
    const actors = moment.world.users.filter(({ role }) => role === 'superadmin').map(({ id, name }) => ({ id: sampleId<LoginId>('login', id), name }))
    return paged(auditEvents(moment, input), input, { at: (row) => row.at.getTime() }, '-at', { actors })
  }),
  above(contract.exportAuditEvents, (moment, input) => {
    const lines = auditEvents(moment, input)
    const rows = (input.sort === 'at' ? lines : lines.toReversed()).slice(0, auditExportMax)
    recordAudit(moment, moment.actor, { action: 'audit.export', after: { lines: rows.length } })
    return { fileName: `audit-trail-${moment.today}.csv`, mediaType: 'text/csv; charset=utf-8', content: new TextEncoder().encode(auditCsv(rows)) }
  }),
]

function updatePlan(moment: Moment & { actor: SuperAdminActor }, { id, plan, trialEndsOn, reason }: Parsed<typeof contract.updatePlan>): Replied<typeof contract.updatePlan> {
  const { world, today, now, actor } = moment
  const society = findSociety(world, id)
  const before = { plan: society.plan, trialEndsOn: society.trialEndsOn }
  // Who comes back to the trial without a day gets a whole new one.
  const after = { plan: plan ?? before.plan, trialEndsOn: trialEndsOn ?? (plan === 'trial' && before.plan !== 'trial' ? trialEndFrom(today) : before.trialEndsOn) }
  if (after.trialEndsOn !== null && before.trialEndsOn === null && society.status === 'pending') refuse('trial_not_begun', { field: 'trialEndsOn' })
  if (trialEndsOn !== undefined && (after.plan !== 'trial' || !isTrialEnd(trialEndsOn, today))) refuse('trial_end_wrong', { field: 'trialEndsOn' })
  if (after.plan === before.plan && after.trialEndsOn === before.trialEndsOn) refuse('plan_unchanged', { field: plan === undefined ? 'trialEndsOn' : 'plan' })
  Object.assign(society, after)
  notify(society, 'officers', planSentence(society.name, after), now)
  recordAudit(moment, actor, { action: 'cooperative.plan', cooperative: society, before, after, reason })
  return cooperativeFrom(moment, society)
}
