import type { Parsed } from '#core/contract/endpoint.ts'
import type { readEnquiryWithoutName as contract } from '#features/governance/enquiries/contract.ts'
import type { Caller, Context } from '#platform/context.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import { findCooperativeOfPass } from './find-cooperative-of-pass.ts'
import { findByReference, type Nameless } from './queries.ts'

/** Refuses: enquiry_pass_wrong, not_found, a closed cooperative. */
export async function readEnquiryWithoutName(
  context: Context,
  _caller: Caller,
  { pass, reference }: Parsed<typeof contract>,
): Promise<Nameless> {
  const cooperativeId = await findCooperativeOfPass(context, pass)
  return context.database.tenant({ cooperativeId, role: 'job' }, (tx) => findByReference(tx, sha256(reference)))
}
