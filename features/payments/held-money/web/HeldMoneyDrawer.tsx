import { useState } from 'react'
import type { TransactionId } from '#core/ids.ts'
import { subtract, zeroKobo } from '#core/money.ts'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Tag } from '#ui/Tag.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { AllocateHeldMoney } from './AllocateHeldMoney.tsx'
import { type HeldMoney, type HeldUse, sourceWords } from './api.ts'
import { PayBack } from './PayBack.tsx'

type Doing = 'allocate' | 'refund' | 'return'

/** One sum that is held: where it came from, what became of it, and what can become of the rest. */
export function HeldMoneyDrawer({ item, onClose }: { item: HeldMoney; onClose: () => void }) {
  const [doing, setDoing] = useState<Doing>()
  const [undoing, setUndoing] = useState<TransactionId>()
  const free = subtract(item.left, item.waiting)
  if (doing === 'allocate') return <AllocateHeldMoney item={item} free={free} onClose={onClose} />
  if (doing) return <PayBack kind={doing} item={item} free={free} onClose={onClose} />
  if (undoing)
    return (
      <ReverseVoucher
        transactionId={undoing}
        title="Reverse this?"
        description="The money is held again."
        button="Reverse"
        onClose={onClose}
      />
    )
  return (
    <Drawer
      open
      onClose={onClose}
      title={item.from}
      {...(item.detail && { description: item.detail })}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {free > zeroKobo && item.source === 'employer' && (
            <Button needs="transaction.record" onClick={() => setDoing('return')}>
              Return to employer
            </Button>
          )}
          {free > zeroKobo && item.source !== 'online' && (
            <Button needs="transaction.record" onClick={() => setDoing('refund')}>
              Refund
            </Button>
          )}
          {free > zeroKobo && (
            <Button needs="transaction.record" look="primary" onClick={() => setDoing('allocate')}>
              Allocate
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <Facts
          items={[
            { label: 'Source', value: sourceWords[item.source] },
            { label: 'Came on', value: <DateText on={item.on} /> },
            { label: 'Age', value: plural(item.ageDays, 'day') },
            { label: 'Entry', value: `No. ${item.entryNumber}` },
            { label: 'Reference', value: item.reference },
            { label: 'Received', value: <MoneyText amount={item.received} /> },
            { label: 'Left', value: <MoneyText amount={item.left} /> },
            { label: 'Waits for approval', value: item.waiting > zeroKobo && <MoneyText amount={item.waiting} /> },
          ]}
        />
        {item.scheduleId && (
          <p>
            <Link
              to="/coop/financial-operations/deductions/$scheduleId"
              params={{ scheduleId: item.scheduleId }}
              search={{ tab: 'return' }}
            >
              The employer’s return
            </Link>
          </p>
        )}
        {item.source === 'online' && free > zeroKobo && (
          <Banner title="Refund it at the payment provider">
            The refund then appears under{' '}
            <Link to="/coop/financial-operations/online-payments" search={{ tab: 'cases' }}>
              Refunds and disputes
            </Link>
            , where you record it.
          </Banner>
        )}
        {item.uses.length > 0 && <h3>What became of it</h3>}
        {item.uses.map((use, place) => (
          <p key={place} className="row">
            <span>
              {sentenceOf(use)}
              <br />
              <span className="muted">
                {use.by}, <DateText on={use.at} />
                {use.receiptNumber && `, No. ${use.receiptNumber}`}
              </span>
            </span>
            {use.state !== 'posted' && <Tag tone={tones[use.state]}>{stateWords[use.state]}</Tag>}
            <Undo use={use} onUndo={setUndoing} />
          </p>
        ))}
      </div>
    </Drawer>
  )
}

function Undo({ use, onUndo }: { use: HeldUse; onUndo: (id: TransactionId) => void }) {
  const { state, transactionId, loanId } = use
  if (state !== 'posted') return null
  if (loanId)
    return (
      <Link to="/coop/loan-management/$loanId" params={{ loanId }}>
        Open the loan
      </Link>
    )
  return (
    transactionId && (
      <Button needs="transaction.decide" size="small" onClick={() => onUndo(transactionId)}>
        Reverse
      </Button>
    )
  )
}

const did = { allocate: 'allocated to', refund: 'refunded to', return: 'returned to' } as const

const sentenceOf = ({ kind, amount, to }: HeldUse) => `${moneyText(amount)} ${did[kind]} ${to ?? 'a member'}`

const stateWords = { waiting: 'Waits for approval', rejected: 'Rejected', reversed: 'Reversed' } as const
const tones = { waiting: 'warning', rejected: 'neutral', reversed: 'neutral' } as const
