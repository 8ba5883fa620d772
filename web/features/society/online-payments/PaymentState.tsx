import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OnlinePaymentId } from '#domain/ids.ts'
import { kobo, zeroKobo } from '#domain/money.ts'
import { contributionMonth } from '#domain/money/contributions/contribution.ts'
import { isPayable } from '#domain/society/online-payments/online-payment.ts'
import { Link } from '#web/router/Link.tsx'
import { useSearch } from '#web/router/place.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { type Column, moneyColumn, Table } from '#web/ui/Table.tsx'
import { followPayment, kindWords, type OwnPayment } from './api.ts'

type Line = OwnPayment['lines'][number]

const columns: Column<Line>[] = [
  {
    key: 'what',
    header: 'For',
    card: 'title',
    cell: ({ kind, name, period }) =>
      kind === 'contribution' && period
        ? `Contribution for ${contributionMonth({ period, broughtForward: false })}`
        : kind === 'repayment'
          ? `${name} loan`
          : kindWords[kind],
  },
  moneyColumn('amount', 'Amount', ({ amount }) => amount),
  {
    key: 'receipt',
    header: 'Receipt',
    cell: ({ receiptNumber }) => receiptNumber && <span className="number">{receiptNumber}</span>,
  },
]

/** One payment: on to the checkout, and afterwards what became of it, until it is in the books. */
export function PaymentState({ paymentId }: { paymentId: OnlinePaymentId }) {
  const { go, reference } = useSearch()
  const asked = useQuery(followPayment(paymentId))
  const payment = asked.data
  const left = useRef(false)
  useEffect(() => {
    if (go !== 'checkout' || !payment?.checkoutUrl || left.current) return
    left.current = true
    // Who comes back by the browser's button finds the page that does not lead on by itself.
    history.replaceState(history.state, '', `${location.pathname}?payment=${paymentId}`)
    location.assign(payment.checkoutUrl)
  }, [go, paymentId, payment?.checkoutUrl])
  if (asked.isError && !payment) return <LoadProblem title="Failed to load the payment" of={asked} />
  if (!payment) return <SkeletonLines lines={6} />
  return (
    <>
      <State payment={payment} cameBack={reference !== undefined} />
      <Card>
        <Facts
          items={[
            { label: 'Amount', value: <MoneyText amount={payment.amount} /> },
            {
              label: 'Charge of the provider',
              value: payment.surcharge > zeroKobo && <MoneyText amount={payment.surcharge} />,
            },
            {
              label: 'To pay',
              value: payment.surcharge > zeroKobo && <MoneyText amount={kobo(payment.amount + payment.surcharge)} />,
            },
            { label: 'Begun', value: <DateText on={payment.createdAt} time /> },
            { label: 'Paid', value: payment.paidAt && <DateText on={payment.paidAt} time /> },
          ]}
        />
      </Card>
      <Card flush>
        <Table
          caption="What it pays"
          columns={columns}
          rows={payment.lines.map((line, place) => ({ ...line, place }))}
          rowKey={({ place }) => String(place)}
        />
      </Card>
    </>
  )
}

function State({ payment: { status, checkoutUrl }, cameBack }: { payment: OwnPayment; cameBack: boolean }) {
  const payNow = checkoutUrl && (
    <a className={buttonClass('primary')} href={checkoutUrl}>
      Pay now
    </a>
  )
  if (status === 'posted')
    return (
      <Banner
        tone="success"
        title="Paid and posted"
        actions={
          <Link to="/member/transactions" className={buttonClass()}>
            Transactions and receipts
          </Link>
        }
      >
        Everything below is on your accounts.
      </Banner>
    )
  if (status === 'paid') return <Banner title="Paid">It is being posted to your accounts.</Banner>
  if (status === 'unallocated')
    return (
      <Banner tone="warning" title="Received, and waiting for an officer">
        It could not be posted as it was asked. An officer will post it to your account; the money is safe.
      </Banner>
    )
  if (status === 'allocated')
    return (
      <Banner tone="success" title="Posted by an officer">
        Look under Transactions and Loans for what it paid.
      </Banner>
    )
  if (status === 'stopped')
    return (
      <Banner tone="danger" title="Not posted">
        The payment provider confirmed something else than was asked. Your officers were told; ask them.
      </Banner>
    )
  if (status === 'failed')
    return (
      <Banner tone="danger" title="The payment was declined" actions={payNow}>
        Nothing was taken. Try again, or pay by another way.
      </Banner>
    )
  if (!isPayable(status) || (status === 'initialized' && !checkoutUrl))
    return (
      <Banner title="Expired">
        This payment can no longer be made. If money left your account, it will still be posted when the provider
        confirms it.
      </Banner>
    )
  if (status === 'created')
    return <Banner title="Opening the page of the payment provider">This takes a moment.</Banner>
  return cameBack ? (
    <Banner title="Waiting for the payment provider" actions={payNow}>
      If you have paid, this page changes as soon as the provider confirms it. You may also close it: you are told when
      the payment is posted.
    </Banner>
  ) : (
    <Banner title="Not paid yet" actions={payNow} />
  )
}
