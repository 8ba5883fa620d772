import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, LoanId, LoanMovementId, MemberId, PledgeId, TransactionId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import type { LoanTerms } from '#features/loans/loans/rules/loan-terms.ts'
import type { OpeningLoan } from '#features/loans/loans/rules/opening-loan.ts'
import { noCharges } from '#features/loans/loans/rules/product-charges.ts'
import {
  noChange,
  nothingLent,
  planOfLoan,
  type RunningLoan,
  runningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import { insertMovements, replaceInstalments } from '#features/loans/running-loans/server/writes.ts'
import { type NewPledge, pledgeForLoans } from '#features/savings/pledges/server/actions.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openLoanAccounts, type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { findAccountsBefore, findGuarantors, findOffered } from './reads.ts'
import { insertTakenLoans, type OpenedLoan } from './writes.ts'

/** Opens the account of each loan, numbered after those that its borrower had under the same control account. */
export async function openLoans(
  tx: Tx,
  actor: TenantActor,
  loans: readonly OpeningLoan[],
  { members }: { members: readonly { memberId: MemberId; number: number }[] },
): Promise<OpenedLoan[]> {
  if (loans.length === 0) return []
  const numbers = new Map(members.map(({ memberId, number }) => [memberId, number]))
  const before = await findAccountsBefore(tx, [...new Set(loans.map(({ memberId }) => memberId))])
  const wanted = loans.map(({ memberId, product: { controlId, controlCode, name: loanConfig } }) => {
    const key = `${memberId} ${controlId}`
    const accountsBefore = before.get(key) ?? 0
    before.set(key, accountsBefore + 1)
    return { controlId, controlCode, loanConfig, membershipNumber: numbers.get(memberId) ?? 0, accountsBefore }
  })
  const accountIds = await openLoanAccounts(tx, actor.cooperativeId, wanted)
  return loans.map((loan, index) => ({ ...loan, loanId: newId<LoanId>(), accountId: accountIds[index] as AccountId }))
}

type TakingOver = {
  posted: Posted
  on: Day
  openingId: TransactionId
  /** The old books have the interest that the loans owe as earned. */ isInterestEarned: boolean
  /** The usual savings account of each member who has one. */ savings: {
    accountTypeId: AccountTypeId
    of: (memberId: MemberId) => AccountId | undefined
  }
}

/** Saves the loans that an entry of opening balances brought, each with its schedule from that day on and with what its guarantors pledge. Refuses: below_floor. */
export async function takeLoansOver(
  tx: Tx,
  actor: TenantActor,
  loans: readonly OpenedLoan[],
  { posted, on, openingId, isInterestEarned, savings }: TakingOver,
): Promise<void> {
  if (loans.length === 0) return
  const [terms, names] = await Promise.all([
    findTerms(tx),
    findGuarantors(tx, [
      ...new Set(loans.flatMap(({ memberId, guarantors }) => [memberId, ...guarantors.map((each) => each.memberId)])),
    ]),
  ])
  const known = new Map(names.map((each) => [each.memberId, each]))
  const pledges: NewPledge[] = []
  const kept = loans
    .map((found) => ({ ...found, agreedInstalment: agreedInstalment(found, terms(found)) }))
    .map((loan) => ({
      ...loan,
      terms: terms(loan),
      running: runningFrom(loan, terms(loan), on),
      guarantors: loan.guarantors.flatMap(({ memberId, pledge: amount }) => {
        const member = known.get(memberId)
        const accountId = savings.of(memberId)
        if (!member || (amount > 0n && !accountId)) return []
        const id = amount > 0n ? newId<PledgeId>() : null
        const reason = t('Guarantees the {loanConfig} loan of {memberName}, from the old books', {
          loanConfig: loan.product.name,
          memberName: known.get(loan.memberId)?.name ?? t('a member'),
        })
        if (id && accountId)
          pledges.push({
            id,
            memberId,
            accountTypeId: savings.accountTypeId,
            accountId,
            amount,
            held: amount,
            purpose: 'guarantee',
            subjectId: loan.loanId,
            reason,
          })
        return [{ ...member, amount, pledgeId: id }]
      }),
    }))
  await pledgeForLoans(tx, actor, pledges)
  await insertTakenLoans(tx, actor, kept, { on, openingId, isInterestEarned })
  insertMovements(
    tx,
    actor,
    kept.map((loan) => ({
      ...{
        loan,
        id: newId<LoanMovementId>(),
        kind: 'disbursement',
        amount: loan.principal,
        on,
        way: 'opening',
        through: null,
      },
      ...noChange,
      ...{ entryId: posted.entryId, entryNumber: posted.number, receiptNumber: receiptNumber(posted) },
    })),
  )
  await replaceInstalments(
    tx,
    actor,
    kept.map(({ loanId, memberId, running }) => ({ loan: { loanId, memberId, before: nothingLent }, after: running })),
  )
}

/** What the product asks, but nothing of it that was to be seen to before the loan was paid out elsewhere, and no charge: those were agreed there. */
async function findTerms(tx: Tx): Promise<(loan: OpeningLoan) => LoanTerms> {
  const offered = new Map((await findOffered(tx, undefined)).map(({ id, terms }) => [id, terms]))
  return ({ product, originalInstalments }) => {
    const terms = offered.get(product.loanConfigId)
    if (!terms) throw new Error(`The loan product ${product.name} went while its loans were taken over`)
    return {
      ...terms,
      instalmentsMax: Math.max(terms.instalmentsMax, originalInstalments),
      guarantorsRequired: 0,
      guarantorCoverPercent: 0,
      ownCoverPercent: 0,
      approvalSteps: [],
      ...noCharges,
    }
  }
}

/** What each level instalment was agreed to be, by the terms on which the loan began. */
function agreedInstalment(
  {
    product: { interestMethod, repaidEvery },
    annualRatePpm,
    originalInstalments: instalments,
    originalPrincipal,
    beganOn,
  }: OpeningLoan,
  { schedule }: LoanTerms,
): Kobo | null {
  if (interestMethod !== 'equal_instalment') return null
  const terms = { interestMethod, annualRatePpm, instalments, repaidEvery, schedule, restarts: [] }
  const plan = planOfLoan({
    ...terms,
    startOn: beganOn,
    firstDueOn: null,
    principal: originalPrincipal,
    takenOver: null,
  })
  const begun = runningLoan(plan, { disbursements: [{ on: beganOn, amount: originalPrincipal }], repayments: [] })
  return begun instanceof Refusal || begun.regularInstalment === 0n ? null : begun.regularInstalment
}

function runningFrom(loan: OpeningLoan, { schedule }: LoanTerms, on: Day): RunningLoan {
  const {
    product: { interestMethod, repaidEvery },
    annualRatePpm,
    originalInstalments: instalments,
    nextDueOn: firstDueOn,
    principal,
  } = loan
  const plan = planOfLoan({
    interestMethod,
    annualRatePpm,
    instalments,
    repaidEvery,
    schedule,
    startOn: on,
    firstDueOn,
    principal,
    takenOver: loan,
    restarts: [],
  })
  const running = runningLoan(plan, { disbursements: [{ on, amount: kobo(principal) }], repayments: [] })
  if (running instanceof Refusal) throw new Error('A loan from the old books cannot be worked out', { cause: running })
  return running
}
