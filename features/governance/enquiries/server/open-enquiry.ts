import type { Parsed } from '#core/contract/endpoint.ts'
import type { openEnquiry as contract } from '#features/governance/enquiries/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type EnquiryKind, enquiryKindNames, kindsToSend } from '#features/governance/enquiries/rules/enquiry.ts'
import type { CooperativeId, EnquiryId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Enquiry, findEnquiry } from './queries.ts'
import { insertEnquiry, insertMessage, notifyOfEnquiry } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Refuses: enquiry_kind_wrong. */
export async function openEnquiry(
  tx: Tx,
  actor: TenantActor,
  { kind, subject, text }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Enquiry> {
  if (!kindsToSend(actor).includes(kind)) refuse('enquiry_kind_wrong', { field: 'kind' })
  const { cooperativeId, loginId, name } = actor
  const id = newId<EnquiryId>()
  const memberId = actor.role === 'member' ? actor.memberId : null
  await insertEnquiry(tx, cooperativeId, { ...{ id, kind, subject, memberId, at: now }, askedBy: { loginId, name } })
  await insertMessage(tx, cooperativeId, { id, memberId, isAnswer: false, author: name, text, at: now })
  announceEnquiry(tx, cooperativeId, kind, id)
  return findEnquiry(tx, actor, id)
}

/** All offices read the bell, so that it says what has come and nothing of what is in it; of many it says so once. */
export function announceEnquiry(tx: Tx, cooperativeId: CooperativeId, kind: EnquiryKind, id: EnquiryId): void {
  notifyOfEnquiry(tx, cooperativeId, {
    message: fill(strings.receivedItWaitsForAn, { kind: enquiryKindNames[kind] }),
    link: `/coop/governance/enquiries/${id}`,
    several: strings.severalMessages,
  })
}
