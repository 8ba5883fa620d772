import type { recordErasureLetter as contract } from '#features/members/data-protection/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { ErasureRequestId } from '#core/ids.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { erasureTexts } from '#features/members/data-protection/rules/sms-texts.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMember } from '#features/members/members/server/queries.ts'
import { findErasureRequest } from './queries.ts'
import { insertErasureRequest } from './store.ts'
import * as strings from './strings.ts'

/** Saves a former member's written request and notifies them at once. Refuses: not_found, erasure_letter_ahead, erasure_asks_himself, erasure_letter_waits. */
export async function recordErasureLetter(
  tx: Tx,
  actor: TenantActor,
  { id: memberId, writtenOn, note }: Parsed<typeof contract>,
  { now, messagesWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const { status, firstName, lastName, membershipno, phone, email } = await findMember(tx, memberId)
  if (writtenOn > dayIn(now)) refuse('erasure_letter_ahead', { field: 'writtenOn' })
  if (!isFormer(status)) refuse('erasure_asks_himself')
  const id = newId<ErasureRequestId>()
  if (!(await insertErasureRequest(tx, actor, id, memberId, { reason: note, writtenOn })))
    refuse('erasure_letter_waits')
  // Whoever left has no portal in which to read of it, and an erasure can't be undone.
  const text = erasureTexts.letterRecorded(actor.name, `${firstName} ${lastName}`, membershipno)
  const message = { kind: 'security', memberId, text } as const
  await queueMessages(
    tx,
    actor.cooperativeId,
    [
      ...(phone ? [{ ...message, channel: 'sms' as const, to: phone }] : []),
      ...(email ? [{ ...message, channel: 'email' as const, to: email, subject: strings.yourData }] : []),
    ],
    messagesWaiting,
  )
  return findErasureRequest(tx, id)
}
