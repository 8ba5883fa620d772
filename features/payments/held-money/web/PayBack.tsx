import { useState } from 'react'
import { refundHeldMoney, returnHeldMoney } from '#features/payments/held-money/contract.ts'
import { bankCode } from '#features/accounting/books/rules/chart.ts'
import { type Day, isDay } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { amountProblem } from '#ui/amount-problem.ts'
import { moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { HeldMoney } from './api.ts'

/** Pays held money back: to who paid it, or to the employer whose file brought it. */
export function PayBack({
  kind,
  item,
  free,
  onClose,
}: {
  kind: 'refund' | 'return'
  item: HeldMoney
  free: Kobo
  onClose: () => void
}) {
  const [amount, setAmount] = useState<Kobo | undefined>(free)
  const [party, setParty] = useState(kind === 'refund' && item.source !== 'employer' ? item.from : '')
  const [paidThrough, setPaidThrough] = useState<AccountId>()
  const [on, setOn] = useState<string>(todayInLagos())
  const [reference, setReference] = useState('')
  const refund = useAction(refundHeldMoney)
  const giveBack = useAction(returnHeldMoney)
  const waits = useWillWait('expense', amount)
  const problems = {
    ...amountProblem(amount),
    ...(kind === 'refund' && party.trim() === '' && { party: 'Enter who is paid' }),
    ...(!isDay(on) && { occurredOn: 'Choose the day' }),
  }
  const tried = useTried(kind === 'refund' ? refund : giveBack, problems)
  const { shown } = tried
  const submit = () => {
    if (amount === undefined) return
    const { entryId, line } = item
    const body = {
      entryId,
      line: line ?? undefined,
      amount,
      paidThrough,
      occurredOn: on as Day,
      reference: reference.trim() || undefined,
    }
    const then = toastThen(waits ? `${moneyText(amount)} sent for approval` : `${moneyText(amount)} paid back`, onClose)
    if (kind === 'refund') refund.mutate({ ...body, party: party.trim() }, then)
    else giveBack.mutate(body, then)
  }
  return (
    <FormDrawer
      id="pay-back"
      tried={tried}
      title={kind === 'refund' ? 'Refund held money' : `Return to ${item.from}`}
      description={`${moneyText(free)} is left. You can pay back all or part of it.${waits ? ' Another officer approves it before it is posted.' : ''}`}
      button={waits ? 'Send for approval' : kind === 'refund' ? 'Refund' : 'Return to employer'}
      failed="Nothing was paid back"
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField label="Amount" value={amount} onChange={setAmount} error={shown['amount']} data-autofocus />
      {kind === 'refund' && (
        <TextField label="Paid to" maxLength={120} value={party} onChange={setParty} error={shown['party']} />
      )}
      <PaidThrough
        label="Paid from"
        value={paidThrough}
        usual={bankCode}
        onChange={setPaidThrough}
        error={shown['paidThrough']}
      />
      <DateField label="Date paid" max={todayInLagos()} value={on} onChange={setOn} error={shown['occurredOn']} />
      <TextField
        label="Reference"
        hint={kind === 'refund' ? 'The bank’s reference; none is needed for cash' : 'The bank’s reference'}
        maxLength={60}
        value={reference}
        onChange={setReference}
        error={shown['reference']}
      />
    </FormDrawer>
  )
}
