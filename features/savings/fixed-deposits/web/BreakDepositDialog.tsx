import { useState } from 'react'
import { breakFixedDeposit } from '#features/savings/fixed-deposits/contract.ts'
import { isDay } from '#core/calendar.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import type { Deposit } from '#ui/parts/DepositTable.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'

/** Ends a deposit before its day, after saying what that costs. */
export function BreakDepositDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const {
    certificate,
    memberName,
    principal,
    maturesOn,
    interestAtMaturity,
    interestSoFar,
    interestIfBroken,
    noticeDays,
  } = deposit
  const [reason, setReason] = useState('')
  const [noticeOn, setNoticeOn] = useState('')
  const [tries, setTries] = useState(0)
  const breaking = useAction(breakFixedDeposit)
  const refused = fieldErrors(breaking.error)
  const problems = {
    ...(reason.trim() === '' && { reason: 'Give the reason' }),
    ...(noticeDays > 0 && !isDay(noticeOn) && { noticeOn: 'Enter the day on which notice was given' }),
  }
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const submit = () => {
    setTries(tries + 1)
    if (Object.keys(problems).length > 0) return
    breaking.mutate(
      { depositId: deposit.id, reason: reason.trim(), ...(isDay(noticeOn) && { noticeOn }) },
      toastThen(`${certificate} was broken`, onClose),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Break ${certificate}?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" type="submit" form="break-deposit" busy={breaking.isPending}>
            Break the deposit
          </Button>
        </>
      }
    >
      <Form
        id="break-deposit"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : breaking.error}
      >
        {breaking.error && !refused['reason'] && !refused['noticeOn'] && (
          <RefusedBanner error={breaking.error} title="The deposit was not broken" />
        )}
        <p>
          {memberName} gets {moneyText(principal)} and{' '}
          {interestIfBroken > 0n ? `${moneyText(interestIfBroken)} of` : 'no'} interest on ordinary savings.{' '}
          {moneyText(interestSoFar)} was earned so far; on {dayText(maturesOn)} it would be{' '}
          {moneyText(interestAtMaturity)}.
        </p>
        {noticeDays > 0 && (
          <DateField
            label="Notice given on"
            max={todayInLagos()}
            hint={`This deposit asks for ${noticeDays} days' notice`}
            value={noticeOn}
            onChange={setNoticeOn}
            error={shown['noticeOn']}
          />
        )}
        <TextAreaField
          label="Reason"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={shown['reason']}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
