import { labelled } from '#domain/words.ts'
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide'
import type { Replied } from '#contract/endpoint.ts'
import type { listTransactions } from '#contract/money/transactions.ts'
import { Tag } from '#web/ui/Tag.tsx'

type Transaction = Replied<typeof listTransactions>

/** What each kind of movement is called on screen. */
export const transactionTypeLabels: Record<Transaction['type'], string> = labelled({
  contribution: 'Contribution',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
  share_purchase: 'Share purchase',
  share_transfer: 'Share transfer',
  share_redemption: 'Share redemption',
  charge: 'Charge',
  journal: 'Journal',
  expense: 'Expense',
  income: 'Other income',
  disbursement: 'Loan paid out',
  repayment: 'Loan repayment',
  interest: 'Interest',
  dividend: 'Dividend',
  fixed_deposit: 'Fixed deposit',
  opening: 'Opening balance',
})

export const transactionStatusLabels: Record<Transaction['status'], string> = labelled({
  pending: 'Waiting',
  approved: 'Posted',
  rejected: 'Rejected',
  reversed: 'Reversed',
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
