import type { TenantActor } from '#domain/actor.ts'
import type { LoanConfigurationId, LoanId, MemberId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type NewLoan = {
  id: LoanId
  memberId: MemberId
  loanConfigId: LoanConfigurationId
  principal: bigint
  instalments: number
  interestMethod: string
  annualRateBasisPoints: number
  purpose: string | null
  collateral: string | null
  guarantors: readonly { memberId: MemberId; name: string; membershipno: string }[]
}

export async function insertLoan(tx: Tx, actor: TenantActor, loan: NewLoan): Promise<void> {
  await tx.run(sql`
    insert into app.loan (cooperative_id, loan_id, member_id, loan_configuration_id, status, principal, instalments, interest_method,
      annual_rate_basis_points, purpose, collateral, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${loan.id}, ${loan.memberId}, ${loan.loanConfigId}, 'submitted', ${loan.principal}, ${loan.instalments},
      ${loan.interestMethod}, ${loan.annualRateBasisPoints}, ${loan.purpose}, ${loan.collateral}, ${actor.loginId}, ${actor.name})`)
  const { guarantors } = loan
  if (guarantors.length === 0) return
  await tx.run(sql`
    insert into app.loan_guarantor (cooperative_id, loan_id, member_id, member_name, membershipno)
    select ${actor.cooperativeId}, ${loan.id}, g.* from unnest(${guarantors.map((g) => g.memberId)}::uuid[], ${guarantors.map((g) => g.name)}::text[],
      ${guarantors.map((g) => g.membershipno)}::text[]) as g`)
}

export type LoanDecision = { loanId: LoanId; memberId: MemberId; decision: 'approved' | 'rejected'; reason: string | null }

/** The loan's new status, and on record who gave it and why. */
export async function decideLoan(tx: Tx, actor: TenantActor, { loanId, memberId, decision, reason }: LoanDecision): Promise<void> {
  await tx.run(sql`update app.loan set status = ${decision} where loan_id = ${loanId} and status = 'submitted'`)
  await tx.run(sql`
    insert into app.loan_decision (cooperative_id, loan_id, member_id, decision, reason, decided_by, decided_by_name)
    values (${actor.cooperativeId}, ${loanId}, ${memberId}, ${decision}, ${reason}, ${actor.loginId}, ${actor.name})`)
}
