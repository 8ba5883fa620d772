import { useQuery } from '@tanstack/react-query'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { getSettlement, listSettledPayments, postSettlement } from '#features/payments/settlements/contract.ts'
import { Landmark } from 'lucide'
import { useState } from 'react'
import { bankCode, cashInHandCodes } from '#features/accounting/books/rules/chart.ts'
import type { AccountId, ProviderSettlementId } from '#core/ids.ts'
import { subtract } from '#core/money.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { may } from '#ui/session/may.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/Form.tsx'
import { List } from '#ui/List.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { differencesText, differenceText, type SettledPayment, type Settlement } from './settlements-api.ts'

/** One settlement with its payments; once it was paid to the bank, an officer posts it. */
export function SettlementDrawer({ settlementId, onClose }: { settlementId: string; onClose: () => void }) {
  const asked = useQuery(query(getSettlement, { settlementId: settlementId as ProviderSettlementId }))
  const settlement = asked.data
  const isOpen = settlement?.status === 'paid' && settlement.posting === null && may('transaction.record')
  const post = useAction(postSettlement)
  return (
    <Drawer
      wide
      open
      onClose={onClose}
      title={settlement ? `Settlement ${settlement.number}` : 'Settlement'}
      actions={
        isOpen ? (
          <CancelOr onCancel={onClose} look="primary" type="submit" form="post-settlement" busy={post.isPending}>
            Post {moneyText(settlement.net)} to the bank
          </CancelOr>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {!settlement ? (
        asked.isError ? (
          <LoadProblem title="Failed to load the settlement" of={asked} />
        ) : (
          <SkeletonLines lines={6} />
        )
      ) : (
        <div className="stack">
          <Figures of={settlement} />
          {isOpen && <PostForm of={settlement} post={post} onClose={onClose} />}
          <Payments settlementId={settlement.id} />
        </div>
      )}
    </Drawer>
  )
}

function Figures({ of }: { of: Settlement }) {
  const { gross, fees, deductions, net, paymentsNet, isSum, settledOn, posting, status } = of
  const differs = differencesText(of)
  return (
    <>
      {differs && (
        <Banner tone="warning" title={differs}>
          The money has come all the same: post the settlement, then correct what differs. A difference stays on Gateway
          clearing until then.
        </Banner>
      )}
      {status === 'pending' && <Banner title="The provider has not paid it yet">It can be posted once it has.</Banner>}
      <Facts
        items={[
          { label: 'Settled on', value: <DateText on={settledOn} /> },
          { label: 'Paid by members', value: <MoneyText amount={gross} /> },
          { label: 'Charges', value: <MoneyText amount={fees} /> },
          { label: 'Refunds and chargebacks', value: deductions > 0n && <MoneyText amount={deductions} /> },
          { label: 'To the bank', value: <MoneyText amount={net} /> },
          { label: 'Its payments come to', value: !isSum && <MoneyText amount={subtract(paymentsNet, deductions)} /> },
          {
            label: 'Posted',
            value: posting && (
              <>
                {posting.by}, <DateText on={posting.at} time />
              </>
            ),
          },
        ]}
      />
    </>
  )
}

function PostForm({
  of: { id },
  post,
  onClose,
}: {
  of: Settlement
  post: ReturnType<typeof useAction<typeof postSettlement>>
  onClose: () => void
}) {
  const accounts = useQuery(query(listPostingAccounts, { use: 'money' }))
  const banks = (accounts.data ?? []).filter(({ code }) => !cashInHandCodes.includes(code))
  const [chosen, setChosen] = useState<AccountId>()
  const accountId = chosen ?? (banks.find(({ code }) => code === bankCode) ?? banks[0])?.id
  const refused = fieldErrors(post.error)['accountId']
  return (
    <Form
      id="post-settlement"
      className="stack"
      onSubmit={() => {
        if (accountId) post.mutate({ settlementId: id, accountId }, toastThen('Settlement posted', onClose))
      }}
      problems={post.error}
    >
      <ActionProblem error={post.error} title="The settlement was not posted" isBeside={refused !== undefined} />
      <Select
        label="Bank account"
        value={accountId ?? ''}
        options={banks.map((each) => ({ value: each.id, label: each.name }))}
        onChange={(next) => setChosen(next === '' ? undefined : next)}
        error={refused}
      />
    </Form>
  )
}

const columns: Column<SettledPayment>[] = [
  {
    key: 'member',
    header: 'Member',
    card: 'title',
    cell: (row) => (
      <>
        {row.memberName ?? 'No member'}
        <p className="muted number">{row.reference}</p>
        {row.difference && <p className="muted">{differenceText(row)}</p>}
      </>
    ),
  },
  moneyColumn('amount', 'Amount', ({ amount }) => amount),
  moneyColumn('fees', 'Charge', ({ fees }) => fees),
]

function Payments({ settlementId }: { settlementId: ProviderSettlementId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listSettledPayments, { settlementId, page, limit: 10 }))
  return (
    <List
      limited
      asked={list}
      failed="Failed to load the payments"
      set={({ page: next }) => setPage(next ?? 1)}
      caption="Payments of this settlement"
      columns={columns}
      rowKey={({ reference }) => reference}
      empty={<EmptyState icon={Landmark} title="The provider lists no payments yet" />}
    />
  )
}
