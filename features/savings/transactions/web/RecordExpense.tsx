import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { listPostingAccounts, recordMovement } from '#features/savings/transactions/movements.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { ExpenseType } from '#features/savings/transactions/rules/movement-types.ts'
import type { Prefill } from '#features/savings/transactions/rules/prefill.ts'
import { proofsMax } from '#features/savings/transactions/rules/proofs.ts'
import { foldForSearch } from '#core/searching.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { FilesField } from '#ui/FilesField.tsx'
import { Form, fieldsOf } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { tellerNumberOrReference } from '#ui/parts/strings.ts'
import { TextField } from '#ui/TextField.tsx'
import { amountProblem } from '#ui/amount-problem.ts'
import { dayProblem } from '#ui/day-problem.ts'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { VoucherButton } from './VoucherButton.tsx'

type Account = Replied<typeof listPostingAccounts>[number]
type Recorded = Replied<typeof recordMovement>

const words = {
  expense: {
    title: 'Record expense',
    party: 'Paid to',
    partyHint: 'The person or business that is paid',
    partyMissing: 'Enter who was paid',
    account: 'What for',
    through: 'Paid from',
    date: 'Date paid',
    note: 'Invoice number, what was bought',
    file: 'Add receipt or bill',
    button: 'Record expense',
    accountField: 'expenseAccountId',
  },
  income: {
    title: 'Record other income',
    party: 'Received from',
    partyHint: 'The person or business that paid. Money from members is a contribution, a deposit or a charge.',
    partyMissing: 'Enter who paid',
    account: 'What for',
    through: 'Paid to',
    date: 'Date received',
    note: 'Reference, what it was for',
    file: 'Add a paper',
    button: 'Record income',
    accountField: 'incomeAccountId',
  },
} as const

type Values = {
  party: string
  account: Account | undefined
  paidThrough: AccountId | undefined
  amount: Kobo | undefined
  occurredOn: string
  reference: string
  description: string
}

/** The form of an expense, or of income from others than members, in a treasurer's words: no debit and no credit. */
export function RecordExpense({
  type,
  prefill,
  onClose,
}: {
  type: ExpenseType
  prefill: Prefill
  onClose: () => void
}) {
  const said = words[type]
  const [values, setValues] = useState<Values>(() => ({
    party: '',
    account: undefined,
    paidThrough: prefill.paidThrough,
    amount: prefill.amount,
    occurredOn: prefill.occurredOn ?? todayInLagos(),
    reference: '',
    description: prefill.description,
  }))
  const [files, setFiles] = useState<readonly File[]>([])
  const [tries, setTries] = useState(0)
  const [done, setDone] = useState<Recorded>()
  const accounts = useQuery(query(listPostingAccounts, { use: type === 'expense' ? 'expense' : 'other_income' }))
  const record = useAction(recordMovement)
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (record.error) record.reset()
  }
  const filled = { ...values, account: values.account ?? accounts.data?.find(({ code }) => code === prefill.code) }
  const waits = useWillWait(type, filled.amount)
  const problems = problemsOf(type, filled)
  const refused = record.error ? fieldErrors(record.error) : {}
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  const ready = Object.keys(problems).length === 0
  const named = Object.keys(refused).some((field) => field in values || field === said.accountField)

  function submit() {
    setTries(tries + 1)
    if (!ready) return
    record.mutate(
      { ...bodyOf(type, filled), bankLineId: prefill.bankLineId },
      {
        onSuccess: async (recorded) => {
          if (files.length > 0) await (await import('./proofs-api.ts')).sendBills(recorded.id, files)
          toast.success(
            `${moneyText(recorded.amount)} ${recorded.status === 'pending' ? 'sent for approval' : 'recorded'}`,
          )
          setDone(recorded)
        },
      },
    )
  }
  if (done) return <RecordedDrawer type={type} done={done} onClose={onClose} />
  const field = fieldsOf(values, set, shown)
  return (
    <Drawer
      open
      onClose={onClose}
      title={said.title}
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            {ready ? (
              <>
                {type === 'expense' ? 'Pay' : 'Receive'}{' '}
                <strong className="number">{moneyText(filled.amount as Kobo)}</strong>{' '}
                {type === 'expense' ? 'to' : 'from'} <strong>{filled.party.trim()}</strong> for{' '}
                <strong>{filled.account?.name}</strong>, on {dayText(filled.occurredOn as Day)}.
                {waits && ' Another officer approves it before it is posted.'}
              </>
            ) : (
              <span className="muted">Review the summary here before you confirm.</span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="record-expense" busy={record.isPending}>
            {waits ? 'Send for approval' : said.button}
          </Button>
        </>
      }
    >
      <Form
        id="record-expense"
        className="stack"
        problems={tries > 0 && !ready ? tries : record.error}
        onSubmit={submit}
      >
        <ActionProblem error={record.error} title="This was not recorded" isBeside={named} />
        <TextField
          label={said.party}
          hint={said.partyHint}
          maxLength={120}
          {...field('party')}

          data-autofocus
        />
        <AccountField
          label={said.account}
          accounts={accounts.data}
          selected={filled.account}
          onSelect={(account) => set({ account })}
          error={shown[said.accountField]}
        />
        <PaidThrough label={said.through} {...field('paidThrough')} />
        <MoneyField label="Amount" hint="25k means 25,000" {...field('amount')} />
        <DateField label={said.date} max={todayInLagos()} {...field('occurredOn')} />
        <TextField label={tellerNumberOrReference} optional maxLength={60} {...field('reference')} />
        <TextField label="Description" optional maxLength={200} placeholder={said.note} {...field('description')} />
        <FilesField
          name="Papers to send"
          label={said.file}
          hint="Optional: a photo or PDF, at most 5 MB"
          files={files}
          onChange={setFiles}
          max={proofsMax}
        />
      </Form>
    </Drawer>
  )
}

function RecordedDrawer({ type, done, onClose }: { type: ExpenseType; done: Recorded; onClose: () => void }) {
  const waits = done.status === 'pending'
  return (
    <Drawer
      open
      onClose={onClose}
      title={waits ? 'Sent for approval' : 'Recorded'}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack">
        <p>
          {waits
            ? `${moneyText(done.amount)} to ${done.party} waits for another officer. It is paid and posted after the approval.`
            : `${moneyText(done.amount)} ${type === 'expense' ? 'to' : 'from'} ${done.party} is in the books as entry No. ${done.entryNumber}.`}
        </p>
        <VoucherButton transaction={done} />
      </div>
    </Drawer>
  )
}

/** An account of the chart by its name, found by typing. */
function AccountField({
  label,
  accounts,
  selected,
  onSelect,
  error,
}: {
  label: string
  accounts: readonly Account[] | undefined
  selected: Account | undefined
  onSelect: (account: Account | undefined) => void
  error: string | undefined
}) {
  const [q, setQ] = useState('')
  const folded = foldForSearch(q)
  return (
    <Combobox
      label={label}
      placeholder="Name of the account"
      options={accounts?.filter(({ name, code }) => foldForSearch(name).includes(folded) || code.startsWith(folded))}
      foundFor={accounts && q}
      onSearch={setQ}
      selected={selected}
      onSelect={onSelect}
      optionKey={({ id }) => id}
      optionText={({ name }) => name}
      renderOption={({ name }) => name}
      empty="No account matches. An admin adds accounts in the chart of accounts."
      error={error}
    />
  )
}

function problemsOf(type: ExpenseType, { party, account, amount, occurredOn }: Values): Record<string, string> {
  const said = words[type]
  return {
    ...(party.trim() === '' ? { party: said.partyMissing } : {}),
    ...(account ? {} : { [said.accountField]: 'Choose what it is for' }),
    ...amountProblem(amount),
    ...dayProblem('occurredOn', occurredOn),
  }
}

function bodyOf(
  type: ExpenseType,
  { party, account, paidThrough, amount, occurredOn, reference, description }: Values,
): Parsed<typeof recordMovement> {
  return {
    type,
    party: party.trim(),
    [words[type].accountField]: account?.id,
    paidThrough,
    amount,
    occurredOn: occurredOn as Day,
    reference: reference.trim() || undefined,
    description: description.trim() || undefined,
  }
}
