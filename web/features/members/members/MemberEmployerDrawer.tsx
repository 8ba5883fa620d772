import { useQuery } from '@tanstack/react-query'
import { updateMemberEmployer, listEmployers } from '#contract/society/deductions.ts'
import { useState } from 'react'
import { isDay } from '#domain/calendar.ts'
import type { EmployerId, MemberId } from '#domain/ids.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Drawer, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { MemberEmployerReply } from './api.ts'

/** Where the member works, or that nothing is deducted any more. */
export function MemberEmployerDrawer({
  memberId,
  name,
  known,
  onClose,
}: {
  memberId: MemberId
  name: string
  known: MemberEmployerReply
  onClose: () => void
}) {
  const { data } = useQuery(query(listEmployers, { limit: 100 }))
  const [employerId, setEmployerId] = useState<EmployerId | ''>(known?.employerId ?? '')
  const [staffNumber, setStaffNumber] = useState(known?.staffNumber ?? '')
  const [from, setFrom] = useState<string>(known?.from ?? todayInLagos())
  const [shares, setShares] = useState<Kobo | undefined>(known?.shares ?? zeroKobo)
  const [tries, setTries] = useState(0)
  const update = useAction(updateMemberEmployer)
  const refused = fieldErrors(update.error)
  const problems =
    employerId === ''
      ? {}
      : {
          ...(staffNumber.trim() === '' && { staffNumber: 'Enter the staff number' }),
          ...(!isDay(from) && { from: 'Choose the day' }),
        }
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    if (Object.keys(problems).length > 0) return
    const onSuccess = () => {
      toast.success('Employer saved')
      onClose()
    }
    if (employerId === '') update.mutate({ memberId, employerId: null }, { onSuccess })
    else
      update.mutate(
        {
          memberId,
          employerId,
          staffNumber: staffNumber.trim(),
          ...(isDay(from) && { from }),
          shares: shares ?? zeroKobo,
        },
        { onSuccess },
      )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={`Salary deductions of ${name}`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="member-employer" busy={update.isPending}>
          Save
        </CancelOr>
      }
    >
      <Form
        id="member-employer"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : update.error}
      >
        {update.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={update.error} title="This was not saved" />
        )}
        <Select
          label="Employer"
          value={employerId}
          placeholder="None: nothing is deducted"
          options={(data?.rows ?? []).map((each) => ({ value: each.id, label: each.name }))}
          onChange={setEmployerId}
          error={shown['employerId']}
          data-autofocus
        />
        {employerId !== '' && (
          <>
            <TextField
              label="Staff number"
              maxLength={40}
              value={staffNumber}
              onChange={setStaffNumber}
              error={shown['staffNumber']}
            />
            <DateField label="From" value={from} onChange={setFrom} error={shown['from']} />
            <MoneyField label="Shares a month" value={shares} onChange={setShares} error={shown['shares']} />
          </>
        )}
      </Form>
    </Drawer>
  )
}
