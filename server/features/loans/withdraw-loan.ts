import type { withdrawLoan as contract } from '#contract/loan-guarantors.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { moneyText } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { renewPledges } from '#server/features/pledges/renew-pledges.ts'
import { getLoan, holdLoan } from './queries.ts'
import { markWithdrawn } from './store.ts'

/** Takes an application back before it is decided, for the member or by an officer for him. Refuses: not_found, loan_decided. */
export async function withdrawLoan(tx: Tx, actor: TenantActor, { loanId }: Parsed<typeof contract>, context: Context): Promise<Replied<typeof contract>> {
  const { status, memberName, loanConfig, principal, guarantors, decidedBy } = await holdLoan(tx, loanId)
  if (status !== 'submitted') refuse('loan_decided', { status: status.replace('_', ' '), by: decidedBy ?? undefined })

  // From here on it must succeed.
  await markWithdrawn(tx, loanId)
  await renewPledges(tx, actor, [loanId])
  const told = guarantors.filter((guarantor) => guarantor.status !== 'declined')
  notifyMembers(tx, actor.cooperativeId, told.map(({ memberId }) => ({ memberId, message: `${memberName} took back the ${loanConfig} loan of ${moneyText(principal)}. Nothing of your savings stands for it.`, link: '/member/guarantees' })))
  return getLoan(tx, actor, { loanId }, context)
}
