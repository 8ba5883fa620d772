import { useState } from 'react'
import { changeDueFrom } from '#features/members/members/due-from.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { addMonths, type Period, periodOf } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { monthOptions } from '#ui/MonthPicker.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText, periodName } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'

/** From which month on a member's contributions are due, and what is owed from before. */
export function DueFromDialog({ member, onClose }: { member: Replied<typeof getMember>; onClose: () => void }) {
  const {
    memberid,
    firstName,
    lastName,
    registrationDate,
    monthlyContributions,
    contributionsDueFrom,
    arrearsBroughtForward,
    dueFromChanges,
  } = member
  const [dueFrom, setDueFrom] = useState<Period>(contributionsDueFrom)
  const [arrears, setArrears] = useState<Kobo | undefined>(arrearsBroughtForward)
  const [reason, setReason] = useState('')
  const change = useAction(changeDueFrom)
  const problems: Record<string, string> = {
    ...(arrears === undefined && { arrears: 'Enter an amount, or 0' }),
    ...(reason.trim() === '' && { reason: 'Give the reason' }),
  }
  const tried = useTried(change, problems)
  const { shown } = tried
  function submit() {
    if (arrears === undefined) return
    change.mutate(
      { id: memberid, dueFrom, arrears, reason: reason.trim() },
      toastThen(`Contributions are due from ${periodName(dueFrom)}`, onClose),
    )
  }
  return (
    <FormDialog
      id="due-from"
      tried={tried}
      title={`Contributions of ${firstName} ${lastName}`}
      description={`${moneyText(monthlyContributions)} a month. Nothing is owed for the months before, apart from the sum that you bring forward.`}
      button="Save"
      failed="Failed to change the contributions"
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="First month due"
        value={dueFrom}
        options={monthOptions(contributionsDueFrom).filter(({ value }) => value >= periodOf(registrationDate))}
        onChange={(month) => month && setDueFrom(month)}
        error={shown['dueFrom']}
      />
      <MoneyField
        label="Arrears brought forward"
        hint={`All that is still owed from before; due in ${periodName(addMonths(dueFrom, -1))}`}
        value={arrears}
        onChange={setArrears}
        error={shown['arrears']}
      />
      <TextField
        label="Reason"
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={setReason}
        error={shown['reason']}
      />
      {dueFromChanges.length > 0 && (
        <ul className="stack" aria-label="Earlier changes">
          {dueFromChanges.map(({ dueFrom: month, arrears: sum, reason: why, by, at }) => (
            <li key={at.getTime()}>
              <strong>{periodName(month)}</strong>
              {sum > 0n && `, ${moneyText(sum)} brought forward`}: {why}
              <br />
              <span className="muted">
                {by}, <AgoText at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
