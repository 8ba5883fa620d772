import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import type { AccountTypeId } from '#core/ids.ts'
import { runInterest, type previewInterest } from '#features/savings/interest/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import type { CallReply } from '#ui/api/call.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { dayText, moneyText, plural, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'

/** The last look before a period's interest is posted. */
export function PostInterestDialog({
  accountTypeId,
  summary,
  onClose,
}: {
  accountTypeId: AccountTypeId
  summary: CallReply<typeof previewInterest>['summary']
  onClose: () => void
}) {
  const { name, from, to, members, total, approvals } = summary
  const [on, setOn] = useState<string>(to)
  const post = useAction(runInterest)
  const tried = useTried(post, {})
  const submit = () => {
    if (!isDay(on)) return
    post.mutate(
      { accountTypeId, to, total, occurredOn: on },
      toastThen(
        ({ status, entryNumber }) =>
          status === 'pending' ? 'The interest waits for approval' : `Interest posted as voucher No. ${entryNumber}`,
        onClose,
      ),
    )
  }
  return (
    <FormDialog
      id="post-interest"
      tried={tried}
      title={`Post ${moneyText(total)} of interest?`}
      button={approvals > 0 ? 'Send for approval' : 'Post interest'}
      failed="Nothing was posted"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {plural(members, 'member')} {members === 1 ? 'gets' : 'get'} interest on {name} for {dayText(from)} to{' '}
        {dayText(to)}, as one voucher. {approvals > 0 && 'Another officer approves it first. '}
        It can be reversed as one.
      </p>
      <DateField
        label="Date of the voucher"
        min={to}
        max={todayInLagos()}
        value={on}
        onChange={setOn}
        error={tried.shown['occurredOn']}
        hint="The last day of the period, or a later one where the books are locked"
        data-autofocus
      />
    </FormDialog>
  )
}
