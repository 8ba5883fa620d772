import { CircleCheck, CircleX, Clock, RefreshCw, Undo2 } from 'lucide'
import type { Replied } from '#contract/endpoint.ts'
import type { listFixedDeposits } from '#contract/money/fixed-deposits.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import type { Column } from '#web/ui/Table.tsx'
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
  const { words, ...look } = looks[status]
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
  {
    key: 'principal',
    header: 'Amount',
    align: 'end',
    sort: 'principal',
    cell: (row) => <MoneyText amount={row.principal} />,
  },
  {
    key: 'rate',
    header: 'Rate',
    align: 'end',
    cell: (row) => <span className="number">{row.annualRatePercent} %</span>,
  },
  { key: 'matures', header: 'Matures on', sort: 'maturesOn', cell: (row) => <DateText on={row.maturesOn} /> },
  { key: 'interest', header: 'Interest so far', align: 'end', cell: (row) => <MoneyText amount={row.interestSoFar} /> },
  {
    key: 'projected',
    header: 'At maturity',
    align: 'end',
    cell: (row) => <MoneyText amount={row.interestAtMaturity} />,
  },
  {
    key: 'status',
    header: 'State',
    card: 'corner',
    cell: (row) => <DepositTag status={row.status} matured={row.matured} />,
  },
]
