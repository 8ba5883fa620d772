import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { resetActivation as contract } from '#contract/register.ts'
import { officeOf, roleName, type TenantActor } from '#domain/actor.ts'
import type { LoginId } from '#domain/ids.ts'
import { activationCodeLifetime } from '#domain/sessions/session.ts'
import type { Context } from '#server/context.ts'
import { codeHash, newCode } from '#server/credentials/tokens.ts'
import { newId } from '#server/db/id.ts'
import { queueMessages } from '#server/db/messages.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/change-requests/ask-for-change.ts'
import { findMember } from './queries.ts'
import { refuseOfficer } from './update-member.ts'
import { lockMember, moveMembership } from './store.ts'

/** Ends a member's way into the portal and opens it anew: he proves himself with the new code. A password that he has stays his. Refuses: officer_by_admin. */
export async function resetActivation(tx: Tx, actor: TenantActor, { memberId }: Parsed<typeof contract>, { now, secret, messagesWaiting }: Context): Promise<Replied<typeof contract>> {
  await lockMember(tx, memberId)
  const member = await findMember(tx, memberId)
  refuseOfficer(actor, member)

  // From here on the change must succeed.
  const code = newCode()
  const enrolment = { memberId, phone: member.phone, name: `${member.firstName} ${member.lastName}`, loginId: newId<LoginId>(), codeId: newId(), codeHash: codeHash(secret, code) }
  await moveMembership(tx, enrolment, new Date(now.getTime() + activationCodeLifetime))
  const text = `Ajose: ${member.firstName}, your activation code for member ${member.membershipno} is ${code}. It works for 14 days; earlier codes have ended.`
  await queueMessages(tx, actor.cooperativeId, [{ channel: 'sms', to: member.phone, text }], messagesWaiting)
  return { ...(await findMember(tx, memberId)), activationCode: code }
}

/** Only of an officer: with the code their login and their office could be taken. */
export async function describeNewActivation(tx: Tx, _actor: TenantActor, { memberId }: Parsed<typeof contract>): Promise<Change | undefined> {
  const { firstName, lastName, memberRoles } = await findMember(tx, memberId)
  const office = officeOf(memberRoles.map(({ role }) => role))
  return office === undefined ? undefined : { description: `New activation code for ${firstName} ${lastName}, ${roleName(office).toLowerCase()}`, memberId }
}
