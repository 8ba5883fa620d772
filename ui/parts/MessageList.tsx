import { labelled } from '#core/words.ts'
import { CircleCheck, Clock, Send, TriangleAlert } from 'lucide'
import { useMemo } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { listMessages, sendMessageAgain } from '#features/access/messages/contract.ts'
import {
  type MessageKind,
  type MessageState,
  messageChannels,
  messageStates,
  providerName,
  whyNotSendAgain,
} from '#features/access/messages/rules/message.ts'
import { sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { plural, timeText } from '#ui/format.ts'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import './MessageList.css'

type Message = Replied<typeof listMessages>

const kindWords: Record<MessageKind, string> = labelled({
  code: 'Code',
  security: 'Security',
  receipt: 'Receipt of a payment',
  reminder: 'Reminder',
  meeting: 'Notice of a meeting',
  loan: 'Decision on a loan',
  notice: 'Message',
})
const channelWords = labelled({ sms: 'SMS', email: 'Email', whatsapp: 'WhatsApp' })
const stateWords: Record<MessageState, string> = labelled({
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
})
const tags = {
  waiting: { tone: 'info', icon: Clock },
  sent: { tone: 'neutral', icon: Send },
  delivered: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: TriangleAlert },
} as const satisfies Record<MessageState, { tone: TagTone; icon: unknown }>

/** The SMS and email that this person may see, without their text, and what failed to be sent again. */
export function MessageList() {
  const { list, q, set, filters, isFiltered } = useList(listMessages)
  const again = useAction(sendMessageAgain)
  const sending = again.isPending ? again.variables?.id : undefined
  const columns = useMemo(
    () =>
      columnsOf(sending, ({ id }) =>
        again.mutate(
          { id },
          {
            onSuccess: () => toast.success('The message is sent again'),
            onError: (error) => toast.error(sentence(error)),
          },
        ),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- mutate is the same function at each drawing
    [sending],
  )
  return (
    <>
      <Toolbar>
        <SearchBox label="Search name, number or address" value={q} onSearch={(next) => set({ q: next })} />
        <Select
          hideLabel
          label="State"
          value={filters.state ?? ''}
          placeholder="Any state"
          options={optionsOf(messageStates, stateWords)}
          onChange={(state) => set({ state })}
        />
        <Select
          hideLabel
          label="Channel"
          value={filters.channel ?? ''}
          placeholder="SMS and email"
          options={optionsOf(messageChannels, channelWords)}
          onChange={(channel) => set({ channel })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the messages"
        set={set}
        caption="SMS and email"
        columns={columns}
        rowKey={(row) => row.id}
        loadingRows={5}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Send}
              title="No message matches"
              actions={<Button onClick={() => set({ q: '', state: undefined, channel: undefined })}>Show all</Button>}
            />
          ) : (
            <EmptyState icon={Send} title="No SMS or email in the last 30 days">
              Codes, reminders, notices and other messages are listed here, with whether they arrived.
            </EmptyState>
          )
        }
      />
    </>
  )
}

function columnsOf(sending: string | undefined, onAgain: (message: Message) => void): Column<Message>[] {
  return [
    { key: 'to', header: 'To', card: 'title', cell: (row) => <Recipient of={row} /> },
    {
      key: 'kind',
      header: 'Kind',
      cell: ({ kind, channel, provider }) => (
        <>
          {kindWords[kind]}
          <span className="message-list__detail">
            {channelWords[channel]}
            {provider && `, ${providerName(provider)}`}
          </span>
        </>
      ),
    },
    { key: 'state', header: 'State', cell: (row) => <State of={row} /> },
    { key: 'cost', header: 'Cost', align: 'end', width: '110px', cell: (row) => <Cost of={row} /> },
    { key: 'when', header: 'When', width: '170px', cell: (row) => <DateText on={row.createdAt} time /> },
    {
      key: 'act',
      header: '',
      card: 'bare',
      width: '170px',
      cell: (row) => (
        <span className="message-list__act">
          <Act of={row} busy={sending === row.id} onAgain={() => onAgain(row)} />
        </span>
      ),
    },
  ]
}

function Recipient({ of: { memberId, memberName, recipient, channel } }: { of: Message }) {
  const address = channel !== 'email' && recipient.startsWith('+') ? phoneText(recipient) : recipient
  if (memberId === null) return <span className="number">{address}</span>
  return (
    <>
      <Link to="/coop/member/$memberId" params={{ memberId }}>
        {memberName}
      </Link>
      <span className="message-list__detail number">{address}</span>
    </>
  )
}

function State({ of: { state, reason, waitsUntil, sentAgain } }: { of: Message }) {
  return (
    <>
      <Tag {...tags[state]}>{stateWords[state]}</Tag>
      {waitsUntil && <span className="message-list__detail">Waits until {timeText(waitsUntil)}</span>}
      {!waitsUntil && reason && <span className="message-list__detail">{reason}</span>}
      {sentAgain > 0 && <span className="message-list__detail">Sent again {plural(sentAgain, 'time')}</span>}
    </>
  )
}

function Cost({ of: { cost, parts } }: { of: Message }) {
  if (cost !== null) return <MoneyText amount={cost} />
  return parts === null ? '—' : plural(parts, 'part')
}

function Act({ of: message, busy, onAgain }: { of: Message; busy: boolean; onAgain: () => void }) {
  const { kind, state, memberId } = message
  if (state === 'failed' && kind === 'code' && memberId)
    return (
      <Link
        needs="member.update"
        to="/coop/member/$memberId"
        params={{ memberId }}
        className={buttonClass('secondary', 'small')}
      >
        Send new code
      </Link>
    )
  return whyNotSendAgain(message) ? null : (
    <Button needs="message.send_again" size="small" busy={busy} onClick={onAgain}>
      Send again
    </Button>
  )
}
