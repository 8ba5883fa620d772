import { randomBytes, randomUUID } from 'node:crypto'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type {
  openEnquiryWithoutName as openContract,
  readEnquiryWithoutName as readContract,
} from '#contract/governance/enquiries.ts'
import { whyClosed } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { CooperativeId, EnquiryId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Caller, Context } from '#server/context.ts'
import { cooperativeOfPass } from '#server/credentials/enquiry-pass.ts'
import { sha256 } from '#server/credentials/sealing.ts'
import { useQuota } from '#server/limits/quotas.ts'
import { type Enquiry, findByReference, findCooperativeStatus } from './queries.ts'
import { insertEnquiry, insertMessage } from './store.ts'

/**
 * Takes a complaint or suggestion from anyone who has the members' pass of the day. Its identifier is drawn, because usual
 * ones hold a time, and of the time only the day is stored. Officers are told the next morning, because a notice holds the
 * time too. Refuses: enquiry_pass_wrong, enquiries_without_name_many, a
 * closed cooperative.
 */
export async function openEnquiryWithoutName(
  context: Context,
  _caller: Caller,
  { pass, kind, subject, text }: Parsed<typeof openContract>,
): Promise<Replied<typeof openContract>> {
  const { database } = context
  const cooperativeId = await openedBy(context, pass)
  await database.auth((tx) => useQuota(tx, context, 'enquiries_without_name', cooperativeId))
  const id = randomUUID() as EnquiryId
  const reference = randomBytes(16).toString('base64url')
  const at = new Date(`${dayIn(context.now)}T00:00:00+01:00`)
  await database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
    await insertEnquiry(tx, cooperativeId, {
      ...{ id, kind, subject, memberId: null, askedBy: null, reference: sha256(reference), at },
    })
    await insertMessage(tx, cooperativeId, { id, memberId: null, isAnswer: false, author: null, text, at })
  })
  return { reference }
}

/** Refuses: enquiry_pass_wrong, not_found, a closed cooperative. */
export async function readEnquiryWithoutName(
  context: Context,
  _caller: Caller,
  { pass, reference }: Parsed<typeof readContract>,
): Promise<Enquiry> {
  const cooperativeId = await openedBy(context, pass)
  return context.database.tenant({ cooperativeId, role: 'job' }, (tx) => findByReference(tx, sha256(reference)))
}

/** The cooperative of a pass, where it is open to its members. */
async function openedBy({ database, secret, now }: Context, pass: string): Promise<CooperativeId> {
  const cooperativeId = cooperativeOfPass(secret, pass, dayIn(now))
  if (!cooperativeId) return refuse('enquiry_pass_wrong', { field: 'pass' })
  const closed = whyClosed(await database.auth((tx) => findCooperativeStatus(tx, cooperativeId)))
  return closed ? refuse(closed) : cooperativeId
}
