import { useQuery } from '@tanstack/react-query'
import { listPayable, preparePaymentBatch } from '#features/payments/batches/contract.ts'
import { listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'
import { Send } from 'lucide'
import { useState } from 'react'
import { type AccountId, type EntryId, isUuid } from '#core/ids.ts'
import { sumKobo } from '#core/money.ts'
import { paidKindWords } from '#features/payments/batches/rules/payment-batch.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useNavigate } from '#ui/router/place.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { Payable } from './api.ts'
import { PayeeAccount } from './PayeeAccount.tsx'

const columns: Column<Payable>[] = [
  { key: 'member', header: 'Member', card: 'title', cell: ({ memberName }) => memberName },
  { key: 'kind', header: 'For', cell: ({ kind }) => paidKindWords[kind] },
  { key: 'on', header: 'Date', cell: ({ occurredOn }) => <DateText on={occurredOn} /> },
  {
    key: 'account',
    header: 'Account',
    cell: ({ account, warnings }) => <PayeeAccount account={account} warnings={warnings} />,
  },
  moneyColumn('amount', 'Amount', ({ amount }) => amount),
]

/** Chooses which payments of one bank account go to the bank together. */
export function PrepareBatch() {
  const { filter, set } = useListSearch()
  const accounts = useQuery(query(listBankAccountDetails, {}))
  const asked = filter('account')
  const accountId = isUuid(asked) ? (asked as AccountId) : accounts.data?.[0]?.accountId
  return (
    <Page
      title="Prepare a payment batch"
      description="Payments of the last 60 days that left this account in the books and are in no batch yet."
    >
      <Card>
        <Select
          label="Pay from"
          value={accountId ?? ''}
          options={(accounts.data ?? []).map(({ accountId: value, name, details }) => ({
            value: value as string,
            label: details ? `${name ?? ''}, ${details.bank} ${details.accountNumber}` : (name ?? ''),
          }))}
          onChange={(value) => set({ account: value || undefined, q: undefined })}
        />
      </Card>
      {accountId && <PayableList key={accountId} accountId={accountId} />}
    </Page>
  )
}

function PayableList({ accountId }: { accountId: AccountId }) {
  const { list, q, set, limit } = useList(listPayable, { accountId }, { staleTime: 0 })
  const [chosen, setChosen] = useState<ReadonlyMap<string, Payable>>(new Map())
  const prepare = useAction(preparePaymentBatch)
  const navigate = useNavigate()
  const choose = (keys: ReadonlySet<string>) => {
    const shown = new Map(list.data?.rows.map((row) => [row.entryId as string, row]))
    setChosen(
      new Map(
        [...keys].flatMap((key) => {
          const row = shown.get(key) ?? chosen.get(key)
          return row ? [[key, row] as const] : []
        }),
      ),
    )
  }
  const submit = () =>
    prepare.mutate(
      { accountId, entryIds: [...chosen.keys()] as EntryId[] },
      { onSuccess: ({ id }) => navigate({ to: '/coop/financial-operations/payment-batches', search: { batch: id } }) },
    )
  return (
    <Card flush>
      <Toolbar>
        <SearchBox label="Search name or number" value={q} onSearch={(text) => set({ q: text })} />
        <span aria-live="polite">
          {plural(chosen.size, 'payment')}, {moneyText(sumKobo([...chosen.values()].map(({ amount }) => amount)))}
        </span>
        <Button look="primary" disabled={chosen.size === 0} busy={prepare.isPending} onClick={submit}>
          Prepare batch
        </Button>
      </Toolbar>
      {prepare.error && <RefusedBanner error={prepare.error} title="The batch was not prepared" />}
      <List
        asked={list}
        failed="Failed to load the payments"
        set={set}
        caption="Payments"
        columns={columns}
        rowKey={({ entryId }) => entryId}
        selected={new Set(chosen.keys())}
        onSelect={choose}
        loadingRows={limit}
        empty={
          <EmptyState icon={Send} title={q ? 'No payment matches' : 'No payments to batch'}>
            {!q && 'Record withdrawals and pay out loans by bank from this account. They appear here once posted.'}
          </EmptyState>
        }
      />
    </Card>
  )
}
