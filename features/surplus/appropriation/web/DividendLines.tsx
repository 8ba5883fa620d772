import type { ComponentProps } from 'react'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { dividendDestinationNames } from '#features/surplus/appropriation/rules/destination.ts'
import { exclusionWords } from '#features/surplus/appropriation/rules/exclusion.ts'
import type { DividendBasis } from '#features/surplus/appropriation/rules/words.ts'
import { List } from '#ui/List.tsx'
import { Select } from '#ui/Select.tsx'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import type { DividendLine } from './api.ts'

function PaidTo({ paidTo, exclusion, exclusionReason: reason }: DividendLine) {
  if (exclusion) return <>Excluded: {exclusionWords({ exclusion, reason })}</>
  return <>{paidTo && dividendDestinationNames[paidTo]}</>
}

const columns: Column<DividendLine>[] = [
  { key: 'member', header: 'Member', sort: 'membershipno', card: 'title', cell: (row) => <MemberLink {...row} /> },
  moneyColumn('basis', 'Shared by', (row) => row.basis),
  moneyColumn('gross', 'Gross', (row) => row.gross),
  moneyColumn('tax', 'Withholding tax', (row) => row.tax),
  { key: 'paidTo', header: 'Paid to', cell: PaidTo },
  moneyColumn('net', 'Gets', (row) => row.net, { sort: 'net', card: 'corner' }),
]

const post: Column<DividendLine> = { key: 'post', header: 'Post', cell: (row) => row.post }

type Of = { tax: Kobo; basis: DividendBasis } | undefined

/** Without tax the gross is the net, and what is paid by name has a post. */
function columnsOf(of: Of): Column<DividendLine>[] {
  const shown = of?.basis === 'named' ? columns.map((column) => (column.key === 'basis' ? post : column)) : columns
  return of === undefined || of.tax === zeroKobo ? shown.filter(({ key }) => key !== 'tax' && key !== 'gross') : shown
}

/** What each member gets of a dividend, one that is only looked at or one that was run. */
export function DividendLines({
  of,
  ...list
}: Pick<ComponentProps<typeof List<DividendLine>>, 'asked' | 'set' | 'failed' | 'empty'> & { of: Of; sort: string }) {
  return <List caption="What each member gets" columns={columnsOf(of)} rowKey={(row) => row.memberId} {...list} />
}

/** Whether the list shows all members or the excluded ones alone. */
export function ShowExcluded({
  only,
  onChange,
}: {
  only: 'excluded' | undefined
  onChange: (only: 'excluded' | undefined) => void
}) {
  return (
    <Select
      label="Show"
      hideLabel
      value={only ?? 'all'}
      options={showOptions}
      onChange={(value) => onChange(value === 'excluded' ? value : undefined)}
    />
  )
}

const showOptions = [
  { value: 'all', label: 'All members' },
  { value: 'excluded', label: 'Excluded members' },
]
