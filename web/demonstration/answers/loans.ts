import type { Parsed, Replied } from '#contract/endpoint.ts'
import { previewLoan } from '#contract/loan-preview.ts'
import * as contract from '#contract/loans.ts'
import { periodOf } from '#domain/calendar.ts'
import { hundredths } from '#domain/configuration/settings.ts'
import type { LoanConfigurationId, LoanId, MemberId } from '#domain/ids.ts'
import { previewAsked } from '#domain/loans/asked-preview.ts'
import { type Borrower, borrowsFrom, committedStatuses, loanLimit, loanStatuses, loanStatusLabels, whyNotBorrow } from '#domain/loans/loan.ts'
import { moneyText, sumKobo } from '#domain/money.ts'
import { phoneFrom } from '#domain/phone.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { type Answer, inside, open, paged, type Place } from '#web/demonstration/answering.ts'
import { loanBalance, nextRepayment } from '#web/demonstration/portfolio.ts'
import { type Loan, memberIdOf } from '#web/demonstration/records.ts'
import { findMember, holds, isActive, isNamed, membersOf, newId, notify, oneself, statusOf, whose } from './society.ts'

type Row = Replied<typeof contract.listLoans>
type Detail = Replied<typeof contract.getLoan>
type ListAsked = Parsed<typeof contract.listLoans> & { page: number; limit: number }

export const loanAnswers: readonly Answer[] = [
  inside(contract.listLoanStatuses, () => loanStatuses.map((status) => ({ status, label: loanStatusLabels[status] }))),
  inside(contract.listLoans, listLoans),
  inside(contract.listMemberLoans, (place, input) => {
    findMember(place, oneself(place, input.memberId))
    return listLoans(place, input)
  }),
  inside(contract.applyForLoan, apply),
  open(previewLoan, (_moment, input) => {
    const preview = previewAsked(input)
    if (preview instanceof Refusal) throw preview
    return preview
  }),
  inside(contract.getLoan, (place, { loanId }) => detailFrom(place, findLoan(place, loanId))),
  inside(contract.approveLoan, approve),
  inside(contract.rejectLoan, (place, { loanId, reason }) => {
    const loan = submitted(place, loanId)
    loan.status = 'rejected'
    return decided(place, loan, reason)
  }),
  inside(contract.markLoanPaid, markPaid),
  inside(contract.getLoanLimits, limits),
  inside(contract.findGuarantor, (place, { named }) => {
    const wanted = phoneFrom(named) ?? named.toUpperCase()
    const user = membersOf(place).find((each) => isActive(each) && (each.phone === wanted || each.membershipId === wanted))
    return user ? { memberId: memberIdOf(user), name: user.name, membershipno: user.membershipId } : null
  }),
]

function rowFrom(place: Place, loan: Loan): Row {
  const { id, status, memberId, loanConfigId, principal, instalments, interestMethod, annualRatePercent, purpose, recordedBy, submittedAt } = loan
  const member = findMember(place, memberId)
  return {
    id, status, memberId, memberName: member.name, membershipno: member.membershipId, loanConfigId, loanConfig: termsOf(place, loanConfigId).name, principal, instalments, interestMethod,
    annualRatePercent, purpose, recordedBy, submittedAt: new Date(submittedAt),
  }
}

function detailFrom(place: Place, loan: Loan): Detail {
  return {
    ...rowFrom(place, loan),
    collateral: loan.collateral,
    guarantors: loan.guarantors.map(({ memberId }) => {
      const user = findMember(place, memberId)
      return { memberId, name: user.name, membershipno: user.membershipId }
    }),
    decisions: loan.decisions.map(({ decision, by, at, reason }) => ({ decision: decision === 'rejected' ? 'rejected' : 'approved', by, at: new Date(at), reason })),
  }
}

function listLoans(place: Place, input: ListAsked) {
  const who = whose(place, input.memberId)
  const ofAnyStatus = place.society.loans.filter((loan) => (!who || loan.memberId === who) && isNamed(findMember(place, loan.memberId), input.q))
  const shown = ofAnyStatus.filter(({ status }) => !input.status || status === input.status)
  const counts = Object.fromEntries(loanStatuses.map((status) => [status, ofAnyStatus.filter((loan) => loan.status === status).length]))
  return paged(shown.map((loan) => rowFrom(place, loan)), input, { submittedAt: (row) => row.submittedAt.getTime(), principal: (row) => row.principal }, '-submittedAt', {
    counts, principal: sumKobo(shown.map(({ principal }) => principal)),
  })
}

function findLoan({ society, actor }: Place, id: LoanId): Loan {
  const found = society.loans.find((loan) => loan.id === id)
  return found && (actor.role !== 'member' || found.memberId === actor.memberId) ? found : refuse('not_found')
}

function termsOf({ society }: Place, id: LoanConfigurationId) {
  return society.loanConfigurations.find((each) => each.id === id) ?? refuse('loan_configuration_not_offered', { field: 'loanConfigId' })
}

function borrowerOf(place: Place, memberId: MemberId, except?: LoanId): Borrower {
  const user = findMember(place, memberId, 'memberId')
  const committed = place.society.loans.filter((loan) => loan.memberId === memberId && loan.id !== except && committedStatuses.includes(loan.status))
  return { memberId, name: user.name, status: statusOf(user), joinedOn: user.joinDate, savings: holds(place, memberId, 'savings'), committed: sumKobo(committed.map(({ principal }) => principal)) }
}

type Application = Pick<Loan, 'memberId' | 'loanConfigId' | 'principal' | 'instalments'> & { guarantorIds: readonly MemberId[]; except?: LoanId }

function refuseUnlessBorrowable(place: Place, { memberId, loanConfigId, principal, instalments, guarantorIds, except }: Application): void {
  const terms = termsOf(place, loanConfigId)
  const guarantors = membersOf(place).filter((user) => guarantorIds.includes(memberIdOf(user))).map((user) => ({ memberId: memberIdOf(user), name: user.name, status: statusOf(user) }))
  const { savingsMultiplePercent, waitingMonths, guarantorsRequired } = place.society.settings
  const [first, ...also] = whyNotBorrow(
    {
      borrower: borrowerOf(place, memberId, except),
      terms: { name: terms.name, instalmentsMax: terms.instalmentsMax, savingsMultiplePercent: hundredths(terms.savingsMultiple) ?? 0, isRetired: terms.retired && except === undefined },
      rules: { savingsMultiplePercent, waitingMonths, guarantorsRequired },
      guarantors,
    },
    { principal, instalments, guarantorIds },
    place.today,
  )
  if (first) throw new Refusal(first.code, first.detail, also)
}

function apply(place: Place, input: Parsed<typeof contract.applyForLoan>): Detail {
  const { society, now, actor } = place
  const memberId = oneself(place, input.memberId)
  const { loanConfigId, principal, instalments, guarantors = [] } = input
  refuseUnlessBorrowable(place, { memberId, loanConfigId, principal, instalments, guarantorIds: guarantors })
  const { interestMethod, annualRatePercent } = termsOf(place, loanConfigId)
  const loan: Loan = {
    id: newId(), status: 'submitted', memberId, loanConfigId, principal, instalments, interestMethod, annualRatePercent, purpose: input.purpose ?? null, collateral: input.collateral ?? null,
    guarantors: guarantors.map((guarantor) => ({ memberId: guarantor, relationship: 'fellow member' })), recordedBy: actor.name, submittedAt: now.toISOString(), decisions: [], running: null,
  }
  society.loans.push(loan)
  notify(society, 'officers', `${findMember(place, memberId).name} asked for a loan of ${moneyText(principal)}.`, now, { link: '/coop/loan-management' })
  return detailFrom(place, loan)
}

/** Only an application that waits can be decided, and by nobody about his own. */
function submitted(place: Place, id: LoanId): Loan {
  const loan = findLoan(place, id)
  if (loan.status !== 'submitted') refuse('loan_decided', { status: loan.status.replace('_', ' '), by: loan.decisions.at(-1)?.by })
  if (loan.memberId === place.actor.memberId) refuse('own_loan')
  return loan
}

function approve(place: Place, { loanId }: { loanId: LoanId }): Detail {
  const loan = submitted(place, loanId)
  refuseUnlessBorrowable(place, { ...loan, guarantorIds: loan.guarantors.map(({ memberId }) => memberId), except: loan.id })
  loan.status = 'approved'
  return decided(place, loan, null)
}

function decided(place: Place, loan: Loan, reason: string | null): Detail {
  const decision = loan.status === 'rejected' ? 'rejected' : 'approved'
  loan.decisions.push({ decision, by: place.actor.name, at: place.now.toISOString(), reason, entryNumber: null })
  notify(place.society, loan.memberId, `Your loan of ${moneyText(loan.principal)} was ${decision}${reason ? `: ${reason}` : '.'}`, place.now, { type: decision === 'approved' ? 'success' : 'warning', link: '/member/loans' })
  return detailFrom(place, loan)
}

/** Settles what is owed with one payment of today, with this month's interest where it was not paid yet. */
function markPaid(place: Place, { loanId }: { loanId: LoanId }): Detail {
  const loan = findLoan(place, loanId)
  if (loan.status !== 'active' || !loan.running) return refuse('loan_not_active')
  const { repayments } = loan.running
  const last = repayments.at(-1)
  const isPaid = last !== undefined && periodOf(last.on) === periodOf(place.today)
  const owed = loanBalance(loan)
  const payment = nextRepayment({ ...loan, instalments: (last?.number ?? 0) + 1, ...(isPaid ? { annualRatePercent: 0 } : {}) }, owed, last, place.today)
  repayments.push(payment)
  loan.status = 'completed'
  loan.running.completedDate = place.today
  return detailFrom(place, loan)
}

function limits(place: Place, { memberId: named }: { memberId?: MemberId | undefined }): Replied<typeof contract.getLoanLimits> {
  const borrower = borrowerOf(place, oneself(place, named))
  const { savingsMultiplePercent, waitingMonths, guarantorsRequired } = place.society.settings
  return {
    memberId: borrower.memberId,
    memberName: borrower.name,
    savings: borrower.savings,
    committed: borrower.committed,
    borrowsFrom: borrowsFrom(borrower.joinedOn, waitingMonths),
    waitingMonths,
    guarantorsRequired,
    limits: place.society.loanConfigurations
      .filter(({ retired }) => !retired)
      .map(({ id, name, isDefault, interestMethod, annualRatePercent, instalmentsMax, savingsMultiple }) => ({
        loanConfigId: id, name, isDefault, interestMethod, annualRatePercent, instalmentsMax,
        ...loanLimit(borrower, { savingsMultiplePercent: hundredths(savingsMultiple) ?? 0 }, { savingsMultiplePercent }),
      })),
  }
}
