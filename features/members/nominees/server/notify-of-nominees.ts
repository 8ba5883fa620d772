import { memberTexts } from '#features/members/members/rules/sms-texts.ts'
import type { TenantActor } from '#core/actor.ts'
import { fill } from '#core/fill.ts'
import type { MemberId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findNamer } from './queries.ts'
import * as strings from './strings.ts'

/** An officer changed who gets a member's money after their death: the member is notified, by SMS and email too, unless they have died. */
export async function notifyOfNominees(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  memberId: MemberId,
  { messagesWaiting }: Pick<Context, 'messagesWaiting'>,
): Promise<void> {
  const namer = await findNamer(tx, memberId)
  if (!namer) return
  const text = memberTexts.nomineesChanged(name, namer.membershipno)
  const told = { kind: 'security', memberId, text } as const
  await queueMessages(
    tx,
    cooperativeId,
    [
      ...(namer.phone ? [{ ...told, channel: 'sms' as const, to: namer.phone }] : []),
      ...(namer.email ? [{ ...told, channel: 'email' as const, to: namer.email, subject: strings.yourNominees }] : []),
    ],
    messagesWaiting,
  )
  const message = fill(strings.changedYourNominees, { name })
  notifyMembers(tx, cooperativeId, [{ memberId, type: 'warning', message, link: '/member/profile' }])
}
