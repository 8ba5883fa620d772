import { useQuery } from '@tanstack/react-query'
import { updateMemberEmployer, listEmployers } from '#features/payroll/employers/contract.ts'
import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import type { EmployerId, MemberId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
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
  const { data } = useQuery(wholeList(listEmployers, {}))
  const [employerId, setEmployerId] = useState<EmployerId | ''>(known?.employerId ?? '')
  const [staffNumber, setStaffNumber] = useState(known?.staffNumber ?? '')
  const [from, setFrom] = useState<string>(known?.from ?? todayInLagos())
  const [shares, setShares] = useState<Kobo | undefined>(known?.shares ?? zeroKobo)
  const update = useAction(updateMemberEmployer)
  const problems =
    employerId === ''
      ? {}
      : {
          ...(staffNumber.trim() === '' && { staffNumber: 'Enter the staff number' }),
          ...(!isDay(from) && { from: 'Choose the day' }),
        }
  const tried = useTried(update, problems)
  const { shown } = tried
  function submit() {
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
    <FormDrawer
      id="member-employer"
      tried={tried}
      title={`Salary deductions of ${name}`}
      button="Save"
      failed="This was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Employer"
        value={employerId}
        placeholder="None: nothing is deducted"
        options={(data ?? []).map((each) => ({ value: each.id, label: each.name }))}
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
    </FormDrawer>
  )
}
