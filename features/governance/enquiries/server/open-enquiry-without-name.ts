import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { openEnquiryWithoutName as contract } from '#features/governance/enquiries/contract.ts'
import { dayIn } from '#core/calendar.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import { findCooperativeOfPass } from './find-cooperative-of-pass.ts'
import { findByReference } from './queries.ts'
import { putIntoBox } from './store.ts'
import { monthOfToken } from './month-of-token.ts'

/**
 * Puts a complaint or suggestion into the box from which officers get those of a day on the next morning, from anyone who has
 * the members' pass of the day and a token that was signed for one of them. Sent again it is the same message. Refuses:
 * enquiry_pass_wrong, enquiry_token_wrong, enquiry_token_spent, a closed cooperative.
 */
export async function openEnquiryWithoutName(
  context: Context,
  _caller: Caller,
  { pass, token, kind, subject, text }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const cooperativeId = await findCooperativeOfPass(context, pass)
  const serial = Buffer.from(token.serial, 'base64url')
  const signature = Buffer.from(token.signature, 'base64url')
  const month = await monthOfToken(context, cooperativeId, { serial, signature })
  if (!month) return refuse('enquiry_token_wrong', { field: 'token' })
  // Of the token, so that a reply that was lost can be asked for again.
  const reference = sha256(Buffer.concat([Buffer.from('reference'), serial]))
    .subarray(0, 16)
    .toString('base64url')
  await context.database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
    const message = { kind, subject, text }
    const [tokenHash, referenceHash, day] = [sha256(serial), sha256(reference), dayIn(context.now)]
    if (await putIntoBox(tx, { ...message, month, tokenHash, referenceHash, day })) return
    const before = await findByReference(tx, referenceHash)
    if (before.kind !== kind || before.subject !== subject || before.messages[0]?.text !== text)
      throw new Refusal('enquiry_token_spent')
  })
  return { reference }
}
