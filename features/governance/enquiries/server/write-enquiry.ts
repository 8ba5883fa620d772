import type { Parsed } from '#core/contract/endpoint.ts'
import type {
  answerEnquiry as answerContract,
  closeEnquiry as closeContract,
  writeEnquiry as writeContract,
} from '#features/governance/enquiries/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { enquiryKindNames, kindsToSend, whyNotWrite } from '#features/governance/enquiries/rules/enquiry.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { announceEnquiry } from './open-enquiry.ts'
import { type Enquiry, findEnquiry, type Held, lockEnquiry } from './queries.ts'
import { insertMessage, setStatus } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** An auditor goes on with queries of auditors, a member with what is their own. Refuses: not_found. */
async function holdAsked(tx: Tx, actor: TenantActor, id: Enquiry['id']): Promise<Held> {
  const held = await lockEnquiry(tx, actor, id)
  return kindsToSend(actor).includes(held.kind) ? held : refuse('enquiry_not_yours')
}

/** Refuses: not_found, enquiry_not_yours, enquiry_closed, enquiry_messages_many. */
export async function writeEnquiry(
  tx: Tx,
  actor: TenantActor,
  { id, text }: Parsed<typeof writeContract>,
  { now }: Context,
): Promise<Enquiry> {
  const held = await holdAsked(tx, actor, id)
  const reason = whyNotWrite(held)
  if (reason) throw reason
  const { memberId, kind } = held
  await insertMessage(tx, actor.cooperativeId, {
    ...{ id, memberId, isAnswer: false, author: actor.name, text, at: now },
  })
  await setStatus(tx, id, { status: 'open', at: now })
  announceEnquiry(tx, actor.cooperativeId, kind, id)
  return findEnquiry(tx, actor, id)
}

/** Refuses: not_found, enquiry_not_yours, enquiry_closed. */
export async function closeEnquiry(
  tx: Tx,
  actor: TenantActor,
  { id }: Parsed<typeof closeContract>,
  { now }: Context,
): Promise<Enquiry> {
  const { status } = await holdAsked(tx, actor, id)
  if (status === 'closed') refuse('enquiry_closed')
  await setStatus(tx, id, { status: 'closed', at: now, closedBy: actor.name })
  return findEnquiry(tx, actor, id)
}

/** Refuses: not_found, enquiry_closed, enquiry_messages_many. */
export async function answerEnquiry(
  tx: Tx,
  actor: TenantActor,
  { id, text, isFinal }: Parsed<typeof answerContract>,
  { now }: Context,
): Promise<Enquiry> {
  const held = await lockEnquiry(tx, actor, id)
  const reason = whyNotWrite(held)
  if (reason) throw reason
  const { memberId, kind, subject } = held
  await insertMessage(tx, actor.cooperativeId, {
    ...{ id, memberId, isAnswer: true, author: actor.name, text, at: now },
  })
  await setStatus(tx, id, { status: isFinal ? 'answered' : 'in_progress', at: now })
  if (memberId)
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        message: fill(strings.yourOfficersAnsweredYour, { kind: enquiryKindNames[kind].toLowerCase(), subject }),
        link: `/member/meetings/enquiries/${id}`,
      },
    ])
  return findEnquiry(tx, actor, id)
}
