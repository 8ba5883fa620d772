import { useQuery } from '@tanstack/react-query'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import type { ReactNode } from 'react'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import type { MovementType } from '#features/savings/transactions/rules/movement-types.ts'
import { query } from '#ui/api/query.ts'
import { choiceQueries } from '#ui/parts/choices.ts'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import type { Values } from './MovementFields.tsx'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

/** What the button will do, in a sentence. */
export function MovementSummary({
  type,
  officer,
  values,
  amount,
}: {
  type: MovementType
  officer: boolean
  values: Values
  amount: Kobo
}): ReactNode {
  const accountTypes = useQuery(choiceQueries.accountTypes())
  const money = useQuery({ ...query(listPostingAccounts, { use: 'money' }), enabled: officer })
  const income = useQuery({ ...query(listPostingAccounts, { use: 'income' }), enabled: officer && type === 'charge' })
  const typeName = (id: string | undefined) => (
    <strong>{accountTypes.data?.find((each) => each.id === id)?.name ?? 'savings'}</strong>
  )
  const sum = <strong className="number">{moneyText(amount)}</strong>
  const who = <Name of={values.saver} />
  const on = dayText(values.occurredOn as Day)
  const shares = <strong>{fill(strings.trimShares, { trim: values.shares.trim() })}</strong>
  const society = () => {
    const id = values.place.slice('society:'.length)
    const account = money.data?.find((each) => (id === '' ? each.isDefault : each.id === id))
    return <strong>{account?.name ?? strings.cashOrBank}</strong>
  }
  const place = values.place.startsWith('society:') ? society() : typeName(values.place)
  if (!officer)
    return (
      <Own
        {...{ type, sum, shares, on, place }}
        account={typeName(values.accountTypeId)}
        to={typeName(values.toAccountTypeId)}
      />
    )
  switch (type) {
    case 'deposit':
      return (
        <>
          {fillElements(strings.recordIntoForPaidOn, { sum, accountTypeId: typeName(values.accountTypeId), who, on })}
        </>
      )
    case 'withdrawal':
      return <>{fillElements(strings.payFromToOn, { sum, accountTypeId: typeName(values.accountTypeId), who, on })}</>
    case 'transfer':
      return (
        <>
          {fillElements(values.taker ? strings.moveOfFromToOfOn : strings.moveOfFromToOn, {
            sum,
            who,
            taker: <Name of={values.taker} />,
            accountTypeId: typeName(values.accountTypeId),
            toAccountTypeId: typeName(values.toAccountTypeId),
            on,
          })}
        </>
      )
    case 'share_purchase':
      return <>{fillElements(strings.buyForFromOn, { shares, who, sum, place, on })}</>
    case 'share_transfer':
      return <>{fillElements(strings.moveWorthFromTo, { shares, sum, who, taker: <Name of={values.taker} />, on })}</>
    case 'share_redemption':
      return <>{fillElements(strings.redeemOfAtParValue, { shares, who, sum, place, on })}</>
    case 'charge':
      return (
        <>
          {fillElements(strings.chargeForFromOn, {
            who,
            sum,
            name: <strong>{income.data?.find(({ id }) => id === values.incomeAccountId)?.name}</strong>,
            place,
            on,
          })}
        </>
      )
  }
}

function Name({ of }: { of: Values['saver'] }) {
  return (
    of && (
      <>
        <strong>
          {of.firstName} {of.lastName}
        </strong>{' '}
        <MemberNumber membershipno={of.membershipno} />
      </>
    )
  )
}

function Own({
  type,
  sum,
  shares,
  on,
  place,
  account,
  to,
}: {
  type: MovementType
  sum: ReactNode
  shares: ReactNode
  on: string
  place: ReactNode
  account: ReactNode
  to: ReactNode
}) {
  if (type === 'deposit') return <>{fillElements(strings.tellTheOfficersThatYou, { sum, account, on })}</>
  if (type === 'transfer') return <>{fillElements(strings.askTheOfficersToMove, { sum, account, to })}</>
  if (type === 'share_purchase') return <>{fillElements(strings.askTheOfficersForFrom, { shares, sum, place })}</>
  return <>{fillElements(strings.askTheOfficersToPay, { sum, account })}</>
}
