import { CircleCheck, CircleX, Clock, RefreshCw, Undo2 } from 'lucide'
import type { Replied } from '#contract/endpoint.ts'
import type { listFixedDeposits } from '#contract/money/fixed-deposits.ts'
import { termsInWords } from '#domain/money/fixed-deposits/deposit-rates.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'

export type Deposit = Replied<typeof listFixedDeposits>

const looks = {
  open: { tone: 'success', icon: CircleCheck, words: 'Open' },
  paid_out: { tone: 'neutral', icon: CircleCheck, words: 'Paid out' },
  renewed: { tone: 'neutral', icon: RefreshCw, words: 'Renewed' },
  broken: { tone: 'danger', icon: CircleX, words: 'Broken' },
  reversed: { tone: 'neutral', icon: Undo2, words: 'Reversed' },
} as const

function DepositTag({ status, matured }: Pick<Deposit, 'status' | 'matured'>) {
  if (matured) {
    return (
      <Tag tone="warning" icon={Clock}>
        Matured
      </Tag>
    )
  }
  const { words, ...look } = looks[status] ?? { words: status }
  return <Tag {...look}>{words}</Tag>
}

/** What a list of fixed deposits says of each, whoever looks: amount, rate, day, and the interest so far. */
export const depositColumns: Column<Deposit>[] = [
  {
    key: 'certificate',
    header: 'Certificate',
    card: 'title',
    cell: (row) => (
      <>
        <span className="number">{row.certificate}</span> <span className="muted">{row.account}</span>
      </>
    ),
  },
  moneyColumn('principal', 'Amount', (row) => row.principal, { sort: 'principal' }),
  {
    key: 'rate',
    header: 'Rate',
    align: 'end',
    cell: (row) => (
      <span className="number">
        {row.annualRatePercent} % for {termsInWords([row.months])}
      </span>
    ),
  },
  { key: 'matures', header: 'Matures on', sort: 'maturesOn', cell: (row) => <DateText on={row.maturesOn} /> },
  moneyColumn('interest', 'Interest so far', (row) => row.interestSoFar),
  moneyColumn('projected', 'At maturity', (row) => row.interestAtMaturity),
  {
    key: 'status',
    header: 'State',
    card: 'corner',
    cell: (row) => <DepositTag status={row.status} matured={row.matured} />,
  },
]
