import type { Replied } from '#core/contract/endpoint.ts'
import type { getLoan as contract } from '#features/loans/loans/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { LoanId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'

/** Lets a use case of another feature, which returns the loan that it moved, answer with the whole of that loan. */
export function answerWithLoan<Input>(
  useCase: (tx: Tx, actor: TenantActor, input: Input, context: Context) => Promise<LoanId>,
) {
  return async (tx: Tx, actor: TenantActor, input: Input, context: Context): Promise<Replied<typeof contract>> =>
    getLoan(tx, actor, { loanId: await useCase(tx, actor, input, context) }, context)
}
