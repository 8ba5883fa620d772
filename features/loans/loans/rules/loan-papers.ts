import type { TenantActor } from '#core/actor.ts'
import type { LoginId } from '#core/ids.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { type LoanStatus, loanStatusLabels } from './loan.ts'

const loanPaperIsConsent = refusal(
  'loan_paper_is_consent',
  409,
  'This is the signed form of a guarantor, so it can’t be removed.',
)
const loanPapersClosed = refusal(
  'loan_papers_closed',
  409,
  'This application is {status}, so its papers stay as they are. Give an officer what you want to add.',
)
const loanPapersTooMany = refusal('loan_papers_too_many', 409, 'A loan holds at most {max} papers. Remove one first.')
const loanPaperOfAnother = refusal(
  'loan_paper_of_another',
  409,
  'An officer added this paper. Ask the officers to remove it.',
)

/** Papers that one loan holds at once. */
export const papersMax = 12

type Asking = Pick<TenantActor, 'role' | 'loginId'>

/** Why this person can't add a paper now, or undefined when they can: a borrower only while their application waits. */
export function whyNotAddPaper(
  { role }: Asking,
  { status, papers }: { status: LoanStatus; papers: number },
): Refusal | undefined {
  if (role === 'member' && status !== 'submitted')
    return loanPapersClosed({ status: loanStatusLabels[status].toLowerCase() })
  return papers >= papersMax ? loanPapersTooMany({ max: papersMax }) : undefined
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
  if (isConsent) return loanPaperIsConsent()
  if (role !== 'member') return undefined
  if (status !== 'submitted') return loanPapersClosed({ status: loanStatusLabels[status].toLowerCase() })
  return addedBy === loginId ? undefined : loanPaperOfAnother()
}
