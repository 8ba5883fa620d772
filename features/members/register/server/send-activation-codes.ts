import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { sendActivationCodes as contract } from '#features/members/register/contract.ts'
import { may, officeOf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { activationText } from '#features/members/members/rules/activation-text.ts'
import { refuse } from '#core/refusal.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import type { Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { lockSelected, type Selected } from './queries.ts'
import { renewActivations } from './store.ts'

/** Sends each of these members who has not activated a new code by SMS. Refuses: not_found, too_many_members, nobody_to_activate. */
export async function sendActivationCodes(
  tx: Tx,
  actor: TenantActor,
  { members }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const all = await lockSelected(tx, members, dayIn(context.now))
  const sent = await sendCodesTo(tx, actor, all, context)
  // Thrown, though nothing was sent: a press that does nothing must say why.
  if (sent === 0) refuse('nobody_to_activate', { field: 'members' })
  const withoutPhone = all.filter(({ phone }) => phone === null).length
  return { sent, alreadyActive: all.length - sent - withoutPhone, withoutPhone }
}

/** A new code for each who has not activated; the codes that they had end. An officer's opens an office, so it is an admin's to send. Answers how many were sent. */
export async function sendCodesTo(
  tx: Tx,
  actor: TenantActor,
  members: readonly Pick<Selected, 'memberId' | 'membershipno' | 'firstName' | 'phone' | 'sharesPhone' | 'roles'>[],
  { now, secret, messagesWaiting, publicUrl }: Context,
): Promise<number> {
  const reached = members.filter(
    ({ phone, roles }) => phone && (officeOf(roles) === undefined || may(actor, 'member.roles')),
  )
  const codes = reached.map((member) => ({ member, code: newCode() }))
  const renewed = await renewActivations(
    tx,
    codes.map(({ member: { memberId }, code }) => ({ memberId, hash: codeHash(secret, code) })),
    { expiresAt: new Date(now.getTime() + activationCodeLifetime), sentOnly: true },
  )
  const society = await findSocietyName(tx)
  const messages = codes.flatMap(({ member: { memberId, firstName, membershipno, phone, sharesPhone }, code }) =>
    phone !== null && renewed.has(memberId)
      ? [
          {
            kind: 'code' as const,
            memberId,
            channel: 'sms' as const,
            to: phone,
            text: activationText(sharesPhone ? 'welcomeByNumber' : 'welcome', {
              society,
              firstName,
              membershipno,
              code,
              publicUrl: publicUrl(),
            }),
          },
        ]
      : [],
  )
  await queueMessages(tx, actor.cooperativeId, messages, messagesWaiting)
  return messages.length
}
