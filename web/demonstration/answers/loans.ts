import type { Parsed, Replied } from '#contract/endpoint.ts'
import { previewLoan } from '#contract/lending/loan-preview.ts'
import { listGuarantees } from '#contract/lending/guarantees.ts'
import { getLoanEligibility as eligibilityContract } from '#contract/lending/loan-eligibility.ts'
import { listLoanDocuments } from '#contract/lending/loan-documents.ts'
import * as standing from '#contract/lending/loan-guarantors.ts'
import * as money from '#contract/lending/loan-money.ts'
import { getLoanPortfolio } from '#contract/lending/loan-portfolio.ts'
import { applyForLoan as applyContract } from '#contract/lending/loan-applications.ts'
import * as decisions from '#contract/lending/loan-decisions.ts'
import * as contract from '#contract/lending/loans.ts'
import { refusalMessage } from '#contract/refusals.ts'
import { addMonthsToDay, type Day, periodOf } from '#domain/calendar.ts'
import { hundredths } from '#domain/percent.ts'
import type { LoanConfigurationId, LoanId, LoanMovementId, MemberId } from '#domain/ids.ts'
import { previewAsked } from '#domain/lending/loans/asked-preview.ts'
import { type AskedLoan, type Borrower, eligibilityFor, whyNotBorrow } from '#domain/lending/loans/eligibility.ts'
import { termsNow } from '#domain/lending/loans/loan-terms.ts'
import { chargesInWords } from '#domain/lending/loans/product-charges.ts'
import { committedStatuses, loanStatuses, loanStatusLabels } from '#domain/lending/loans/loan.ts'
import { portfolioAtRisk, provisions, provisionToPost } from '#domain/lending/loans/portfolio.ts'
import { type LoanToTakeBack, whyNotCancel, whyNotWithdraw } from '#domain/lending/loans/withdrawal.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#domain/money.ts'
import { phoneFrom } from '#domain/phone.ts'
import { askedFor } from '#domain/lending/loans/goods.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { type Answer, inside, open, paged, type Place } from '#web/demonstration/answering.ts'
import { loanBalance, nextRepayment } from '#web/demonstration/portfolio.ts'
import { type Loan, memberIdOf, type Repayment } from '#web/demonstration/records.ts'
import { findMember, freeOf, holds, isActive, isNamed, membersOf, newId, notify, oneself, statusOf, typeOf, whose } from './society.ts'

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
  inside(applyContract, apply),
  open(previewLoan, (_moment, input) => {
    const preview = previewAsked(input)
    if (preview instanceof Refusal) throw preview
    return preview
  }),
  inside(getLoanPortfolio, portfolio),
  inside(contract.getLoan, (place, { loanId }) => detailFrom(place, findLoan(place, loanId))),
  inside(listLoanDocuments, (place, { loanId }) => {
    findLoan(place, loanId)
    return { documents: [], addable: false }
  }),
  inside(decisions.approveLoan, approve),
  inside(decisions.rejectLoan, (place, { loanId, reason, ...named }) => {
    const loan = submitted(place, loanId)
    loan.status = 'rejected'
    return decided(place, loan, reason, named)
  }),
  inside(money.getSettlementQuote, quote),
  inside(money.markLoanPaid, markPaid),
  inside(eligibilityContract, eligibility),
  inside(standing.withdrawLoan, (place, { loanId }) => {
    const loan = findLoan(place, loanId)
    const wrong = whyNotWithdraw(toTakeBack(loan))
    if (wrong) throw wrong
    if (loan.status === 'approved') {
      if (place.actor.role !== 'member') refuse('loan_decided', { status: loan.status, by: loan.decisions.at(-1)?.by })
      loan.decisions.push({ decision: 'withdrawn', by: place.actor.name, at: place.now.toISOString(), reason: null, entryNumber: null })
    }
    loan.status = 'withdrawn'
    return detailFrom(place, loan)
  }),
  inside(standing.cancelLoan, (place, { loanId, reason }) => {
    const loan = findLoan(place, loanId)
    const wrong = whyNotCancel(toTakeBack(loan))
    if (wrong) throw wrong
    if (place.actor.memberId === loan.memberId) refuse('own_loan')
    loan.status = 'withdrawn'
    loan.decisions.push({ decision: 'withdrawn', by: place.actor.name, at: place.now.toISOString(), reason, entryNumber: null })
    notify(place.society, loan.memberId, `Your approved loan of ${moneyText(loan.principal)} was cancelled and is not paid out: ${reason}`, place.now, { type: 'warning', link: '/member/loans' })
    return detailFrom(place, loan)
  }),
  inside(listGuarantees, guarantees),
  inside(contract.findGuarantor, (place, { named }) => {
    const wanted = phoneFrom(named) ?? named.toUpperCase()
    const user = membersOf(place).find((each) => isActive(each) && (each.phone === wanted || each.membershipId === wanted))
    return user ? { memberId: memberIdOf(user), name: user.name, membershipno: user.membershipId } : null
  }),
]

function toTakeBack({ status, running, principal, decisions }: Loan): LoanToTakeBack {
  return { status, disbursed: running ? principal : zeroKobo, handedOverOn: undefined, decidedBy: decisions.at(-1)?.by }
}

function rowFrom(place: Place, loan: Loan): Row {
  const { id, status, memberId, loanConfigId, principal, instalments, interestMethod, annualRatePercent, purpose, recordedBy, submittedAt } = loan
  const member = findMember(place, memberId)
  return {
    id, status, memberId, memberName: member.name, membershipno: member.membershipId, loanConfigId, loanConfig: termsOf(place, loanConfigId).name, principal, instalments, repaidEvery: termsOf(place, loanConfigId).repaidEvery, interestMethod,
    annualRatePercent, purpose, recordedBy, submittedAt: new Date(submittedAt), disbursed: loan.running ? principal : zeroKobo, outstanding: loanBalance(loan), overdue: zeroKobo,
    rescheduledOn: null, next: nextDue(loan),
  }
}

/** The instalments that are still to come, as the monthly payment pays them off. */
function instalmentsToCome(loan: Loan): Repayment[] {
  if (!loan.running || loan.status !== 'active') return []
  const { startDate, monthlyPayment, repayments } = loan.running
  const coming: Repayment[] = []
  for (let last = repayments.at(-1); (last?.balance ?? loan.principal) > 0n && (last?.number ?? 0) < loan.instalments; ) {
    last = nextRepayment(loan, monthlyPayment, last, addMonthsToDay(startDate, (last?.number ?? 0) + 1))
    coming.push(last)
  }
  return coming
}

/** What falls due next of a loan that runs. */
export function nextDue(loan: Loan): Row['next'] {
  const [next] = instalmentsToCome(loan)
  return next ? { on: next.on, amount: next.amount } : null
}

/** What of a loan is kept of its money, as the server tells it. */
function moneyOf(place: Place, loan: Loan): Pick<Detail, 'startOn' | 'takenOver' | 'regularInstalment' | 'paid' | 'interestDeducted' | 'schedule' | 'movements'> {
  const none = { fees: zeroKobo, penalties: zeroKobo }
  const { startDate, monthlyPayment, repayments } = loan.running ?? { startDate: null, monthlyPayment: null, repayments: [] }
  const line = ({ number, on, principal, interest, amount }: Repayment, owed: Kobo) => ({ number, dueOn: on, principal, interest, ...none, total: amount, owed, owedPenalties: zeroKobo })
  const movement = (kind: 'disbursement' | 'repayment', at: number, on: Day, amount: Kobo, principal: Kobo, interest: Kobo): Detail['movements'][number] => ({
    id: `${loan.id.slice(0, 24)}${String(at).padStart(12, '0')}` as LoanMovementId, kind, status: 'posted', amount, occurredOn: on, way: 'cash', paidThrough: 'Cash in hand', schedule: null, recovery: null, principal, interest, ...none, deducted: zeroKobo, feesDeducted: zeroKobo, entryNumber: at + 1, receiptNumber: `${at + 1}`,
    recordedBy: place.society.name, createdAt: new Date(`${on}T11:00:00Z`), reversal: null,
  })
  return {
    startOn: startDate,
    takenOver: null,
    regularInstalment: monthlyPayment,
    paid: { principal: sumKobo(repayments.map(({ principal }) => principal)), interest: sumKobo(repayments.map(({ interest }) => interest)), ...none },
    interestDeducted: zeroKobo,
    schedule: [...repayments.map((paid) => line(paid, zeroKobo)), ...instalmentsToCome(loan).map((due) => line(due, due.amount))],
    movements: [
      ...(startDate ? [movement('disbursement', 0, startDate, loan.principal, zeroKobo, zeroKobo)] : []),
      ...repayments.map(({ number, on, amount, principal, interest }) => movement('repayment', number, on, amount, principal, interest)),
    ],
  }
}

function detailFrom(place: Place, loan: Loan): Detail {
  return {
    ...rowFrom(place, loan),
    ...moneyOf(place, loan),
    collateral: loan.collateral,
    netSalary: null,
    reschedulings: [],
    feesDeducted: zeroKobo,
    fromSalary: false,
    feesToDeduct: zeroKobo,
    charges: { fees: [], penalty: null },
    waivers: [],
    writtenOff: zeroKobo,
    recovered: zeroKobo,
    writeOff: null,
    settles: [],
    settledBy: null,
    goods: [],
    deliveries: [],
    ownPledge: zeroKobo,
    approvals: { asked: 1, given: [] }, forAnotherOfficer: null, changesWait: false, reversalsWaitFrom: null,
    // Guarantors of the sample have agreed outside of it, with their word alone.
    guarantees: { required: loan.guarantors.length, accepted: loan.guarantors.length, cover: zeroKobo, covered: zeroKobo },
    guarantors: loan.guarantors.map(({ memberId }) => {
      const user = findMember(place, memberId)
      return { memberId, name: user.name, membershipno: user.membershipId, status: 'accepted', amount: zeroKobo, held: zeroKobo, answeredAt: new Date(loan.submittedAt), answeredWay: null, confirmedBy: null, linkSentAt: null, paper: null, replaces: null }
    }),
    decisions: loan.decisions.map(({ decision, by, at, reason }) => ({ decision: decision === 'rejected' || decision === 'withdrawn' ? decision : 'approved', by, at: new Date(at), reason })),
    minutes: (loan.minutes ?? []).map(({ at, meetingId, ...minute }) => {
      const meeting = place.society.meetings.find(({ id }) => id === meetingId)
      return { ...minute, at: new Date(at), meetingId, meeting: meeting?.title ?? null, metOn: meeting?.date ?? null }
    }),
  }
}

function listLoans(place: Place, input: ListAsked) {
  const who = whose(place, input.memberId)
  const ofAnyStatus = place.society.loans.filter((loan) => (!who || loan.memberId === who) && isNamed(findMember(place, loan.memberId), input.q))
  // The sample loans are paid up to today.
  const shown = ofAnyStatus.filter(({ status }) => !input.overdue && (!input.status || status === input.status))
  const counts = Object.fromEntries(loanStatuses.map((status) => [status, ofAnyStatus.filter((loan) => loan.status === status).length]))
  return paged(shown.map((loan) => rowFrom(place, loan)), input, { submittedAt: (row) => row.submittedAt.getTime(), principal: (row) => row.principal }, '-submittedAt', {
    counts, principal: sumKobo(shown.map(({ principal }) => principal)), outstanding: sumKobo(shown.map(loanBalance)), overdueLoans: 0,
  })
}

export function portfolio(place: Place): Replied<typeof getLoanPortfolio> {
  const running = place.society.loans.filter(({ status }) => status === 'active')
  const byDelay = [{ daysLate: 0, loans: running.length, outstanding: sumKobo(running.map(loanBalance)), overdue: zeroKobo }]
  const period = periodOf(place.today)
  const ofMonth = (lines: readonly Repayment[]) => sumKobo(lines.filter(({ on }) => periodOf(on) === period).map(({ amount }) => amount))
  const paid = ofMonth(running.flatMap((loan) => loan.running?.repayments ?? []))
  const owed = ofMonth(running.flatMap(instalmentsToCome))
  const classes = provisions(byDelay)
  return {
    asOf: place.today,
    products: [...new Set(running.map(({ loanConfigId }) => loanConfigId))].map((loanConfigId) => {
      const own = running.filter((loan) => loan.loanConfigId === loanConfigId)
      return { loanConfigId, name: termsOf(place, loanConfigId).name, loans: own.length, outstanding: sumKobo(own.map(loanBalance)), overdue: zeroKobo }
    }),
    totals: { loans: running.length, outstanding: byDelay[0]?.outstanding ?? zeroKobo, overdue: zeroKobo, overdueLoans: 0 },
    atRisk: portfolioAtRisk(byDelay).map(({ basisPoints, ...risk }) => ({ ...risk, percent: basisPoints / 100 })),
    provisions: classes.map((each) => ({ ...each, to: each.to ?? null })),
    provision: { built: zeroKobo, toPost: kobo(provisionToPost(classes, zeroKobo)), waiting: null },
    thisMonth: { period, due: kobo(paid + owed), owed, paid },
  }
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
  const others = place.society.loans.filter((loan) => loan.memberId === memberId && loan.id !== except && committedStatuses.includes(loan.status))
  const savings = holds(place, memberId, 'savings')
  return {
    memberId, name: user.name, status: statusOf(user), joinedOn: user.joinDate, savings, shares: holds(place, memberId, 'shares'), free: freeOf(place, memberId, typeOf(place, undefined).id, true),
    monthly: place.society.plans.filter((plan) => plan.memberId === memberId).at(-1)?.monthly ?? zeroKobo, committed: sumKobo(others.map(({ principal }) => principal)),
    loans: others.map(({ loanConfigId, running }) => ({ loanConfigId, instalment: running?.monthlyPayment ?? zeroKobo, endsOn: running?.dueDate ?? null })), netSalary: null,
  }
}

/** A loan product as it asks today. */
function askedLoan(place: Place, id: LoanConfigurationId, keeps = false): AskedLoan {
  const { name, retired, interestMethod, annualRatePercent, instalmentsMax, savingsMultiple, yearSteps, ...rules } = termsOf(place, id)
  const steps = yearSteps.map(({ years, multiple }) => ({ years, multiplePercent: hundredths(multiple) ?? 0 }))
  return {
    id, name, isRetired: retired && !keeps, interestMethod, annualRateBasisPoints: hundredths(annualRatePercent) ?? 0,
    terms: termsNow({ instalmentsMax, savingsMultiplePercent: hundredths(savingsMultiple) ?? 0, rules: { ...rules, yearSteps: steps } }, place.society.settings),
  }
}

type Application = Pick<Loan, 'memberId' | 'loanConfigId' | 'principal' | 'instalments'> & { netSalary?: Kobo | undefined; guarantorIds: readonly MemberId[]; except?: LoanId }

function refuseUnlessBorrowable(place: Place, { memberId, loanConfigId, principal, instalments, netSalary, guarantorIds, except }: Application): void {
  const guarantors = membersOf(place).filter((user) => guarantorIds.includes(memberIdOf(user))).map((user) => ({ memberId: memberIdOf(user), name: user.name, status: statusOf(user) }))
  const [first, ...also] = whyNotBorrow(borrowerOf(place, memberId, except), askedLoan(place, loanConfigId, except !== undefined), { principal, instalments, netSalary, guarantorIds }, place.today, guarantors)
  if (first) throw new Refusal(first.code, first.detail, also)
}

function apply(place: Place, input: Parsed<typeof applyContract>): Detail {
  const { society, now, actor } = place
  const memberId = oneself(place, input.memberId)
  const { loanConfigId, instalments, guarantors = [], settles = [], goods = [] } = input
  if (settles.length > 0) refuse('top_up_not_running', { field: 'settles' })
  // The sample society lists no goods.
  const wanted = askedFor({ product: termsOf(place, loanConfigId), asked: goods, offered: [], principal: input.principal, settles: 0 })
  if (wanted instanceof Refusal) throw wanted
  const { principal } = wanted
  refuseUnlessBorrowable(place, { memberId, loanConfigId, principal, instalments, netSalary: input.netSalary, guarantorIds: guarantors })
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

type NamedMinute = Pick<Parsed<typeof decisions.approveLoan>, 'meetingId' | 'minute'>

function approve(place: Place, { loanId, ...named }: Parsed<typeof decisions.approveLoan>): Detail {
  const loan = submitted(place, loanId)
  refuseUnlessBorrowable(place, { ...loan, guarantorIds: loan.guarantors.map(({ memberId }) => memberId), except: loan.id })
  loan.status = 'approved'
  return decided(place, loan, null, named)
}

function decided(place: Place, loan: Loan, reason: string | null, { meetingId = null, minute = null }: NamedMinute): Detail {
  const decision = loan.status === 'rejected' ? 'rejected' : 'approved'
  loan.decisions.push({ decision, by: place.actor.name, at: place.now.toISOString(), reason, entryNumber: null })
  if (meetingId || minute) (loan.minutes ??= []).push({ decision, by: place.actor.name, at: place.now.toISOString(), meetingId, minute })
  notify(place.society, loan.memberId, `Your loan of ${moneyText(loan.principal)} was ${decision}${reason ? `: ${reason}` : '.'}`, place.now, { type: decision === 'approved' ? 'success' : 'warning', link: '/member/loans' })
  return detailFrom(place, loan)
}

/** One payment of today that settles what is owed, with this month's interest where it was not paid yet. Refuses: loan_not_active. */
function settling(place: Place, loan: Loan): Repayment {
  if (loan.status !== 'active' || !loan.running) return refuse('loan_not_active')
  const last = loan.running.repayments.at(-1)
  const isPaid = last !== undefined && periodOf(last.on) === periodOf(place.today)
  return nextRepayment({ ...loan, instalments: (last?.number ?? 0) + 1, ...(isPaid ? { annualRatePercent: 0 } : {}) }, loanBalance(loan), last, place.today)
}

function quote(place: Place, { loanId }: { loanId: LoanId }): Replied<typeof money.getSettlementQuote> {
  const { on, amount, principal, interest } = settling(place, findLoan(place, loanId))
  return { on, amount, outstanding: principal, interest, fees: zeroKobo, penalties: zeroKobo }
}

function markPaid(place: Place, { loanId }: { loanId: LoanId }): Detail {
  const loan = findLoan(place, loanId)
  const payment = settling(place, loan)
  loan.running?.repayments.push(payment)
  loan.status = 'completed'
  if (loan.running) loan.running.completedDate = place.today
  return detailFrom(place, loan)
}

function eligibility(place: Place, { memberId: named, loanConfigId: only, settles: _none, ...wish }: Parsed<typeof eligibilityContract>): Replied<typeof eligibilityContract> {
  const borrower = borrowerOf(place, oneself(place, named))
  const { memberId, name: memberName, savings, free, committed, monthly, netSalary } = borrower
  return {
    // Loans of the sample are not paid out here, so none is offered to be settled by a new one.
    memberId, memberName, savings, free, committed, monthly, netSalary, running: [],
    loans: place.society.loanConfigurations
      .filter(({ id, retired }) => (only ? id === only : !retired))
      .map(({ id: loanConfigId, name, isDefault, interestMethod, annualRatePercent, forGoods }) => {
        const loan = askedLoan(place, loanConfigId)
        const { max, why, isUpTo, rules } = eligibilityFor(borrower, loan, wish, place.today)
        const { instalmentsMax, repaidEvery, guarantorsRequired, guarantorCoverPercent, ownCoverPercent, thirdOfSalary, fees } = loan.terms
        return {
          loanConfigId, name, isDefault, interestMethod, annualRatePercent, instalmentsMax, repaidEvery, guarantorsRequired, guarantorCoverPercent, ownCoverPercent, wantsSalary: thirdOfSalary, forGoods, fees, charges: chargesInWords(loan.terms), max, why, isUpTo,
          rules: rules.map(({ reasons, ...rule }) => ({ ...rule, reasons: reasons.map(({ code, detail }) => refusalMessage(code, detail)) })),
        }
      }),
  }
}

/** Nobody is asked on a phone here: who is named has agreed, with his word alone. */
function guarantees(place: Place): Replied<typeof listGuarantees> {
  const memberId = oneself(place, undefined)
  return {
    capacity: freeOf(place, memberId, typeOf(place, undefined).id, true),
    held: zeroKobo,
    guarantees: place.society.loans.filter((loan) => loan.guarantors.some((each) => each.memberId === memberId)).map((loan) => {
      const borrower = findMember(place, loan.memberId)
      return {
        loanId: loan.id, borrower: borrower.name, membershipno: borrower.membershipId, loan: termsOf(place, loan.loanConfigId).name, purpose: loan.purpose, loanStatus: loan.status, principal: loan.principal,
        instalments: loan.instalments, repaidEvery: termsOf(place, loan.loanConfigId).repaidEvery, paid: kobo(loan.principal - loanBalance(loan)), status: 'accepted', amount: zeroKobo, alreadyHeld: zeroKobo, held: zeroKobo, recovered: zeroKobo, askedAt: new Date(loan.submittedAt), answeredAt: new Date(loan.submittedAt), whyNot: null,
      }
    }),
  }
}
