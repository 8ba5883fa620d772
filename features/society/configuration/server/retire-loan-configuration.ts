import type { retireLoanConfiguration as contract } from '#features/society/configuration/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { updateLoanConfiguration } from './update-loan-configuration.ts'

/** Takes a loan product off the offer; what was lent on it stays. Refuses: default_is_needed. */
export async function retireLoanConfiguration(
  tx: Tx,
  actor: TenantActor,
  { id }: Parsed<typeof contract>,
): Promise<null> {
  await updateLoanConfiguration(tx, actor, { id, retired: true })
  return null
}
