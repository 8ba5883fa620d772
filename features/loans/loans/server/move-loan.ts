import { isSelf } from '#core/actor.ts'
import type { AccountId, LoanMovementId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { type JournalLine, pairsOf } from '#features/accounting/books/rules/journal.ts'
import {
  anyDueDay,
  changeBetween,
  eventsOf,
  isRepaid,
  journalOf,
  type LoanAccounts,
  type LoanChange,
  planOfLoan,
  runningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import { journalsOf, type Repaid, repaidOn } from '#features/loans/loans/rules/settlement.ts'
import { journalsAsOne, settlementTotal } from '#features/loans/loans/rules/top-up.ts'
import {
  findAccountsOf,
  findSocietyAccounts,
  type LockedRunningLoan,
  refuseDay,
} from '#features/loans/running-loans/server/reads.ts'
import {
  findMoney,
  type LoanMove,
  type LoanVoucher,
  postVoucher,
  saveLoans,
  savingsPosting,
} from '#features/loans/running-loans/server/save-loans.ts'
import { insertMovements, type NewLoanMovement } from '#features/loans/running-loans/server/writes.ts'
import type { Settled } from '#features/loans/top-ups/server/reads.ts'
import { saveLoanMovement } from '#features/savings/transactions/server/actions.ts'
import type { Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openLoanAccount } from '#platform/ledger/ledger.ts'

const topUpAbovePaidOut = refusal(
  'top_up_above_paid_out',
  409,
  'Settling the old loan takes {settlement} on {on}, and {paid} is paid out. Pay out {settlement} or more, or have part of the old loan repaid first.',
)

/** `settled`: the loans that a disbursement pays first, of its own amount. */
type Move = LoanMove & { settled?: readonly Settled[] }

/**
 * Posts one movement of a loan: one entry in the books, with its effect on the schedule. A movement that is dated back
 * also moves what later ones were used for, in the same entry. Refuses: own_loan, dates out of reach, repaid_above_owed,
 * loan_settled_for_less, loan_interest_above_principal, loan_fees_above_principal, and what `findMoney` refuses.
 */
export async function moveLoan(ask: Ask, loan: LockedRunningLoan, move: Move): Promise<void> {
  const { tx, actor, today } = ask
  const { kind, amount, on, way, settled = [] } = move
  const { memberId } = loan
  if (isSelf(actor, memberId)) refuse('own_loan')
  refuseDay(loan, on, today)
  const moved = afterMove(loan, move)
  const { after, change, rebate } = moved
  const passed = passedOn(move, change, settled)
  const society = await findSocietyAccounts(tx, loan)
  const { savings, through, reference } = await findMoney(tx, loan, move)

  // From here on it must succeed.
  const accountId = loan.accountId ?? (await openLoanAccount(tx, actor.cooperativeId, loan))
  const accounts: LoanAccounts = { ...society, loan: accountId }
  const own =
    savings && passed > 0n
      ? await savingsPosting(tx, actor, loan, savings, society, { kind, amount: passed })
      : undefined
  const money = own || !through ? society.unallocated : through.id
  const journals = [
    ...(kind === 'repayment'
      ? journalsOf(amount, money, moved, accounts)
      : [journalOf(kind, amount, money, change, accounts)]),
    ...(await journalsOfSettled(tx, settled, money)),
  ]
  const voucher = await postVoucher(ask, kind, on, [...(own ? [own.posting] : []), ...pairsOf(journalsAsOne(journals))])
  insertMovements(tx, actor, [
    {
      ...{ loan, id: newId<LoanMovementId>(), kind, amount, way, rebate, through: through?.name ?? null, reference },
      ...change,
      ...voucher,
      isHeld: kind === 'repayment',
    },
    ...settled.map((each) => movementOfSettled(each, voucher)),
  ])
  await saveLoans(tx, actor, [...settled.map(({ loan, after }) => ({ loan, after })), { loan, after, accountId }])
  if (own) {
    const { entryId, entryNumber } = voucher
    saveLoanMovement(tx, actor, {
      ...{ type: kind, memberId, accountTypeId: own.accountTypeId, amount: own.posting.amount, occurredOn: on },
      ...{ description: t('{loanConfig} loan', { loanConfig: loan.loanConfig }), entryId, entryNumber },
    })
  }
  notifyMembers(
    tx,
    actor.cooperativeId,
    [{ memberId, message: noticeOf(loan, move, moved), type: 'success', link: '/member/loans' }],
    kind === 'repayment' ? 'receipt' : 'loan',
  )
}

function afterMove({ before, movements, ...loan }: LockedRunningLoan, { kind, on, amount }: Move): Repaid {
  const [plan, events] = [planOfLoan(loan), eventsOf(movements)]
  if (kind === 'repayment') {
    const repaid = repaidOn(plan, events, { on, amount, heldBy: anyDueDay })
    if (repaid instanceof Refusal) throw repaid
    return repaid
  }
  const after = runningLoan(plan, { ...events, disbursements: [...events.disbursements, { on, amount }] })
  if (after instanceof Refusal) throw after
  return { after, change: changeBetween(before, after), rebate: undefined }
}

/** What goes on to the borrower, or comes from them. Refuses: top_up_above_paid_out. */
function passedOn(
  { kind, amount, on }: Move,
  { deducted, feesDeducted }: LoanChange,
  settled: readonly Settled[],
): Kobo {
  if (kind === 'repayment') return amount
  const [paid, settlement] = [kobo(amount - deducted - feesDeducted), settlementTotal(settled)]
  if (settlement > paid)
    refuse(topUpAbovePaidOut({ field: 'amount', settlement: moneyText(settlement), paid: moneyText(paid), on }))
  return kobo(paid - settlement)
}

function movementOfSettled({ loan, amount, change, rebate }: Settled, voucher: LoanVoucher): NewLoanMovement {
  const id = newId<LoanMovementId>()
  return { loan, id, kind: 'repayment', amount, way: 'top_up', through: null, ...change, rebate, ...voucher }
}

/** What settling moves: the money that goes out less, against the old loans and their income. */
async function journalsOfSettled(tx: Tx, settled: readonly Settled[], money: AccountId): Promise<JournalLine[][]> {
  if (settled.length === 0) return []
  const accountsOf = await findAccountsOf(tx)
  return settled.flatMap((each) => journalsOf(each.amount, money, each, accountsOf(each.loan)))
}

function noticeOf(
  loan: LockedRunningLoan,
  { kind, amount, way, settled = [] }: Move,
  { after, change: { feesDeducted }, rebate }: Repaid,
): string {
  const fees =
    feesDeducted > 0n && t('Fees of {feesDeducted} were taken off.', { feesDeducted: moneyText(feesDeducted) })
  const told = { amount: moneyText(amount), loanConfig: loan.loanConfig }
  if (settled.length > 0) {
    const words = {
      ...told,
      settlement: moneyText(settlementTotal(settled)),
      settled: settled.map((each) => each.loan.loanConfig).join(t(' and ')),
    }
    return joined(
      way === 'savings'
        ? t(
            'Your {loanConfig} loan of {amount} was paid out: {settlement} settled your {settled} loan, and the rest went to your savings.',
            words,
          )
        : t(
            'Your {loanConfig} loan of {amount} was paid out: {settlement} settled your {settled} loan, and the rest was paid to you.',
            words,
          ),
      fees,
    )
  }
  if (kind === 'disbursement')
    return joined(
      way === 'savings'
        ? t('{amount} of your {loanConfig} loan was paid out to your savings.', told)
        : t('{amount} of your {loanConfig} loan was paid out.', told),
      fees,
    )
  return joined(
    t('{amount} was received on your {loanConfig} loan.', told),
    rebate !== undefined && t('{amount} of its interest was given back.', { amount: moneyText(rebate.amount) }),
    isRepaid(after) && t('It is fully repaid.'),
  )
}

const joined = (...sentences: (string | false)[]) => sentences.filter(Boolean).join(' ')
