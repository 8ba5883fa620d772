import { labelled } from '#core/words.ts'
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listTransactions } from '#features/savings/transactions/contract.ts'
import { Tag } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

type Transaction = Replied<typeof listTransactions>

/** What each kind of movement is called on screen. */
export const transactionTypeLabels: Record<Transaction['type'], string> = labelled({
  contribution: strings.contribution,
  deposit: strings.deposit,
  withdrawal: strings.withdrawal,
  transfer: strings.transfer,
  share_purchase: strings.sharePurchase,
  share_transfer: strings.shareTransfer,
  share_redemption: strings.shareRedemption,
  charge: strings.charge,
  journal: strings.journal,
  expense: strings.expense,
  income: strings.otherIncome,
  disbursement: strings.loanPaidOut,
  repayment: strings.loanRepayment,
  interest: strings.interest,
  dividend: strings.dividend,
  fixed_deposit: strings.fixedDeposit,
  opening: strings.openingBalance,
  remittance: strings.paidOverByAnEmployer,
  leaving_payout: strings.paidToAFormerMember,
})

export const transactionStatusLabels: Record<Transaction['status'], string> = labelled({
  pending: strings.waiting,
  approved: strings.posted,
  rejected: strings.rejected,
  reversed: strings.reversed,
})

const looks = {
  pending: { tone: 'warning', icon: Clock },
  approved: { tone: 'success', icon: CircleCheck },
  rejected: { tone: 'danger', icon: CircleX },
  reversed: { tone: 'neutral', icon: Undo2 },
} as const

export function TransactionTag({ status }: { status: Transaction['status'] }) {
  const tag = <Tag {...looks[status]}>{transactionStatusLabels[status]}</Tag>
  return status === 'approved' ? <span className="table__usual">{tag}</span> : tag
}
