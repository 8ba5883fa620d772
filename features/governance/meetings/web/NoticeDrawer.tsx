import { reachText } from '#ui/parts/reach-text.ts'
import { sendNotice } from '#features/governance/meetings/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeText } from '#features/governance/meetings/rules/meeting.ts'
import { isShortNotice, noticeRuleText } from '#features/governance/meetings/rules/meeting-rules.ts'
import { type FoundMember, choiceQueries } from '#ui/parts/choices.ts'
import { SmsCost } from '#ui/parts/SmsCost.tsx'
import { AlsoBox } from '#ui/parts/AlsoBox.tsx'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MembersField } from '#ui/parts/MemberField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plural, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import './NoticeDrawer.css'
import type { Meeting } from './api.ts'

/** Sends the notice to all members, a committee's to those who are chosen, after showing what they will read. */
export function NoticeDrawer({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const isChosen = meeting.kind === 'committee'
  const [chosen, setChosen] = useState<readonly FoundMember[]>([])
  const [reason, setReason] = useState('')
  const [ways, setWays] = useState({ alsoSms: false, alsoEmail: false })
  const [tries, setTries] = useState(0)
  const active = useQuery({ ...choiceQueries.activeMembers(), enabled: !isChosen })
  const send = useAction(sendNotice)
  const count = isChosen ? chosen.length : active.data
  const isNone = isChosen && chosen.length === 0
  const isShort = isShortNotice(meeting, todayInLagos())
  const noReason = isShort && reason.trim() === ''
  const refused = fieldErrors(send.error)

  function submit() {
    setTries(tries + 1)
    if (isNone || noReason) return
    send.mutate(
      {
        id: meeting.id,
        to: isChosen ? chosen.map(({ memberid }) => memberid) : 'all',
        ...ways,
        ...(isShort && { shortNoticeReason: reason }),
      },
      toastThen(
        ({ noticeReach }) => (noticeReach ? `Notice sent to ${reachText(noticeReach)}` : 'Notice sent'),
        onClose,
      ),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Send notice"
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="notice" busy={send.isPending}>
          {count ? `Send to ${plural(count, 'member')}` : 'Send'}
        </CancelOr>
      }
    >
      <Form
        id="notice"
        className="stack"
        problems={tries > 0 && (isNone || noReason) ? tries : send.error}
        onSubmit={submit}
      >
        {send.error && !refused['shortNoticeReason'] && (
          <RefusedBanner error={send.error} title="The notice was not sent" />
        )}
        {isChosen && (
          <MembersField
            label="Members of the committee"
            error={tries > 0 && isNone ? 'Choose at least one member' : undefined}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        {isShort && (
          <TextField
            label="Reason for the short notice"
            maxLength={300}
            hint={`Your bye-laws ask for ${noticeRuleText(meeting.noticeDays ?? 0, meeting.noticeClause)}. The reason is part of the minutes.`}
            value={reason}
            onChange={setReason}
            error={tries > 0 && noReason ? 'Give the reason for the short notice' : refused['shortNoticeReason']}
          />
        )}
        <section aria-label="Preview">
          <p className="muted">{isChosen ? 'They will read' : 'Every active member will read'}</p>
          <p className="notice-preview">{noticeText(meeting)}</p>
        </section>
        <AlsoBox
          label="Also by SMS"
          checked={ways.alsoSms}
          onChange={(alsoSms) => setWays({ ...ways, alsoSms })}
          cost={<SmsCost text={noticeText(meeting)} count={count ?? 0} />}
        />
        <AlsoBox
          label="Also by email, to those who have one"
          checked={ways.alsoEmail}
          onChange={(alsoEmail) => setWays({ ...ways, alsoEmail })}
        />
      </Form>
    </Drawer>
  )
}
