import { refuse } from '#core/refusal.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { documentsSentence, planSentence } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { isTrialEnd, trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { notifyCooperative } from '#features/platform-admin/cooperatives/server/notify-cooperative.ts'
import { findCooperative, lockCooperative } from '#features/platform-admin/cooperatives/server/reads.ts'
import * as contract from '#features/platform-admin/overview/contract.ts'
import { planUnchanged, trialEndWrong, trialNotBegun } from '#features/platform-admin/overview/rules/refusals.ts'
import { platformAction } from '#platform/action.ts'
import { update } from '#platform/db/write.ts'

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
