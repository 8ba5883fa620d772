import { listOwnPayments } from '#features/payments/online-payments/contract.ts'
import { WalletCards } from 'lucide'
import { Suspense, lazy } from 'react'
import type { OnlinePaymentId } from '#core/ids.ts'
import { Link } from '#ui/router/Link.tsx'
import { useSearch } from '#ui/router/place.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { useList } from '#ui/use-list.ts'
import { type OwnPayment, kindWords, statusWords } from './api.ts'
import * as strings from './strings.ts'

const PaymentState = lazy(async () => ({ default: (await import('./PaymentState.tsx')).PaymentState }))
const TransferAccount = lazy(async () => ({ default: (await import('./TransferAccount.tsx')).TransferAccount }))
const PayForm = lazy(async () => ({ default: (await import('./PayForm.tsx')).PayForm }))

const columns: Column<OwnPayment>[] = [
  {
    key: 'when',
    header: strings.begun,
    card: 'title',
    cell: ({ id, createdAt }) => (
      <Link to="/member/pay" search={{ payment: id }}>
        <DateText on={createdAt} time />
      </Link>
    ),
  },
  {
    key: 'what',
    header: strings.forText,
    card: 'bare',
    cell: ({ lines }) => lines.map(({ kind }) => kindWords[kind]).join(', '),
  },
  moneyColumn('amount', strings.amount, ({ amount }) => amount),
  {
    key: 'status',
    header: strings.status,
    card: 'corner',
    cell: ({ status }) => <Tag tone={statusWords[status].tone}>{statusWords[status].label}</Tag>,
  },
]

/** A member pays what is due, several things at once, by the checkout of the payment provider. */
export function PayPage() {
  const { payment } = useSearch()
  const { list, set } = useList(listOwnPayments, {})
  if (payment)
    return (
      <Page
        title={strings.payment}
        actions={
          <Link to="/member/pay" className={buttonClass()}>
            {strings.payOnline}
          </Link>
        }
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <PaymentState paymentId={payment as OnlinePaymentId} />
        </Suspense>
      </Page>
    )
  return (
    <Page title={strings.payOnline} description={strings.chooseWhatToPayYou}>
      <Card>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <PayForm />
        </Suspense>
      </Card>
      <Suspense>
        <TransferAccount />
      </Suspense>
      <Card flush>
        <List
          asked={list}
          failed={strings.failedToLoadYourPayments}
          set={set}
          limited
          caption={strings.yourOnlinePayments}
          columns={columns}
          rowKey={({ id }) => id}
          loadingRows={3}
          empty={
            <EmptyState icon={WalletCards} title={strings.noOnlinePaymentsYet}>
              {strings.onlinePaymentsAppear}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
