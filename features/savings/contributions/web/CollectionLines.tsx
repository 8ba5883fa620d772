import { CircleAlert, CircleCheck, Clock } from 'lucide'
import { type FormEvent, useRef, useState } from 'react'
import { type Kobo, kobo, koboMax } from '#core/money.ts'
import { Button } from '#ui/Button.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Tag } from '#ui/Tag.tsx'
import { moneyText } from '#ui/format.ts'
import './CollectionLines.css'
import type { Collected } from './collection-api.ts'
import type { Payer } from './sheet-api.ts'

type Take = (payer: Payer, amount: Kobo) => Promise<void>

/** A line for each member: what is expected this month, what was collected on this day, and the next amount, which is filled in with what is still expected. */
export function CollectionLines({
  payers,
  collected,
  isThisMonth,
  disabled,
  onTake,
}: {
  payers: readonly Payer[]
  collected: readonly Collected[]
  /** Whether the day lies in the month of which `expected` and `paid` speak. */
  isThisMonth: boolean
  disabled: boolean
  onTake: Take
}) {
  return (
    <ul className="sheet">
      {payers.map((payer) => (
        <Line
          key={payer.memberId}
          payer={payer}
          of={collected.filter(({ memberId }) => memberId === payer.memberId)}
          isThisMonth={isThisMonth}
          disabled={disabled}
          onTake={onTake}
        />
      ))}
    </ul>
  )
}

function Line({
  payer,
  of,
  isThisMonth,
  disabled,
  onTake,
}: {
  payer: Payer
  of: readonly Collected[]
  isThisMonth: boolean
  disabled: boolean
  onTake: Take
}) {
  // Until it is typed, the amount follows what is still expected; of a member who has paid on this day nothing more is.
  const [typed, setTyped] = useState<{ amount: Kobo | undefined }>()
  const hasPaid = of.some(({ refusal }) => refusal === undefined)
  const amount = typed
    ? typed.amount
    : isThisMonth && !hasPaid && payer.expected > payer.paid
      ? kobo(payer.expected - payer.paid)
      : undefined
  const [round, setRound] = useState(0)
  const isTaking = useRef(false)
  const isTooMuch = amount !== undefined && amount > koboMax
  const isReady = amount !== undefined && amount > 0n && !isTooMuch
  async function submit(event: FormEvent) {
    event.preventDefault()
    // The second press of a double click is no second payment.
    if (!isReady || isTaking.current) return
    isTaking.current = true
    try {
      await onTake(payer, amount)
      setTyped({ amount: undefined })
      setRound(round + 1)
    } finally {
      isTaking.current = false
    }
  }
  return (
    <li className="sheet__line">
      <div className="sheet__who">
        <strong>{payer.name}</strong> <MemberNumber membershipno={payer.membershipno} />
        <br />
        <span className="muted">
          {moneyText(payer.paid)} of {moneyText(payer.expected)} this month
        </span>
        {of.map((entry) => (
          <State key={entry.key} entry={entry} />
        ))}
      </div>
      <form className="sheet__take" onSubmit={(event) => void submit(event)}>
        <MoneyField
          key={round}
          hideLabel
          label={`Amount from ${payer.name}`}
          value={amount}
          onChange={(next) => setTyped({ amount: next })}
          error={isTooMuch ? `Enter at most ${moneyText(koboMax)}` : undefined}
          disabled={disabled}
        />
        <Button
          type="submit"
          look={isReady && typed ? 'primary' : 'secondary'}
          disabled={disabled}
          aria-label={`Collect from ${payer.name}`}
        >
          Collect
        </Button>
      </form>
    </li>
  )
}

function State({ entry }: { entry: Collected }) {
  const sum = moneyText(entry.amount)
  return (
    <span className="sheet__state">
      {entry.receiptNumber ? (
        <Tag tone="success" icon={CircleCheck}>{`${sum} posted, receipt ${entry.receiptNumber}`}</Tag>
      ) : entry.refusal ? (
        <Tag tone="danger" icon={CircleAlert}>{`${sum} refused`}</Tag>
      ) : (
        <Tag tone="warning" icon={Clock}>{`${sum} waits to be sent`}</Tag>
      )}
    </span>
  )
}
