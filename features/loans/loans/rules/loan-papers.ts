import type { TenantActor } from '#core/actor.ts'
import type { LoginId } from '#core/ids.ts'
import { Refusal } from '#core/refusal.ts'
import { type LoanStatus, loanStatusLabels } from './loan.ts'

/** Papers that one loan holds at once. */
export const papersMax = 12

type Asking = Pick<TenantActor, 'role' | 'loginId'>

/** Why this person can't add a paper now, or undefined when they can: a borrower only while their application waits. */
export function whyNotAddPaper(
  { role }: Asking,
  { status, papers }: { status: LoanStatus; papers: number },
): Refusal | undefined {
  if (role === 'member' && status !== 'submitted')
    return new Refusal('loan_papers_closed', { status: loanStatusLabels[status].toLowerCase() })
  return papers >= papersMax ? new Refusal('loan_papers_too_many', { max: papersMax }) : undefined
}

/** Why this person can't remove a paper: a borrower removes what they added themselves, while the application waits. A guarantor's signed form (`isConsent`) is never removed. */
export function whyNotRemovePaper(
  { role, loginId }: Asking,
  {
    status,
    addedBy,
    isRemoved,
    isConsent,
  }: { status: LoanStatus; addedBy: LoginId; isRemoved: boolean; isConsent: boolean },
): Refusal | undefined {
  if (isRemoved) return new Refusal('loan_paper_removed')
  if (isConsent) return new Refusal('loan_paper_is_consent')
  if (role !== 'member') return undefined
  if (status !== 'submitted')
    return new Refusal('loan_papers_closed', { status: loanStatusLabels[status].toLowerCase() })
  return addedBy === loginId ? undefined : new Refusal('loan_paper_of_another')
}
