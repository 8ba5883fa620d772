import { CircleCheck, CircleX, Clock, RefreshCw, Undo2 } from 'lucide'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listFixedDeposits } from '#features/savings/fixed-deposits/contract.ts'
import { termsInWords } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import { sumKobo } from '#core/money.ts'
import { DateText } from '#ui/DateText.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Deposit = Replied<typeof listFixedDeposits>

const looks = {
  open: { tone: 'success', icon: CircleCheck, words: strings.open },
  paid_out: { tone: 'neutral', icon: CircleCheck, words: strings.paidOut },
  renewed: { tone: 'neutral', icon: RefreshCw, words: strings.renewed },
  broken: { tone: 'danger', icon: CircleX, words: strings.broken },
  reversed: { tone: 'neutral', icon: Undo2, words: strings.reversed },
} as const

function DepositTag({ status, matured }: Pick<Deposit, 'status' | 'matured'>) {
  if (matured) {
    return (
      <Tag tone="warning" icon={Clock}>
        {strings.matured}
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
    header: strings.certificate,
    card: 'title',
    cell: (row) => (
      <>
        <span className="number">{row.certificate}</span> <span className="muted">{row.account}</span>
      </>
    ),
  },
  moneyColumn('principal', strings.amount, (row) => row.principal, { sort: 'principal' }),
  {
    key: 'rate',
    header: strings.rate,
    align: 'end',
    cell: (row) => (
      <span className="number">
        {fill(strings.annualRatePercentForTermsInWords, {
          annualRatePercent: row.annualRatePercent,
          termsInWords: termsInWords([row.months]),
        })}
      </span>
    ),
  },
  { key: 'matures', header: strings.maturesOn, sort: 'maturesOn', cell: (row) => <DateText on={row.maturesOn} /> },
  moneyColumn('interest', strings.interestSoFar, (row) => row.interestSoFar),
  moneyColumn('projected', strings.atMaturity, (row) => sumKobo([row.principal, row.interestAtMaturity])),
  {
    key: 'status',
    header: strings.state,
    card: 'corner',
    cell: (row) => <DepositTag status={row.status} matured={row.matured} />,
  },
]
