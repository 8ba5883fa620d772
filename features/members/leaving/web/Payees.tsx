import { Suspense, lazy, useState } from 'react'
import type { Kobo } from '#core/money.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { PhoneLinks } from '#ui/PhoneLinks.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Leaving, Payee, Standing } from './api.ts'

const PayDialog = lazy(async () => ({ default: (await import('./PayDialog.tsx')).PayDialog }))
const ReversePayout = lazy(async () => ({ default: (await import('./PayDialog.tsx')).ReversePayout }))

/** Who is paid how much; what is owed is paid here when it can be. */
export function Payees({
  standing: { payees, paymentsWaitFrom, reversalsWaitFrom },
  leaving,
}: {
  standing: Standing
  leaving: Leaving
}) {
  const [acting, setActing] = useState<{ payee: Payee; pays: boolean }>()
  const waits = (from: Kobo | null, { amount }: Payee) => from !== null && amount >= from
  const isSettled = leaving.status === 'settled'
  return (
    <Card title="Paid to">
      {payees.length === 0 && <p className="muted">Nothing was left to be paid.</p>}
      {payees.map((payee) => (
        <div key={payee.number} className="payee">
          <p className="payee__head">
            <span>
              {payee.name}
              {(payee.relationship || payee.sharePercent < 100) && (
                <span className="muted">{` · ${[payee.relationship, payee.sharePercent < 100 && `${payee.sharePercent} %`].filter(Boolean).join(', ')}`}</span>
              )}
            </span>
            <strong>
              <MoneyText amount={payee.amount} />
            </strong>
          </p>
          <p className="row">
            {payee.paidOn ? (
              <Tag tone="success">Paid</Tag>
            ) : isSettled ? (
              <Tag tone="warning">Owed</Tag>
            ) : (
              <Tag>Not yet</Tag>
            )}
            <span className="muted">
              {payee.paidOn ? (
                <>
                  <DateText on={payee.paidOn} /> from {payee.paidThrough}, receipt{' '}
                  <span className="number">{payee.receiptNumber}</span>
                </>
              ) : payee.paidThrough ? (
                `From ${payee.paidThrough}`
              ) : (
                'Kept under what former members are owed'
              )}
            </span>
          </p>
          {payee.phone && <PhoneLinks phone={payee.phone} name={payee.name} />}
          {isSettled && !leaving.reversalAskedBy && (
            <div className="row">
              {!payee.paidOn && payee.amount > 0n && (
                <Button
                  needs="leaving.pay"
                  onClick={() => setActing({ payee, pays: true })}
                >{`Pay ${payee.name}`}</Button>
              )}
              {payee.isPaidLater && (
                <Button needs="leaving.pay" onClick={() => setActing({ payee, pays: false })}>
                  Reverse this payment
                </Button>
              )}
            </div>
          )}
        </div>
      ))}
      <Suspense>
        {acting?.pays && (
          <PayDialog
            leaving={leaving}
            payee={acting.payee}
            waits={waits(paymentsWaitFrom, acting.payee)}
            onClose={() => setActing(undefined)}
          />
        )}
        {acting && !acting.pays && (
          <ReversePayout
            leaving={leaving}
            payee={acting.payee}
            waits={waits(reversalsWaitFrom, acting.payee)}
            onClose={() => setActing(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}
