import { useState } from 'react'
import { recordRemittance } from '#contract/society/deductions.ts'
import { isDay } from '#domain/calendar.ts'
import type { AccountId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { useAction } from '#web/api/use-action.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDrawer, useTried } from '#web/ui/FormDrawer.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { PaidThrough } from '#web/parts/PaidThrough.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { Schedule } from './api.ts'

const bankCode = '1020'

/** Money that an employer paid over, in whole or in part. */
export function RemittanceDrawer({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const [amount, setAmount] = useState<Kobo | undefined>(schedule.owed)
  const [on, setOn] = useState<string>(todayInLagos())
  const [into, setInto] = useState<AccountId>()
  const [reference, setReference] = useState('')
  const record = useAction(recordRemittance)
  const problems = {
    ...(amount === undefined && { amount: 'Enter the amount that was received' }),
    ...(!isDay(on) && { receivedOn: 'Choose the day' }),
  }
  const tried = useTried(record, problems)
  const { shown } = tried
  const submit = () => {
    if (amount === undefined || !isDay(on)) return
    const done = () => {
      toast.success('Remittance recorded')
      onClose()
    }
    record.mutate(
      { scheduleId: schedule.id, amount, receivedOn: on, paidThrough: into, reference: reference || undefined },
      { onSuccess: done },
    )
  }
  return (
    <FormDrawer
      id="remittance"
      tried={tried}
      title="Record remittance"
      description={`What ${schedule.employer} paid over. Part of it is fine.`}
      button="Record"
      failed="This was not recorded"
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField label="Amount" value={amount} onChange={setAmount} error={shown['amount']} data-autofocus />
      <DateField label="Received on" max={todayInLagos()} value={on} onChange={setOn} error={shown['receivedOn']} />
      <PaidThrough label="Into" value={into} usual={bankCode} onChange={setInto} error={shown['paidThrough']} />
      <TextField
        label="Reference"
        hint="The bank's or the treasury's number"
        optional
        maxLength={80}
        value={reference}
        onChange={setReference}
        error={shown['reference']}
      />
    </FormDrawer>
  )
}
