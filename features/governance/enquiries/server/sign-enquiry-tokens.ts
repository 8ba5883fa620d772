import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { signEnquiryTokens as contract } from '#features/governance/enquiries/contract.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { enquiryKeyName, signBlinded } from '#platform/credentials/blind-key.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import { scopeOf } from '#platform/db/database.ts'
import { takeBatch } from './store.ts'
import { openTokenKey } from './open-token-key.ts'

/**
 * Signs a member's tokens of the month, each for one message without a name. It leaves no line in the audit trail, because
 * no one is to read who has tokens. Refuses: not_permitted, ballot_blinding_wrong, enquiry_tokens_signed.
 */
export async function signEnquiryTokens(
  context: Context,
  _caller: Caller,
  { blinded = [] }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (actor?.role !== 'member') return refuse('not_permitted')
  const { cooperativeId, memberId } = actor
  const { month, publicKey, sealed } = await openTokenKey(context, cooperativeId)
  const bytes = blinded.map((each) => Buffer.from(each, 'base64url'))
  const name = enquiryKeyName(cooperativeId, month)
  const signatures = bytes.map(
    (each) =>
      signBlinded(context.secret, name, { sealed, blinded: each })?.toString('base64url') ??
      refuse('ballot_blinding_wrong', { field: 'blinded' }),
  )
  if (bytes.length > 0) {
    const isOurs = await context.database.tenant(scopeOf(actor), (tx) =>
      takeBatch(tx, cooperativeId, { month, memberId, blindedHash: sha256(Buffer.concat(bytes)) }),
    )
    if (!isOurs) refuse('enquiry_tokens_signed')
  }
  return { cooperativeId, publicKey: publicKey.toString('base64url'), signatures }
}
