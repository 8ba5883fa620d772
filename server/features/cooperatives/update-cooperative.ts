import type { updateCooperative as contract } from '#contract/cooperatives.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { type Message, queueMessages } from '#server/db/messages.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyOfficers } from '#server/features/notifications/notify-officers.ts'
import { findCooperative, lockCooperative } from './queries.ts'
import { endSessionsOfCooperative, insertPlatformAudit, renameLoginOf, setStatus } from './store.ts'
import { changeProfile } from './update-cooperative-profile.ts'

/** The super admin's decision about a cooperative: the cooperative is told, and a closed one is signed out everywhere. */
export async function updateCooperative(
  tx: Tx,
  actor: SuperAdminActor,
  { id, status, reason, ...profile }: Parsed<typeof contract>,
  { messagesWaiting, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const before = (await lockCooperative(tx, id)) ?? refuse('not_found')
  if (status === before.status) refuse('status_unchanged', { field: 'status', status })

  // From here on the change must succeed.
  if (Object.values(profile).some((value) => value !== undefined)) await changeProfile(tx, id, profile)
  if (profile.name !== undefined) await renameLoginOf(tx, id, profile.name)
  if (status) {
    await setStatus(tx, id, status, reason ?? null)
    if (status !== 'active') await endSessionsOfCooperative(tx, id, `cooperative_${status}`)
    await queueMessages(tx, id, noticesOf(before, status, reason), messagesWaiting)
    notifyOfficers(tx, id, { type: status === 'active' ? 'success' : 'warning', message: statusSentence(before.name, status, reason) })
  }
  const detail = { ...profile, status, reason, statusBefore: before.status }
  await insertPlatformAudit(tx, { loginId: actor.loginId, actorName: actor.name, action: 'cooperative.update', cooperativeId: id, detail, requestId })
  return (await findCooperative(tx, id)) ?? refuse('not_found')
}

function noticesOf({ name, phone, email }: { name: string; phone: string; email: string | null }, status: 'active' | 'suspended' | 'rejected', reason?: string): Message[] {
  const text = `Ajose: ${statusSentence(name, status, reason)}`
  const byEmail: Message[] = email ? [{ channel: 'email', to: email, subject: `${name}: your Ajose account`, text }] : []
  return [{ channel: 'sms', to: phone, text }, ...byEmail]
}

function statusSentence(name: string, status: 'active' | 'suspended' | 'rejected', reason?: string): string {
  const because = reason ? ` Reason: ${reason}` : ''
  return {
    active: `${name} is verified. You can log in and add your members.`,
    suspended: `${name} is suspended.${because} Contact support to reopen it.`,
    rejected: `${name} was not approved.${because} Contact support to appeal.`,
  }[status]
}
