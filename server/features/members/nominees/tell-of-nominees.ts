import { memberTexts } from '#domain/members/members/sms-texts.ts'
import type { TenantActor } from '#domain/actor.ts'
import { fill } from '#domain/fill.ts'
import type { MemberId } from '#domain/ids.ts'
import type { Context } from '#server/context.ts'
import { queueMessages } from '#server/db/messages.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/access/notifications/notify-members.ts'
import { findNamer } from './queries.ts'
import * as strings from './strings.ts'

/** An officer changed who gets a member's money after their death: the member hears of it, by SMS too. The dead hear nothing. */
export async function tellOfNominees(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  memberId: MemberId,
  { messagesWaiting }: Pick<Context, 'messagesWaiting'>,
): Promise<void> {
  const namer = await findNamer(tx, memberId)
  if (!namer) return
  const text = memberTexts.nomineesChanged(name, namer.membershipno)
  if (namer.phone !== null)
    await queueMessages(
      tx,
      cooperativeId,
      [{ kind: 'security', memberId, channel: 'sms', to: namer.phone, text }],
      messagesWaiting,
    )
  const message = fill(strings.changedYourNominees, { name })
  notifyMembers(tx, cooperativeId, [{ memberId, type: 'warning', message, link: '/member/profile' }])
}
