import { activationText } from '#features/members/members/rules/activation-text.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { resetActivation as contract } from '#features/members/register/contract.ts'
import { officeOf, roleName, type TenantActor } from '#core/actor.ts'
import type { LoginId } from '#core/ids.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import type { Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { findMember, findUnfinished } from './queries.ts'
import { refuseOfficer } from './update-member.ts'
import { saveSentCodes, lockMember, moveMembership, renewMembership } from './store.ts'
import { toldOf } from './told-of.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Ends a member's way into the portal until they prove themselves with the new code. A password that they have stays theirs; only
 * a member without a phone, who can't ask for a code, chooses another with this one. Refuses: officer_by_admin.
 */
export async function resetActivation(
  tx: Tx,
  actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
  { now, secret, messagesWaiting, publicUrl }: Context,
): Promise<Replied<typeof contract>> {
  await lockMember(tx, memberId)
  const member = await findMember(tx, memberId)
  refuseOfficer(actor, member)

  // From here on the change must succeed.
  const code = newCode()
  const enrolment = {
    memberId,
    phone: member.phone,
    name: `${member.firstName} ${member.lastName}`,
    loginId: newId<LoginId>(),
    codeId: newId(),
    codeHash: codeHash(secret, code),
  }
  const expiresAt = new Date(now.getTime() + activationCodeLifetime)
  // A phone keeps its login, and with it the password.
  if (member.phone !== null) await renewMembership(tx, enrolment, expiresAt)
  else await moveMembership(tx, enrolment, expiresAt)
  const society = await findSocietyName(tx)
  if (member.phone !== null) {
    // The officer sees the other code, so the phone gets one of its own.
    const sent = newCode()
    await saveSentCodes(tx, [{ memberId, hash: codeHash(secret, sent) }], expiresAt)
    const text = activationText('again', { ...member, society, code: sent, publicUrl: publicUrl() })
    await queueMessages(
      tx,
      actor.cooperativeId,
      [{ kind: 'code', memberId, channel: 'sms', to: member.phone, text }],
      messagesWaiting,
    )
  }
  return { ...(await findMember(tx, memberId)), activationCode: code }
}

/**
 * Of an officer, and of a member without a phone who has opened the portal: with the code their login could be taken. And of a voter or
 * candidate while the ballot is open: it logs them out.
 */
export async function describeNewActivation(
  tx: Tx,
  actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const member = await findMember(tx, memberId)
  const { firstName, lastName, phone, activated, memberRoles } = member
  const office = officeOf(memberRoles.map(({ role }) => role))
  const { vote, election } = await findUnfinished(tx, memberId)
  const why =
    office !== undefined
      ? roleName(office).toLowerCase()
      : !activated
        ? undefined
        : phone === null
          ? strings.whoHasNoPhone
          : vote !== null || election !== null
            ? fill(strings.whoVotes, { vote: vote ?? election ?? '' })
            : undefined
  if (why === undefined) return undefined
  return {
    description: fill(strings.newActivationCodeFor, { firstName, lastName, office: why }),
    memberId,
    tells: toldOf(member, actor, strings.asksForYourNewCode),
  }
}
