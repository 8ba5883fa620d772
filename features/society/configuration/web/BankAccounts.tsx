import { useQuery } from '@tanstack/react-query'
import { updateBankAccount, listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'
import { Landmark } from 'lucide'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { BankAccount } from '#ui/parts/bank-accounts.ts'
import { Link } from '#ui/router/Link.tsx'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Form, fieldsOf } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'

/** Where members pay to: bank, number and name of each of the society's accounts at banks. */
export function BankAccounts() {
  const asked = useQuery(query(listBankAccountDetails, {}))
  const [editing, setEditing] = useState<BankAccount>()
  const columns: Column<BankAccount>[] = [
    {
      key: 'account',
      header: 'Account in the books',
      card: 'title',
      cell: ({ code, name }) => `${code ?? ''} ${name ?? ''}`,
    },
    { key: 'bank', header: 'Bank', cell: ({ details }) => details?.bank ?? <span className="muted">Not entered</span> },
    {
      key: 'number',
      header: 'Account number',
      cell: ({ details }) => details && <span className="number">{details.accountNumber}</span>,
    },
    { key: 'name', header: 'Account name', cell: ({ details }) => details?.accountName },
    {
      key: 'shown',
      header: 'Members',
      cell: ({ details }) =>
        details && (details.shownToMembers ? <Tag tone="success">Shown</Tag> : <Tag>Not shown</Tag>),
    },
    {
      key: 'edit',
      header: '',
      card: 'corner',
      cell: (row) => (
        <Button
          needs="configuration.update"
          size="small"
          aria-label={`${row.details ? 'Edit' : 'Enter'} details of ${row.name ?? ''}`}
          onClick={() => setEditing(row)}
        >
          {row.details ? 'Edit' : 'Enter details'}
        </Button>
      ),
    },
  ]
  if (asked.isError) return <LoadProblem title="Failed to load the bank accounts" of={asked} />
  return (
    <section className="stack" aria-label="Bank accounts">
      <p className="muted">
        Members who pay by transfer see these where they report a deposit. For another bank, add its account to the{' '}
        <Link to="/coop/financial-operations/reports/$report" params={{ report: 'accounts' }}>
          Chart of accounts
        </Link>{' '}
        first.
      </p>
      {asked.data?.length === 0 ? (
        <EmptyState icon={Landmark} title="No bank account in the books">
          Add an account for cash or bank to the chart of accounts.
        </EmptyState>
      ) : (
        <Table
          caption="Bank accounts"
          columns={columns}
          rows={asked.data}
          rowKey={({ accountId }) => accountId}
          loadingRows={2}
        />
      )}
      {editing && <BankDialog account={editing} onClose={() => setEditing(undefined)} />}
    </section>
  )
}

function BankDialog({
  account: { accountId, name, details, overdraftLimit },
  onClose,
}: {
  account: BankAccount
  onClose: () => void
}) {
  const { values, edit } = useEdits({
    ...(details ?? { bank: '', accountNumber: '', accountName: '', shownToMembers: true }),
    overdraftLimit: overdraftLimit ?? undefined,
  })
  const [tries, setTries] = useState(0)
  const update = useAction(updateBankAccount)
  const number = values.accountNumber.replaceAll(/[\s-]/g, '')
  const problems = {
    ...(values.bank.trim() === '' && { bank: 'Enter the name of the bank' }),
    ...(!/^\d{10}$/.test(number) && { accountNumber: 'Enter the 10 digits of the account number' }),
    ...(values.accountName.trim() === '' && { accountName: 'Enter the name on the account' }),
  }
  const wrong = Object.keys(problems).length > 0
  const refused = fieldErrors(update.error)
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    if (wrong) return
    update.mutate(
      {
        accountId,
        bank: values.bank.trim(),
        accountNumber: number,
        accountName: values.accountName.trim(),
        shownToMembers: values.shownToMembers,
        overdraftLimit: values.overdraftLimit ?? null,
      },
      toastThen('Bank account saved', onClose),
    )
  }
  const field = fieldsOf(values, edit, shown)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Bank details of ${name ?? ''}`}
      description="Where another officer can approve it, the change waits for them."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="bank-account" busy={update.isPending}>
          Save
        </CancelOr>
      }
    >
      <Form id="bank-account" className="stack" onSubmit={submit} problems={tries > 0 && wrong ? tries : update.error}>
        <ActionProblem
          error={update.error}
          title="The bank account was not saved"
          isBeside={Object.keys(refused).length > 0}
        />
        <TextField
          label="Bank"
          maxLength={80}
          {...field('bank')}

          data-autofocus
        />
        <TextField label="Account number" inputMode="numeric" maxLength={20} {...field('accountNumber')} />
        <TextField
          label="Account name"
          hint="As the bank shows it to who pays"
          maxLength={120}
          {...field('accountName')}
        />
        <MoneyField
          label="Overdraft limit"
          hint="Nothing is paid beyond it. Leave empty if the bank has agreed none; each overdraft then needs a reason."
          optional
          value={values.overdraftLimit}
          onChange={(limit) => edit({ overdraftLimit: limit })}
          error={refused['overdraftLimit']}
        />
        <Checkbox
          label="Show to members"
          checked={values.shownToMembers}
          onChange={(shownToMembers) => edit({ shownToMembers })}
        />
      </Form>
    </Dialog>
  )
}
