import { useQuery } from '@tanstack/react-query'
import { listPostingAccounts } from '#contract/money/movements.ts'
import type { ReactNode } from 'react'
import type { Day } from '#domain/calendar.ts'
import type { Kobo } from '#domain/money.ts'
import type { MovementType } from '#domain/money/transactions/movement-types.ts'
import { query } from '#web/api/query.ts'
import { choiceQueries } from '#web/parts/choices.ts'
import { MemberNumber } from '#web/parts/MemberNumber.tsx'
import { dayText, moneyText } from '#web/ui/format.ts'
import type { Values } from './MovementFields.tsx'

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
  const shares = <strong>{values.shares.trim()} shares</strong>
  const society = () => {
    const id = values.place.slice('society:'.length)
    const account = money.data?.find((each) => (id === '' ? each.isDefault : each.id === id))
    return <strong>{account?.name ?? 'cash or bank'}</strong>
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
          Record {sum} into {typeName(values.accountTypeId)} for {who}, paid on {on}.
        </>
      )
    case 'withdrawal':
      return (
        <>
          Pay {sum} from {typeName(values.accountTypeId)} to {who}, on {on}.
        </>
      )
    case 'transfer':
      return (
        <>
          Move {sum} of {who} from {typeName(values.accountTypeId)} to {typeName(values.toAccountTypeId)}, on {on}.
        </>
      )
    case 'share_purchase':
      return (
        <>
          Buy {shares} for {who}: {sum} from {place}, on {on}.
        </>
      )
    case 'share_transfer':
      return (
        <>
          Move {shares}, worth {sum}, from {who} to <Name of={values.taker} />, on {on}.
        </>
      )
    case 'share_redemption':
      return (
        <>
          Redeem {shares} of {who}: {sum} at par value to {place}, on {on}.
        </>
      )
    case 'charge':
      return (
        <>
          Charge {who} {sum} for <strong>{income.data?.find(({ id }) => id === values.incomeAccountId)?.name}</strong>,
          from {place}, on {on}.
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
  if (type === 'deposit')
    return (
      <>
        Tell the officers that you paid {sum} into {account} on {on}. It counts once they have checked it.
      </>
    )
  if (type === 'transfer')
    return (
      <>
        Ask the officers to move {sum} from {account} to {to}. Nothing moves until they approve it.
      </>
    )
  if (type === 'share_purchase')
    return (
      <>
        Ask the officers for {shares}: {sum} from {place}. Nothing moves until they approve it.
      </>
    )
  return (
    <>
      Ask the officers to pay you {sum} from {account}. Nothing leaves your account until they approve it.
    </>
  )
}
