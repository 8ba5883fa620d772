import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { updatePlan as contract } from '#features/platform-admin/overview/contract.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { planSentence } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { isTrialEnd, trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findCooperative, lockCooperative } from '#features/platform-admin/cooperatives/server/queries.ts'
import { notifyCooperative } from '#features/platform-admin/cooperatives/server/notify-cooperative.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { setPlan } from './store.ts'

/** Another plan or another end of the trial. Refuses: not_found, trial_not_begun, trial_end_wrong, plan_unchanged. */
export async function updatePlan(
  tx: Tx,
  actor: SuperAdminActor,
  { id, plan, trialEndsOn, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const before = (await lockCooperative(tx, id)) ?? refuse('not_found')
  const today = dayIn(context.now)
  const after = {
    plan: plan ?? before.plan,
    // Who comes back to the trial without a day gets a whole new one; other plans keep the day for their history.
    trialEndsOn:
      trialEndsOn ?? (plan === 'trial' && before.plan !== 'trial' ? trialEndFrom(today) : before.trialEndsOn),
  }
  if (after.trialEndsOn !== null && before.trialEndsOn === null && before.status === 'pending')
    refuse('trial_not_begun', { field: 'trialEndsOn' })
  if (trialEndsOn !== undefined && (after.plan !== 'trial' || !isTrialEnd(trialEndsOn, today)))
    refuse('trial_end_wrong', { field: 'trialEndsOn' })
  if (after.plan === before.plan && after.trialEndsOn === before.trialEndsOn)
    refuse('plan_unchanged', { field: plan === undefined ? 'trialEndsOn' : 'plan' })

  // From here on the change must succeed.
  await setPlan(tx, id, after)
  await notifyCooperative(tx, before, { sentence: planSentence(before.name, after), type: 'info' }, context)
  const facts = (of: typeof after) => ({ plan: of.plan, trialEndsOn: of.trialEndsOn })
  await recordAudit(
    tx,
    actor,
    { action: 'cooperative.plan', cooperativeId: id, before: facts(before), after: facts(after), reason },
    context,
  )
  return (await findCooperative(tx, id)) ?? refuse('not_found')
}
