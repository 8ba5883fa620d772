import { useQuery } from '@tanstack/react-query'
import { getBankLayout, updateBankLayout } from '#features/payments/batches/contract.ts'
import { listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import {
  bankFieldLabels,
  bankFields,
  bankPresets,
  usualBankLayout,
  whyNotBankLayout,
} from '#features/payments/batches/rules/bank-layout.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { LayoutColumns } from '#ui/parts/LayoutColumns.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import { toastThen } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'

/** In which columns the bank of each account takes many payments. */
export function BankColumnsDrawer({ onClose }: { onClose: () => void }) {
  const accounts = useQuery(query(listBankAccountDetails, {}))
  const [chosen, choose] = useState<AccountId>()
  const accountId = chosen ?? accounts.data?.[0]?.accountId
  const kept = useQuery({
    ...query(getBankLayout, { accountId: accountId as AccountId }),
    enabled: accountId !== undefined,
  })
  const update = useAction(updateBankLayout)
  return (
    <Drawer
      open
      onClose={onClose}
      title="Bank file columns"
      description="From left to right, as your bank's page for many payments takes them. Confirm the columns with your bank."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="bank-columns" busy={update.isPending}>
          Save columns
        </CancelOr>
      }
    >
      <div className="stack">
        <Select
          label="Account"
          value={accountId ?? ''}
          options={(accounts.data ?? []).map(({ accountId: value, name }) => ({ value, label: name ?? '' }))}
          onChange={(value) => choose(value || undefined)}
        />
        {accountId && kept.data && (
          <Columns
            key={accountId}
            layout={kept.data.layout}
            error={update.error}
            onSave={(layout) => update.mutate({ accountId, layout }, toastThen('Columns saved', onClose))}
          />
        )}
      </div>
    </Drawer>
  )
}

type Layout = { layout: { field: (typeof bankFields)[number]; heading: string }[] }

function Columns({
  layout: kept,
  error,
  onSave,
}: Layout & { error: Error | null; onSave: (layout: Layout['layout']) => void }) {
  const {
    values: { layout },
    edit,
  } = useEdits({ layout: kept })
  const [tries, setTries] = useState(0)
  const why = whyNotBankLayout(layout)
  const change = (next: Layout['layout']) => edit({ layout: next })
  const submit = () => {
    setTries(tries + 1)
    if (!why) onSave(layout)
  }
  return (
    <Form id="bank-columns" className="stack" onSubmit={submit} problems={tries > 0 && why ? tries : error}>
      {error ? (
        <RefusedBanner error={error} title="The columns were not saved" />
      ) : (
        tries > 0 && why && <Banner tone="danger" title={why} />
      )}
      <Select
        label="Begin with"
        value=""
        placeholder="Choose a layout"
        options={bankPresets.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => {
          const preset = bankPresets.find((each) => each.name === name)
          if (preset) change([...preset.layout])
        }}
      />
      <LayoutColumns
        layout={layout}
        fields={bankFields}
        labels={bankFieldLabels}
        headingOf={(field) =>
          usualBankLayout.find((column) => column.field === field)?.heading ?? bankFieldLabels[field]
        }
        isTried={tries > 0}
        onChange={change}
      />
    </Form>
  )
}
