import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OnlinePaymentId } from '#core/ids.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import { contributionMonth } from '#features/savings/contributions/rules/contribution.ts'
import { isPayable } from '#features/payments/online-payments/rules/online-payment.ts'
import { Link } from '#ui/router/Link.tsx'
import { useSearch } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, moneyColumn, Table } from '#ui/Table.tsx'
import { followPayment, kindWords, type OwnPayment } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Line = OwnPayment['lines'][number]

const columns: Column<Line>[] = [
  {
    key: 'what',
    header: strings.forText,
    card: 'title',
    cell: ({ kind, name, period }) =>
      kind === 'contribution' && period
        ? fill(strings.contributionForContributionMonth, {
            contributionMonth: contributionMonth({ period, broughtForward: false }),
          })
        : kind === 'repayment'
          ? fill(strings.nameLoan, { name })
          : kindWords[kind],
  },
  moneyColumn('amount', strings.amount, ({ amount }) => amount),
  {
    key: 'receipt',
    header: strings.receipt,
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
  if (asked.isError && !payment) return <LoadProblem title={strings.failedToLoadThePayment} of={asked} />
  if (!payment) return <SkeletonLines lines={6} />
  return (
    <>
      <State payment={payment} cameBack={reference !== undefined} />
      <Card>
        <Facts
          items={[
            { label: strings.amount, value: <MoneyText amount={payment.amount} /> },
            {
              label: strings.chargeOfTheProvider,
              value: payment.surcharge > zeroKobo && <MoneyText amount={payment.surcharge} />,
            },
            {
              label: strings.toPay,
              value: payment.surcharge > zeroKobo && <MoneyText amount={kobo(payment.amount + payment.surcharge)} />,
            },
            { label: strings.begun, value: <DateText on={payment.createdAt} time /> },
            { label: strings.paid, value: payment.paidAt && <DateText on={payment.paidAt} time /> },
          ]}
        />
      </Card>
      <Card flush>
        <Table
          caption={strings.whatItPays}
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
      {strings.payNow}
    </a>
  )
  if (status === 'posted')
    return (
      <Banner
        tone="success"
        title={strings.paidAndPosted}
        actions={
          <Link to="/member/transactions" className={buttonClass()}>
            {strings.transactionsAndReceipts}
          </Link>
        }
      >
        {strings.everythingBelowIsOnYour}
      </Banner>
    )
  if (status === 'paid') return <Banner title={strings.paid}>{strings.itIsBeingPostedTo}</Banner>
  if (status === 'unallocated')
    return (
      <Banner tone="warning" title={strings.receivedAndWaitingForAn}>
        {strings.itCouldNotBePosted}
      </Banner>
    )
  if (status === 'allocated')
    return (
      <Banner tone="success" title={strings.postedByAnOfficer}>
        {strings.lookUnderTransactionsAndLoans}
      </Banner>
    )
  if (status === 'stopped')
    return (
      <Banner tone="danger" title={strings.notPosted}>
        {strings.thePaymentProviderConfirmedSomething}
      </Banner>
    )
  if (status === 'failed')
    return (
      <Banner tone="danger" title={strings.thePaymentWasDeclined} actions={payNow}>
        {strings.nothingWasTakenTryAgain}
      </Banner>
    )
  if (!isPayable(status) || (status === 'initialized' && !checkoutUrl))
    return <Banner title={strings.expired}>{strings.thisPaymentCanNoLonger}</Banner>
  if (status === 'created') return <Banner title={strings.openingThePageOfThe}>{strings.thisTakesAMoment}</Banner>
  return cameBack ? (
    <Banner title={strings.waitingForThePaymentProvider} actions={payNow}>
      {strings.ifYouHavePaidThis}
    </Banner>
  ) : (
    <Banner title={strings.notPaidYet} actions={payNow} />
  )
}
