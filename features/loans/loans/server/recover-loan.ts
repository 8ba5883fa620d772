import { isSelf, type TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { LoanMovementId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { shareTotal } from '#core/share-total.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { getLoan } from '#features/loans/details/server/reads.ts'
import * as contract from '#features/loans/loans/recoveries.ts'
import type { RecoveryScope } from '#features/loans/loans/rules/recovery-source.ts'
import { shareRecovery } from '#features/loans/loans/rules/recovery.ts'
import { anyDueDay, eventsOf, isRepaid, noChange, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { journalsOf, type Repaid, repaidOn, settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { journalsAsOne } from '#features/loans/loans/rules/top-up.ts'
import {
  accountOf,
  findOverdue,
  findRecoverable,
  findRunningLoan,
  findSocietyAccounts,
  loanNotActive,
  loanNothingOwed,
  loanWrittenOff,
  type LockedRunningLoan,
  lockRunningLoan,
  lockSavers,
  type Recoverable,
  refuseDay,
} from '#features/loans/running-loans/server/reads.ts'
import {
  type LoanVoucher,
  postVoucher,
  saveDelays,
  saveLoans,
} from '#features/loans/running-loans/server/save-loans.ts'
import { insertMovements } from '#features/loans/running-loans/server/writes.ts'
import { saveLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertRecoveryParts } from './writes.ts'

const loanNotOverdue = refusal(
  'loan_not_overdue',
  409,
  'Nothing of this loan is overdue, so nothing is recovered from savings.',
)
const nothingToRecover = refusal(
  'nothing_to_recover',
  409,
  'Neither the borrower nor a guarantor has savings pledged for this loan. Record a repayment once money comes in.',
)
const recoveryChanged = refusal(
  'recovery_changed',
  409,
  'Meanwhile the loan or the savings pledged for it have changed. Look at what is recovered now, and confirm it.',
)

/**
 * Repays what is overdue, or the whole loan, from the savings pledged for it, in one entry. Each pledge is released
 * from as much as it paid before the entry is posted, so that the ledger's minimum balances are kept throughout. Refuses: not_found,
 * loan_not_active, loan_nothing_owed, loan_not_overdue, own_loan, nothing_to_recover, recovery_changed, dates out of reach.
 */
export const recoverLoan = waitingAction(
  contract.recoverLoan,
  async ({ tx }, { loanId, parts, reason }) => {
    const { loanConfig, memberName, memberId } = await findRunningLoan(tx, loanId)
    const amount = sumKobo(parts.map((part) => part.amount))
    return {
      description: t('Recover {amount} for the {loanConfig} loan of {memberName} from savings. Reason: {reason}', {
        ...{ amount: moneyText(amount), loanConfig, memberName, reason },
      }),
      memberId,
      ownMemberId: memberId,
      money: { amount, approvals: 1 },
    }
  },
  async (ask, { loanId, scope, parts: seen, reason }) => {
    const { tx, actor, today } = ask
    const loan = await lockRunningLoan(tx, loanId)
    await lockSavers(tx, loan)
    const plan = await planRecovery(tx, loan, scope, today)
    if (isSelf(actor, loan.memberId)) refuse('own_loan')
    const { amount, recovered } = plan
    if (!recovered) return refuse(nothingToRecover())
    const parts = plan.parts.filter((part) => part.amount > 0n)
    if (!isAsSeen(parts, seen)) refuse(recoveryChanged({ field: 'parts' }))
    refuseDay(loan, today, today)
    const society = await findSocietyAccounts(tx, loan)

    // From here on it must succeed.
    const { after, change, rebate } = recovered
    const id = newId<LoanMovementId>()
    const principals = shareTotal(
      change.principal > 0n ? change.principal : zeroKobo,
      parts.map((part) => part.amount),
    )
    await insertRecoveryParts(
      tx,
      actor,
      loan,
      id,
      parts.map((part, index) => ({ ...part, principal: principals[index] ?? zeroKobo })),
    )
    await saveLoans(tx, actor, [{ loan, after }])
    const journals = journalsOf(amount, society.unallocated, { change, rebate }, { ...society, loan: accountOf(loan) })
    const voucher = await postVoucher(ask, 'repayment', today, [
      ...parts.map((part) => ({ debit: part.accountId, credit: society.unallocated, amount: part.amount })),
      ...pairsOf(journalsAsOne(journals)),
    ])
    insertMovements(tx, actor, [
      {
        ...{ loan, id, kind: 'repayment', amount, way: 'recovery', isHeld: true, through: null, rebate },
        ...change,
        ...voucher,
        recoveryReason: reason,
      },
    ])
    await saveDelays(tx, [loanId])
    saveOnSavings(tx, actor, loan, parts, voucher)
    notifyMembers(tx, actor.cooperativeId, noticesOf(loan, parts, reason, isRepaid(after)))
    return getLoan(ask, { loanId })
  },
)

type Parts = PlannedRecovery['parts']

type SeenPart = Pick<Parts[number], 'memberId' | 'source' | 'amount'>

function isAsSeen(parts: Parts, seen: readonly SeenPart[]): boolean {
  return (
    parts.length === seen.length &&
    parts.every((part) =>
      seen.some(
        ({ memberId, source, amount }) =>
          memberId === part.memberId && source === part.source && amount === part.amount,
      ),
    )
  )
}

/** Saves what left whose savings, each on the line of the entry that carried it. */
function saveOnSavings(
  tx: Tx,
  actor: TenantActor,
  { loanConfig, memberName }: LockedRunningLoan,
  parts: Parts,
  { on, entryId, entryNumber }: LoanVoucher,
): void {
  for (const [index, { source, memberId, accountTypeId, amount }] of parts.entries()) {
    const description =
      source === 'guarantee'
        ? t('Guarantee for the {loanConfig} loan of {memberName}', { loanConfig, memberName })
        : t('Recovered for your {loanConfig} loan', { loanConfig })
    saveLoanMovement(tx, actor, {
      ...{ type: 'repayment', memberId, accountTypeId, amount, occurredOn: on, description },
      ...{ entryId, entryNumber, line: index + 1 },
    })
  }
}

function noticesOf(
  { memberId, memberName, loanConfig }: LockedRunningLoan,
  parts: Parts,
  reason: string,
  isNowRepaid: boolean,
) {
  const sumOf = (isGuarantee: boolean): Kobo =>
    sumKobo(parts.filter(({ source }) => (source === 'guarantee') === isGuarantee).map(({ amount }) => amount))
  const [own, guaranteed] = [sumOf(false), sumOf(true)]
  const told = { loanConfig, reason }
  const recovered =
    guaranteed === 0n
      ? t('Recovered on your {loanConfig} loan: {own} from your savings. Reason: {reason}', {
          ...told,
          own: moneyText(own),
        })
      : own === 0n
        ? t('Recovered on your {loanConfig} loan: {guaranteed} from your guarantors. Reason: {reason}', {
            ...told,
            guaranteed: moneyText(guaranteed),
          })
        : t(
            'Recovered on your {loanConfig} loan: {own} from your savings and {guaranteed} from your guarantors. Reason: {reason}',
            { ...told, own: moneyText(own), guaranteed: moneyText(guaranteed) },
          )
  return [
    {
      memberId,
      message: isNowRepaid ? `${recovered} ${t('The loan is fully repaid.')}` : recovered,
      type: 'warning' as const,
      link: '/member/loans' as const,
    },
    ...parts
      .filter(({ source }) => source === 'guarantee')
      .map(({ memberId: guarantor, amount }) => ({
        memberId: guarantor,
        message: t(
          '{amount} of your savings was taken for the {loanConfig} loan of {memberName}, which you guarantee. Reason: {reason}',
          { amount: moneyText(amount), loanConfig, memberName, reason },
        ),
        type: 'warning' as const,
        link: '/member/guarantees' as const,
      })),
  ]
}

/** `after` is the loan once it is posted, and `change` what the amount repays; there is none where nothing can be taken. */
type PlannedRecovery = {
  wanted: Kobo
  amount: Kobo
  recovered: Repaid | undefined
  parts: (Recoverable & { amount: Kobo })[]
}

/** What could be recovered today, and from whom. Refuses: not_found, loan_not_active, loan_nothing_owed, loan_not_overdue. */
export const previewRecovery = action(
  contract.previewRecovery,
  async ({ tx, today }, { loanId, scope = 'overdue' }) => {
    const { wanted, amount, recovered, parts } = await planRecovery(tx, await findRunningLoan(tx, loanId), scope, today)
    const { principal, interest, fees, penalties } = recovered?.change ?? noChange
    return {
      scope,
      wanted,
      amount,
      uses: { principal, interest, fees, penalties },
      missing: kobo(wanted - amount),
      parts: parts.map(({ memberId, name, membershipno, source, available, amount: part }) => ({
        memberId,
        name,
        membershipno,
        source,
        available,
        amount: part,
      })),
    }
  },
)

/** What a recovery would take, for its preview and for the posting. Refuses: loan_not_active, loan_written_off, loan_nothing_owed, loan_not_overdue. */
async function planRecovery(
  tx: Tx,
  loan: LockedRunningLoan,
  scope: RecoveryScope,
  today: Day,
): Promise<PlannedRecovery> {
  if (loan.status === 'completed') refuse(loanNothingOwed())
  if (loan.status === 'written_off') refuse(loanWrittenOff())
  if (loan.status !== 'active') refuse(loanNotActive())
  const [overdue, sources] = await Promise.all([findOverdue(tx, loan, today), findRecoverable(tx, loan)])
  if (overdue === 0n) refuse(loanNotOverdue())
  const wanted = scope === 'overdue' ? overdue : settlementOn(planOfLoan(loan), eventsOf(loan.movements), today)
  const shares = shareRecovery(wanted, sources)
  const amount = sumKobo(shares)
  return {
    wanted,
    amount,
    recovered: amount > 0n ? recoveredBy(loan, amount, today) : undefined,
    parts: sources.map((source, index) => ({ ...source, amount: kobo(shares[index] ?? 0n) })),
  }
}

/** The loan with so much recovered on that day, and what of it that repays. */
function recoveredBy(loan: LockedRunningLoan, amount: Kobo, on: Day): Repaid {
  const repaid = repaidOn(planOfLoan(loan), eventsOf(loan.movements), { on, amount, heldBy: anyDueDay })
  if (repaid instanceof Refusal) throw repaid
  return repaid
}
