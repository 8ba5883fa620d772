import { useState } from 'react'
import { startLeaving } from '#features/members/leaving/contract.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { pastDayProblem } from '#core/past-day.ts'
import { givenLeavingReasons, leavingReasonLabels, noticeEnd } from '#features/members/leaving/rules/leaving.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, SentForApproval } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { dayText, plural, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Standing } from './api.ts'

type GivenReason = (typeof givenLeavingReasons)[number]

const dayWords: Record<GivenReason, string> = {
  resignation: 'Day of the notice',
  expulsion: 'Day of the decision',
  death: 'Day of death',
}

/** Why a member leaves and since when; nothing moves yet. */
export function StartLeaving({ standing: { member, noticeMonths } }: { standing: Standing }) {
  const [reason, setReason] = useState<GivenReason>('resignation')
  const [day, setDay] = useState<string>(todayInLagos())
  const [note, setNote] = useState('')
  const [tries, setTries] = useState(0)
  const start = useAction(startLeaving)
  const refused = start.error ? fieldErrors(start.error) : {}
  const problem = pastDayProblem(day, todayInLagos())
  const ends = isDay(day) ? noticeEnd(reason, day, noticeMonths) : undefined
  function submit() {
    setTries(tries + 1)
    if (problem) return
    start.mutate(
      { memberId: member.id, reason, noticedOn: day as Day, ...(note.trim() !== '' && { note: note.trim() }) },
      { onSuccess: () => toast.success('Leaving started') },
    )
  }
  if (start.error instanceof SentForApproval)
    return (
      <Card title="Start exit">
        <RefusedBanner error={start.error} title="Start exit" />
      </Card>
    )
  return (
    <Card
      title="Start exit"
      description={`From then on ${member.name} can't borrow, guarantee or withdraw. Nothing is paid before the settlement, and it can be cancelled until then.`}
    >
      <Form className="stack" problems={tries > 0 && problem ? tries : start.error} onSubmit={submit}>
        {start.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={start.error} title="The leaving was not started" />
        )}
        <div className="columns">
          <Select
            label="Reason"
            value={reason}
            options={optionsOf(givenLeavingReasons, leavingReasonLabels)}
            onChange={(value) => value !== '' && setReason(value)}
            error={refused['reason']}
          />
          <DateField
            label={dayWords[reason]}
            max={todayInLagos()}
            value={day}
            onChange={setDay}
            hint={
              ends
                ? `With a notice of ${plural(noticeMonths, 'month')} it can be settled from ${dayText(ends)} on.`
                : 'No notice runs: it can be settled at once.'
            }
            error={(tries > 0 ? problem : undefined) ?? refused['noticedOn']}
          />
        </div>
        <TextAreaField
          label="Note"
          optional
          rows={2}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={refused['note']}
        />
        <div className="row">
          <Button needs="leaving.manage" look="primary" type="submit" busy={start.isPending}>
            Start exit
          </Button>
        </div>
      </Form>
    </Card>
  )
}
