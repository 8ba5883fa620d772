import { useState } from 'react'
import { recordRemittance } from '#contract/society/deductions.ts'
import { isDay } from '#domain/calendar.ts'
import type { AccountId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Drawer, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
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
  const [tries, setTries] = useState(0)
  const record = useAction(recordRemittance)
  const refused = fieldErrors(record.error)
  const problems = {
    ...(amount === undefined && { amount: 'Enter the amount that was received' }),
    ...(!isDay(on) && { receivedOn: 'Choose the day' }),
  }
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const submit = () => {
    setTries(tries + 1)
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
    <Drawer
      open
      onClose={onClose}
      title="Record remittance"
      description={`What ${schedule.employer} paid over. Part of it is fine.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="remittance" busy={record.isPending}>
          Record
        </CancelOr>
      }
    >
      <Form
        id="remittance"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : record.error}
      >
        {record.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={record.error} title="This was not recorded" />
        )}
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
      </Form>
    </Drawer>
  )
}
