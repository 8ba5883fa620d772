import { EllipsisVertical } from 'lucide'
import type { ReactNode } from 'react'
import { type RegisterColumn, registerColumnNames } from '#features/members/members/rules/register.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { IconButton } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Menu } from '#ui/Menu.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import type { Column } from '#ui/Table.tsx'
import { MemberStatus } from './MemberStatus.tsx'
import type { ActOnRow, RegisterRow } from './RowActions.tsx'

/** What the register shows before anybody has chosen. */
export const usualColumns = [
  'membershipno',
  'name',
  'phone',
  'joined',
  'savings',
  'shares',
  'loans',
  'status',
] as const satisfies readonly RegisterColumn[]

const cells: Record<
  RegisterColumn,
  Pick<Column<RegisterRow>, 'sort' | 'card' | 'align'> & { cell: (row: RegisterRow) => ReactNode }
> = {
  membershipno: {
    sort: 'membershipno',
    card: 'hidden',
    cell: (row) => (
      <span className="number muted" title={row.membershipno}>
        {row.membershipno.split('/').at(-1)}
      </span>
    ),
  },
  name: {
    sort: 'lastName',
    card: 'title',
    cell: (row) => (
      <>
        <Link to="/coop/member/$memberId" params={{ memberId: row.memberid }}>
          {row.firstName} {row.lastName}
        </Link>
        <span className="member-number muted number">{row.membershipno.split('/').at(-1)}</span>
      </>
    ),
  },
  phone: {
    card: 'bare',
    cell: (row) =>
      row.phone === null ? (
        <span className="muted">No phone</span>
      ) : (
        <a className="member-phone number" href={`tel:${row.phone}`}>
          {phoneText(row.phone)}
        </a>
      ),
  },
  email: { card: 'hidden', cell: (row) => row.email },
  gender: { card: 'hidden', cell: (row) => row.gender.charAt(0).toUpperCase() + row.gender.slice(1) },
  joined: { sort: 'registrationDate', card: 'hidden', cell: (row) => <DateText on={row.registrationDate} /> },
  employer: { card: 'hidden', cell: (row) => row.employer },
  monthly: { align: 'end', card: 'hidden', cell: (row) => <MoneyText amount={row.monthlyContributions} /> },
  savings: { align: 'end', sort: 'savings', cell: (row) => <MoneyText amount={row.savings} /> },
  shares: { align: 'end', card: 'hidden', cell: (row) => <MoneyText amount={row.shares} /> },
  loans: { align: 'end', card: 'hidden', cell: (row) => <MoneyText amount={row.loans} /> },
  status: { card: 'bare', cell: (row) => <MemberStatus member={row} /> },
}

/** The chosen columns, and what can be done with a row. */
export function columnsOf(chosen: readonly RegisterColumn[], act: ActOnRow): Column<RegisterRow>[] {
  return [
    ...chosen.map((key) => ({ key, header: registerColumnNames[key], ...cells[key] })),
    ...(may('member.update') || may('contribution.post') ? [actionsOf(act)] : []),
  ]
}

function actionsOf(act: ActOnRow): Column<RegisterRow> {
  return {
    key: 'menu',
    header: '',
    width: '56px',
    card: 'corner',
    cell: (row) => (
      <Menu
        label={`Actions for ${row.firstName} ${row.lastName}`}
        trigger={(props) => (
          <IconButton icon={EllipsisVertical} label={`Actions for ${row.firstName} ${row.lastName}`} {...props} />
        )}
        items={async () => (await import('./RowActions.tsx')).rowActions(row, act)}
      />
    ),
  }
}
