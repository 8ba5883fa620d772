import { useQuery } from '@tanstack/react-query'
import { adoptMinutes } from '#features/governance/meetings/minutes.ts'
import { listMeetings } from '#features/governance/meetings/contract.ts'
import { mayAdoptAt } from '#features/governance/meetings/rules/meeting.ts'
import type { MeetingId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Meeting } from './api.ts'

/** Asks at which later meeting the minutes were adopted; the next one is offered where there was one. */
export function AdoptDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const { data } = useQuery(wholeList(listMeetings, { sort: '-date' }))
  const later = (data ?? []).filter((row) => mayAdoptAt(row, meeting, todayInLagos())).toReversed()
  const [chosen, setChosen] = useState<MeetingId | ''>()
  const at = chosen ?? later[0]?.id ?? ''
  const adopt = useAction(adoptMinutes)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Adopt the minutes of ${meeting.title}?`}
      description="Adopted minutes never change again, nor do their actions and the attendance. A correction is recorded in the minutes of the next meeting."
      actions={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button
            look="primary"
            busy={adopt.isPending}
            disabled={!data}
            onClick={() =>
              adopt.mutate({ id: meeting.id, atMeetingId: at || null }, toastThen('Minutes adopted', onClose))
            }
          >
            Adopt minutes
          </Button>
        </>
      }
    >
      {adopt.error && <RefusedBanner error={adopt.error} title="The minutes were not adopted" />}
      {later.length > 0 && (
        <Select
          label="Adopted at"
          placeholder="No later meeting"
          value={at}
          options={later.map(({ id, title, date }) => ({ value: id, label: `${title}, ${dayText(date)}` }))}
          onChange={setChosen}
        />
      )}
    </Dialog>
  )
}
