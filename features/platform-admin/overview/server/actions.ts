import type { Replied } from '#contract/endpoint.ts'
import { refusal, refuse } from '#domain/refusal.ts'
import { auditExportMax } from '#features/access/audit-trail/contract.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { documentsSentence, planSentence } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { isTrialEnd, trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { notifyCooperative } from '#features/platform-admin/cooperatives/server/notify-cooperative.ts'
import { findCooperative, lockCooperative } from '#features/platform-admin/cooperatives/server/queries.ts'
import * as contract from '#features/platform-admin/overview/contract.ts'
import { platformAction } from '#server/action.ts'
import { update } from '#server/db/write.ts'
import type { TableColumn } from '#server/files/table-columns.ts'
import { writeCsv } from '#server/files/table-csv.ts'
import { listAuditEvents } from './reads.ts'

const trialNotBegun = refusal(
  'trial_not_begun',
  409,
  'The trial begins when the cooperative is approved. Approve it first.',
)
const trialEndWrong = refusal('trial_end_wrong', 422, 'Choose a day from today to a year ahead.')
const planUnchanged = refusal(
  'plan_unchanged',
  409,
  'This is the plan already. Change the plan or the end of the trial.',
)

/** Another plan or another end of the trial. Refuses: not_found, trial_not_begun, trial_end_wrong, plan_unchanged. */
export const updatePlan = platformAction(
  contract.updatePlan,
  async ({ tx, actor, today, context }, { id, plan, trialEndsOn, reason }) => {
    const before = (await lockCooperative(tx, id)) ?? refuse('not_found')
    const after = {
      plan: plan ?? before.plan,
      // Who comes back to the trial without a day gets a whole new one; other plans keep the day for their history.
      trialEndsOn:
        trialEndsOn ?? (plan === 'trial' && before.plan !== 'trial' ? trialEndFrom(today) : before.trialEndsOn),
    }
    if (after.trialEndsOn !== null && before.trialEndsOn === null && before.status === 'pending')
      refuse(trialNotBegun({ field: 'trialEndsOn' }))
    if (trialEndsOn !== undefined && (after.plan !== 'trial' || !isTrialEnd(trialEndsOn, today)))
      refuse(trialEndWrong({ field: 'trialEndsOn' }))
    if (after.plan === before.plan && after.trialEndsOn === before.trialEndsOn)
      refuse(planUnchanged({ field: plan === undefined ? 'trialEndsOn' : 'plan' }))

    // From here on the change must succeed.
    await update(tx, 'app.cooperative', { cooperativeId: id }, after)
    await notifyCooperative(tx, before, { sentence: planSentence(before.name, after), type: 'info' }, context)
    const facts = (of: typeof after) => ({ plan: of.plan, trialEndsOn: of.trialEndsOn })
    await recordAudit(
      tx,
      actor,
      { action: 'cooperative.plan', cooperativeId: id, before: facts(before), after: facts(after), reason },
      context,
    )
    return (await findCooperative(tx, id)) ?? refuse('not_found')
  },
)

/** Asks a cooperative for what its verification still needs; its status stays. Refuses: not_found. */
export const requestDocuments = platformAction(
  contract.requestDocuments,
  async ({ tx, actor, context }, { id, message }) => {
    const cooperative = (await lockCooperative(tx, id)) ?? refuse('not_found')
    const sentence = documentsSentence(cooperative.name, message)
    const told = await notifyCooperative(tx, cooperative, { sentence, type: 'warning' }, context)
    await recordAudit(tx, actor, { action: 'cooperative.documents', cooperativeId: id, reason: message }, context)
    return told
  },
)

type AuditEvent = Replied<typeof contract.listAuditEvents>

const columns: readonly TableColumn<AuditEvent>[] = [
  { header: 'At (UTC)', kind: 'text', value: (event) => event.at.toISOString() },
  { header: 'Who', kind: 'text', value: (event) => event.actorName },
  { header: 'What', kind: 'text', value: (event) => event.action },
  { header: 'Cooperative', kind: 'text', value: (event) => event.cooperativeName },
  { header: 'Before', kind: 'text', value: (event) => factsText(event.before) },
  { header: 'After', kind: 'text', value: (event) => factsText(event.after) },
  { header: 'Reason', kind: 'text', value: (event) => event.reason },
  { header: 'From', kind: 'text', value: (event) => event.address },
]

/** The lines that the filters leave, as a file for a spreadsheet; that it was taken is a line itself. */
export const exportAuditEvents = platformAction(contract.exportAuditEvents, async (ask, filters) => {
  const { tx, actor, today, context } = ask
  const { rows } = await listAuditEvents(ask, { ...filters, page: 1, limit: auditExportMax })
  await recordAudit(tx, actor, { action: 'audit.export', after: { lines: rows.length } }, context)
  return {
    fileName: `audit-trail-${today}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    content: await writeCsv(columns, rows),
  }
})

function factsText(facts: AuditEvent['before']): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ')
}
