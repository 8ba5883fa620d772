import type { updateCooperative as contract } from '#features/platform-admin/cooperatives/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { CooperativeStatus, SuperAdminActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { statusSentence } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { notifyCooperative } from './notify-cooperative.ts'
import { findCooperative, lockCooperative } from './queries.ts'
import { endSessionsOfCooperative, renameLoginOf, setStatus } from './store.ts'
import { changeProfile } from './update-cooperative-profile.ts'

type Cooperative = Replied<typeof contract>
type Decided = Exclude<CooperativeStatus, 'pending'>

/** The super admin's decision about a cooperative, or their correction of its profile. Refuses: not_found, status_unchanged, reason_wanted. */
export async function updateCooperative(
  tx: Tx,
  actor: SuperAdminActor,
  { id, status, reason, ...profile }: Parsed<typeof contract>,
  context: Context,
): Promise<Cooperative> {
  const before = (await lockCooperative(tx, id)) ?? refuse('not_found')
  if (status === before.status) refuse('status_unchanged', { field: 'status', status })
  // Approving is the usual end of waiting; every other decision is owed an explanation.
  if (status && !reason && !(status === 'active' && before.status === 'pending'))
    refuse('reason_wanted', { field: 'reason' })

  // From here on the change must succeed.
  const changed = Object.entries(profile).filter(([, value]) => value !== undefined)
  if (changed.length > 0) {
    const after = await changeProfile(tx, id, profile)
    if (profile.name !== undefined) await renameLoginOf(tx, id, profile.name)
    const named = (of: Cooperative) =>
      Object.fromEntries(changed.map(([name]) => [name, of[name as keyof typeof profile]]))
    await recordAudit(
      tx,
      actor,
      {
        action: 'cooperative.update',
        cooperativeId: id,
        before: named(before),
        after: named(after),
        reason: status ? undefined : reason,
      },
      context,
    )
  }
  if (status) await decide(tx, actor, before, { status, reason }, context)
  return (await findCooperative(tx, id)) ?? refuse('not_found')
}

/** A closed cooperative is signed out everywhere at once; the first approval begins the trial. */
async function decide(
  tx: Tx,
  actor: SuperAdminActor,
  before: Cooperative,
  { status, reason }: { status: Decided; reason: string | undefined },
  context: Context,
): Promise<void> {
  const trialEndsOn =
    before.trialEndsOn ?? (status === 'active' && before.plan === 'trial' ? trialEndFrom(dayIn(context.now)) : null)
  await setStatus(tx, before.id, status, status === 'active' ? null : (reason ?? null), trialEndsOn)
  if (status !== 'active') await endSessionsOfCooperative(tx, before.id, `cooperative_${status}`)
  await notifyCooperative(
    tx,
    before,
    { sentence: statusSentence(before, status, reason), type: status === 'active' ? 'success' : 'warning' },
    context,
  )
  const began = trialEndsOn === before.trialEndsOn ? {} : { trialEndsOn }
  await recordAudit(
    tx,
    actor,
    {
      action: 'cooperative.status',
      cooperativeId: before.id,
      before: { status: before.status },
      after: { status, ...began },
      reason,
    },
    context,
  )
}
