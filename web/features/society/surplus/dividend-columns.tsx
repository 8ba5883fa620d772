import { type Kobo, zeroKobo } from '#domain/money.ts'
import { dividendDestinationNames } from '#domain/society/surplus/destination.ts'
import { exclusionWords } from '#domain/society/surplus/exclusion.ts'
import { MemberLink } from '#web/parts/MemberLink.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
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

/** What a member gets of a dividend; without tax the gross is the net. */
export function dividendColumns({ tax }: { tax: Kobo } = { tax: zeroKobo }): Column<DividendLine>[] {
  return tax === zeroKobo ? columns.filter(({ key }) => key !== 'tax' && key !== 'gross') : columns
}
