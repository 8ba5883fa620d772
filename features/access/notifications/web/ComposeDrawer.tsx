import { reachText } from '#ui/parts/reach-text.ts'
import { useQuery } from '@tanstack/react-query'
import { sendNotification } from '#features/members/register/messages.ts'
import { useState } from 'react'
import {
  type NotificationType,
  messageLengthMax,
  notificationTypes,
} from '#features/access/notifications/rules/notification.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { type FoundMember, choiceQueries } from '#ui/parts/choices.ts'
import type { WriteTo } from '#ui/parts/write-to.ts'
import { SmsCost } from '#ui/parts/SmsCost.tsx'
import { AlsoBox } from '#ui/parts/AlsoBox.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MembersField } from '#ui/parts/MemberField.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import './ComposeDrawer.css'
import './NotificationText.css'
import { TypeTag, typeWords } from './TypeTag.tsx'

type Values = {
  to: 'all' | 'chosen' | 'selected'
  chosen: readonly FoundMember[]
  type: NotificationType
  message: string
  alsoSms: boolean
}

/** Writes to all members or to some, and shows what they will see and how many they are before it goes out. */
export function ComposeDrawer({
  selected,
  onClose,
  onSent,
}: {
  selected?: WriteTo | undefined
  onClose: () => void
  onSent: () => void
}) {
  const [values, setValues] = useState<Values>({
    to: selected ? 'selected' : 'all',
    chosen: [],
    type: 'info',
    message: '',
    alsoSms: false,
  })
  const [tries, setTries] = useState(0)
  const active = useQuery(choiceQueries.activeMembers())
  const send = useAction(sendNotification)
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (send.error) send.reset()
  }
  const { to, chosen, type, message, alsoSms } = values
  const count = to === 'all' ? active.data : to === 'selected' ? selected?.count : chosen.length
  const problems = {
    ...(message.trim() === '' ? { message: 'Write the message' } : {}),
    ...(to === 'chosen' && chosen.length === 0 ? { to: 'Choose at least one member' } : {}),
  }
  const refused = send.error ? fieldErrors(send.error) : {}
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0

  function submit() {
    setTries(tries + 1)
    if (!isReady) return
    send.mutate(
      {
        message: message.trim(),
        type,
        to: to === 'selected' && selected ? selected.to : to === 'all' ? 'all' : chosen.map(({ memberid }) => memberid),
        alsoSms,
      },
      toastThen((sent) => `Sent to ${reachText(sent)}`, onSent),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Write to members"
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="compose" busy={send.isPending}>
          {count === undefined || count === 0 ? 'Send' : `Send to ${plural(count, 'member')}`}
        </CancelOr>
      }
    >
      <Form id="compose" className="stack" problems={tries > 0 && !isReady ? tries : send.error} onSubmit={submit}>
        {send.error && <RefusedBanner error={send.error} title="The message was not sent" />}
        <Select
          label="To"
          value={to}
          options={[
            ...(selected
              ? [{ value: 'selected' as const, label: `The ${plural(selected.count, 'member')} that you selected` }]
              : []),
            {
              value: 'all',
              label: active.data === undefined ? 'All active members' : `All ${plural(active.data, 'active member')}`,
            },
            { value: 'chosen', label: 'Members that I choose' },
          ]}
          onChange={(next) => next && set({ to: next })}
          error={to === 'chosen' ? undefined : shown['to']}
        />
        {to === 'chosen' && (
          <MembersField
            label="Members"
            chosen={chosen}
            error={shown['to']}
            onChange={(next) => set({ chosen: next })}
          />
        )}
        <Select
          label="Type"
          value={type}
          options={optionsOf(notificationTypes, typeWords)}
          onChange={(next) => next && set({ type: next })}
        />
        <TextAreaField
          label="Message"
          rows={5}
          data-autofocus
          maxLength={messageLengthMax}
          hint={`${messageLengthMax - message.length} characters left`}
          value={message}
          onChange={(next) => set({ message: next })}
          error={shown['message']}
        />
        <AlsoBox
          label={`Also by SMS${count ? `: ${plural(count, 'phone')}` : ''}`}
          checked={alsoSms}
          onChange={(next) => set({ alsoSms: next })}
          cost={<SmsCost text={message.trim()} count={count ?? 0} />}
        />
        <section className="compose-preview" aria-label="Preview">
          <p className="muted">Members will see</p>
          <div className="compose-preview__paper">
            <TypeTag type={type} />
            <p className="notification-text">
              {message.trim() || <span className="muted">Your message appears here.</span>}
            </p>
          </div>
        </section>
      </Form>
    </Drawer>
  )
}
