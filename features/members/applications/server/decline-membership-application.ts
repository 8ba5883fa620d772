import type { declineMembershipApplication as contract } from '#features/members/applications/membership-decisions.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApplication, lockApplication } from './queries.ts'
import { decideApplication } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Declines an application and tells the applicant why. Refuses: application_decided. */
export async function declineMembershipApplication(
  tx: Tx,
  actor: TenantActor,
  { applicationId, reason }: Parsed<typeof contract>,
  { messagesWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const { phone, firstName } = await lockApplication(tx, applicationId)
  await decideApplication(tx, actor, applicationId, { status: 'declined', reason })
  const society = await findSocietyName(tx)
  await queueMessages(
    tx,
    actor.cooperativeId,
    [
      {
        kind: 'notice',
        channel: 'sms',
        to: phone,
        text: fill(strings.ajoseCouldNotAdmitYou, { firstName, society, reason }),
      },
    ],
    messagesWaiting,
  )
  return findApplication(tx, applicationId)
}
