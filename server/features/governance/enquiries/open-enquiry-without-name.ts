import { randomBytes, randomUUID } from 'node:crypto'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { openEnquiryWithoutName as contract } from '#contract/governance/enquiries.ts'
import { dayIn } from '#domain/calendar.ts'
import type { EnquiryId } from '#domain/ids.ts'
import type { Caller, Context } from '#server/context.ts'
import { sha256 } from '#server/credentials/sealing.ts'
import { useQuota } from '#server/limits/quotas.ts'
import { findCooperativeOfPass } from './find-cooperative-of-pass.ts'
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
  { pass, kind, subject, text }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database } = context
  const cooperativeId = await findCooperativeOfPass(context, pass)
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
