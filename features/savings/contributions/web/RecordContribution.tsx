import { useQuery } from '@tanstack/react-query'
import { postContribution } from '#features/savings/contributions/contract.ts'
import { useState } from 'react'
import { type Day, type Period, isDay, periodOf } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { tellerNumberOrReference } from '#ui/parts/strings.ts'
import { choiceQueries } from '#ui/parts/choices.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form, fieldsOf } from '#ui/Form.tsx'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { monthOptions } from '#ui/MonthPicker.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { amountProblem } from '#ui/amount-problem.ts'
import { dayProblem } from '#ui/day-problem.ts'
import { dayText, moneyText, periodName, todayInLagos } from '#ui/format.ts'
import type { Receipt, Payer } from './api.ts'

type Values = {
  payer: Payer | undefined
  amount: Kobo | undefined
  occurredOn: string
  period: Period
  accountTypeId: string
  paidThrough: AccountId | undefined
  reference: string
  description: string
}
type Problems = Partial<Record<keyof Values | 'memberId', string>>

function problemsOf({ payer, amount, occurredOn }: Values): Problems {
  return {
    ...(payer ? {} : { memberId: 'Choose the member who paid' }),
    ...amountProblem(amount),
    ...dayProblem('occurredOn', occurredOn),
  }
}

/** The form of one payment. It says in a sentence what will be recorded, and one press records it once. */
export function RecordContribution({
  payer,
  month,
  onClose,
  onRecorded,
}: {
  payer: Payer | undefined
  month: Period
  onClose: () => void
  onRecorded: (receipt: Receipt, payer: Payer, account: string) => void
}) {
  const [values, setValues] = useState<Values>(() => ({
    payer,
    amount: payer && payer.monthlyContributions > 0n ? payer.monthlyContributions : undefined,
    occurredOn: todayInLagos(),
    period: month,
    accountTypeId: '',
    paidThrough: undefined,
    reference: '',
    description: '',
  }))
  const [tries, setTries] = useState(0)
  const accountTypes = useQuery(choiceQueries.accountTypes())
  const post = useAction(postContribution)

  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (post.error) post.reset()
  }
  const problems = problemsOf(values)
  const refused: Problems = post.error ? fieldErrors(post.error) : {}
  const shown: Problems = { ...refused, ...(tries > 0 ? problems : {}) }
  const account = accountTypes.data?.find(({ id, isDefault }) =>
    values.accountTypeId ? id === values.accountTypeId : isDefault,
  )
  const isReady = Object.keys(problems).length === 0

  function submit() {
    setTries(tries + 1)
    const { payer: from, amount, period, occurredOn, paidThrough, reference, description } = values
    if (!isReady || !from || amount === undefined) return
    post.mutate(
      {
        memberId: from.memberid,
        amount,
        period,
        occurredOn: occurredOn as Day,
        accountTypeId: account?.id,
        paidThrough,
        reference: reference.trim() || undefined,
        description: description.trim() || undefined,
      },
      { onSuccess: (receipt) => onRecorded(receipt, from, account?.name ?? 'savings') },
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Record contribution"
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            {isReady && values.payer && values.amount !== undefined ? (
              <>
                Record <strong className="number">{moneyText(values.amount)}</strong> into{' '}
                <strong>{account?.name ?? 'savings'}</strong> for{' '}
                <strong>
                  {values.payer.firstName} {values.payer.lastName}
                </strong>{' '}
                <MemberNumber membershipno={values.payer.membershipno} />, {periodName(values.period)}, paid on{' '}
                {dayText(values.occurredOn as Day)}.
              </>
            ) : (
              <span className="muted">Review the summary here before you confirm.</span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="record-contribution" busy={post.isPending}>
            {isReady && values.amount !== undefined ? `Record ${moneyText(values.amount)}` : 'Record'}
          </Button>
        </>
      }
    >
      <Form
        id="record-contribution"
        className="stack"
        problems={tries > 0 && !isReady ? tries : post.error}
        onSubmit={submit}
      >
        <ActionProblem
          error={post.error}
          title="The contribution was not recorded"
          isBeside={Object.keys(refused).some((field) => field in values || field === 'memberId')}
        />
        <Fields
          values={values}
          problems={shown}
          set={set}
          accountTypes={accountTypes.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          accountTypeId={account?.id ?? ''}
        />
      </Form>
    </Drawer>
  )
}

function Fields({
  values,
  problems,
  set,
  accountTypes,
  accountTypeId,
}: {
  values: Values
  problems: Problems
  set: (changes: Partial<Values>) => void
  accountTypes: readonly { value: string; label: string }[]
  accountTypeId: string
}) {
  const field = fieldsOf(values, set, problems)
  return (
    <>
      <MemberField
        label="Member"
        onlyActive
        autoFocus={values.payer === undefined}
        error={problems.memberId}
        selected={values.payer}
        details={({ phone }) => [phoneText(phone)]}
        onSelect={(payer) =>
          set({
            payer,
            ...(payer && values.amount === undefined && payer.monthlyContributions > 0n
              ? { amount: payer.monthlyContributions }
              : {}),
          })
        }
      />
      <MoneyField
        label="Amount"
        hint={
          values.payer && values.payer.monthlyContributions > 0n
            ? `Agreed each month: ${moneyText(values.payer.monthlyContributions)}`
            : '25k means 25,000'
        }
        {...field('amount')}

        data-autofocus={values.payer ? true : undefined}
      />
      <div className="columns">
        <DateField
          label="Date paid"
          max={todayInLagos()}
          value={values.occurredOn}
          onChange={(occurredOn) => {
            // The month follows the date until it was chosen apart from it.
            const follows =
              isDay(values.occurredOn) && values.period === periodOf(values.occurredOn) && isDay(occurredOn)
            set({ occurredOn, ...(follows ? { period: periodOf(occurredOn as Day) } : {}) })
          }}
          error={problems.occurredOn}
        />
        <Select
          label="For the month"
          value={values.period}
          options={monthOptions(values.period)}
          onChange={(period) => period && set({ period })}
          error={problems.period}
        />
      </div>
      <Select
        label="Into"
        value={accountTypeId}
        options={accountTypes}
        onChange={(id) => set({ accountTypeId: id })}
        error={problems.accountTypeId}
      />
      <PaidThrough label="Paid to" {...field('paidThrough')} />
      <TextField label={tellerNumberOrReference} optional maxLength={60} {...field('reference')} />
      <TextField label="Note" optional maxLength={200} placeholder="Who brought it" {...field('description')} />
    </>
  )
}
