import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeText } from '#domain/governance/meeting.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Chips } from '#web/ui/Chips.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import './NoticeDrawer.css'
import { type Meeting, useSendNotice } from './api.ts'
import { type Recipient, noticeQueries } from './notice-api.ts'

/** Sends the notice to all members, a committee's to those who are chosen, after showing what they will read. */
export function NoticeDrawer({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const isChosen = meeting.kind === 'committee'
  const [chosen, setChosen] = useState<readonly Recipient[]>([])
  const [q, setQ] = useState('')
  const [ways, setWays] = useState({ alsoSms: false, alsoEmail: false })
  const [tries, setTries] = useState(0)
  const active = useQuery({ ...noticeQueries.activeMembers(), enabled: !isChosen })
  const found = useQuery({ ...noticeQueries.recipients(q), enabled: isChosen })
  const send = useSendNotice()
  const count = isChosen ? chosen.length : active.data
  const nobody = isChosen && chosen.length === 0
  const nameOf = ({ firstName, lastName }: Recipient) => `${firstName} ${lastName}`

  function submit() {
    setTries(tries + 1)
    if (nobody) return
    send.mutate(
      { id: meeting.id, to: isChosen ? chosen.map(({ memberid }) => memberid) : 'all', ...ways },
      {
        onSuccess: ({ noticeRecipients }) => {
          toast.success(`Notice sent to ${plural(noticeRecipients ?? 0, 'member')}`)
          onClose()
        },
      },
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Send notice"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="notice" busy={send.isPending}>
            {count ? `Send to ${plural(count, 'member')}` : 'Send'}
          </Button>
        </>
      }
    >
      <Form id="notice" className="stack" problems={tries > 0 && nobody ? tries : send.error} onSubmit={submit}>
        {send.error && (
          <Banner tone="danger" title="The notice was not sent">
            {sentence(send.error)}
          </Banner>
        )}
        {isChosen && (
          <>
            <Combobox
              label="Members of the committee"
              placeholder="Name, phone or number"
              error={tries > 0 && nobody ? 'Choose at least one member' : undefined}
              options={found.data?.rows.filter(({ memberid }) => !chosen.some((one) => one.memberid === memberid))}
              searching={found.isFetching}
              onSearch={setQ}
              selected={undefined}
              onSelect={(member) => member && setChosen([...chosen, member])}
              optionKey={({ memberid }) => memberid}
              optionText={nameOf}
              empty="No member matches. Try part of a name or the last digits of a phone."
              renderOption={(member) => (
                <>
                  <strong>{nameOf(member)}</strong> <span className="muted number">{member.membershipno}</span>
                </>
              )}
            />
            <Chips label="Chosen members" items={chosen.map((member) => ({ key: member.memberid, text: nameOf(member) }))} onRemove={(key) => setChosen(chosen.filter(({ memberid }) => memberid !== key))} />
          </>
        )}
        <section aria-label="Preview">
          <p className="muted">{isChosen ? 'They will read' : 'Every active member will read'}</p>
          <p className="notice-preview">{noticeText(meeting)}</p>
        </section>
        <Checkbox label="Also by SMS" checked={ways.alsoSms} onChange={(alsoSms) => setWays({ ...ways, alsoSms })} />
        <Checkbox label="Also by email, to those who have one" checked={ways.alsoEmail} onChange={(alsoEmail) => setWays({ ...ways, alsoEmail })} />
      </Form>
    </Drawer>
  )
}
