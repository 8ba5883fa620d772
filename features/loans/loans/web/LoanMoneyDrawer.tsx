import { type ReactNode, useState } from 'react'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { tellerNumberOrReference } from '#ui/parts/strings.ts'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { amountProblem } from '#ui/amount-problem.ts'
import { dayProblem } from '#ui/day-problem.ts'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { bankCode, cashCode } from '#features/accounting/books/rules/chart.ts'

export type LoanMoney<Way extends string> = {
  amount: Kobo
  on: Day
  way: Way
  paidThrough: AccountId | undefined
  reference: string | undefined
}

type Words = { title: string; verb: string; date: string; way: string; through: string; lost: string }

/** The account that the server takes where none is named. */
export function usualAccount(way: string): string {
  return way === 'cash' ? cashCode : bankCode
}

/** Money of a loan goes out or comes in: how much, when, which way, with a sentence that says what the button does. */
export function LoanMoneyDrawer<Way extends string>({
  words,
  start,
  ways,
  wayField,
  pending,
  error,
  onReset,
  onSubmit,
  onClose,
  summary,
  beside,
  children,
}: {
  words: Words
  start: { amount: Kobo; way: Way }
  ways: readonly { value: Way; label: string }[]
  /** What the call names the way. */
  wayField: 'to' | 'from'
  pending: boolean
  error: Error | null
  onReset: () => void
  onSubmit: (money: LoanMoney<Way>) => void
  onClose: () => void
  summary: (money: { sum: ReactNode; way: string; on: string; amount: Kobo; day: Day }) => ReactNode
  /** What is shown beside the way that was chosen. */
  beside?: (way: Way) => ReactNode
  children?: ReactNode
}) {
  const [amount, setAmount] = useState<Kobo | undefined>(start.amount)
  const [on, setOn] = useState<string>(todayInLagos())
  const [way, setWay] = useState(start.way)
  const [paidThrough, setPaidThrough] = useState<AccountId>()
  const [reference, setReference] = useState('')
  const [tries, setTries] = useState(0)
  const problems = problemsOf(amount, on)
  const refused = error ? fieldErrors(error) : {}
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0
  function changed<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value)
      if (error) onReset()
    }
  }
  function changeWay(next: Way) {
    setWay(next)
    setPaidThrough(undefined)
  }
  function submit() {
    setTries(tries + 1)
    if (isReady && amount !== undefined) {
      const isMoney = way !== 'savings'
      onSubmit({ amount, on: on as Day, way, paidThrough, reference: (isMoney && reference.trim()) || undefined })
    }
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            {isReady && amount !== undefined ? (
              summary({
                sum: <strong className="number">{moneyText(amount)}</strong>,
                way: ways.find(({ value }) => value === way)?.label ?? '',
                on: dayText(on as Day),
                amount,
                day: on as Day,
              })
            ) : (
              <span className="muted">Review the summary here before you confirm.</span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="loan-money" busy={pending}>
            {isReady && amount !== undefined ? `${words.verb} ${moneyText(amount)}` : words.verb}
          </Button>
        </>
      }
    >
      <Form id="loan-money" className="stack" problems={tries > 0 && !isReady ? tries : error} onSubmit={submit}>
        <ActionProblem
          error={error}
          title={`This was not ${words.lost}`}
          isBeside={['amount', 'on', 'paidThrough', 'reference', wayField].some((field) => field in refused)}
        />
        <MoneyField
          label="Amount"
          hint="25k means 25,000"
          value={amount}
          onChange={changed(setAmount)}
          error={shown['amount']}
          data-autofocus
        />
        <DateField label={words.date} max={todayInLagos()} value={on} onChange={changed(setOn)} error={shown['on']} />
        <Select
          label={words.way}
          value={way}
          options={ways}
          onChange={changed((value: string) => changeWay(value as Way))}
          error={shown[wayField]}
        />
        {way !== 'savings' && (
          <>
            <PaidThrough
              label={words.through}
              value={paidThrough}
              usual={usualAccount(way)}
              onChange={changed(setPaidThrough)}
              error={shown['paidThrough']}
            />
            <TextField
              label={tellerNumberOrReference}
              optional
              maxLength={60}
              value={reference}
              onChange={changed(setReference)}
              error={shown['reference']}
            />
          </>
        )}
        {beside?.(way)}
        {children}
      </Form>
    </Drawer>
  )
}

function problemsOf(amount: Kobo | undefined, on: string): { amount?: string; on?: string } {
  return { ...amountProblem(amount), ...dayProblem('on', on) }
}
