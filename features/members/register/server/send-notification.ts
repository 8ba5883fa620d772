import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { sendNotification as contract } from '#features/members/register/messages.ts'
import { recipientsMax } from '#features/members/register/recipients.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { findSelectedIds } from './queries.ts'
import * as strings from './strings.ts'

/** Whom a filter of the register finds is decided when the message goes out. Refuses: not_found, nobody_to_notify, too_many_members. */
export async function sendNotification(
  tx: Tx,
  actor: TenantActor,
  { to, ...input }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const found = await recipientsOf(tx, to, dayIn(context.now))
  if (found.length > recipientsMax) refuse('too_many_members', { field: 'to', max: recipientsMax })
  return announceMessage(
    tx,
    actor,
    { ...input, to: found, kind: 'notice', subject: strings.aMessageFromYourCooperative },
    context,
  )
}

async function recipientsOf(
  tx: Tx,
  to: Parsed<typeof contract>['to'],
  today: Day,
): Promise<'all' | readonly MemberId[]> {
  // A list of identifiers is an array, which has a property called filter, too.
  if (to === 'all' || Array.isArray(to)) return to
  return 'ids' in to ? to.ids : findSelectedIds(tx, to.filter, today, recipientsMax)
}
