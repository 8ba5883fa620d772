import { useQuery } from '@tanstack/react-query'
import { Inbox, Phone, SearchX } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { listContactMessages, contactMessageSorts } from '#features/platform-admin/contact/contract.ts'
import { contactMessageStatuses } from '#features/platform-admin/contact/rules/contact-message.ts'
import { query } from '#ui/api/query.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { ContactStatusTag } from './ContactStatusTag.tsx'
import type { ContactMessage } from './api.ts'

const drawer = () => import('./ContactMessageDrawer.tsx')
const ContactMessageDrawer = lazy(async () => ({ default: (await drawer()).ContactMessageDrawer }))
const details = () => import('./SupportContactDrawer.tsx')
const SupportContactDrawer = lazy(async () => ({ default: (await details()).SupportContactDrawer }))

const sorts = contactMessageSorts.flatMap((name) => [name, `-${name}` as const])
const shows = ['open', 'answered', 'all'] as const

/** What visitors wrote on the contact page; those that wait for an answer at first. */
export function ContactMessagesPage() {
  const { page, limit, q, choice, set } = useListSearch()
  const show = choice('show', shows) ?? 'open'
  const sort = choice('sort', sorts)
  const status = contactMessageStatuses.find((each) => each === show)
  const list = useQuery(query(listContactMessages, { page, limit, q: q || undefined, sort, status }))
  // The message itself and not its id: once answered it leaves the list of the open ones, and is still being read.
  const [open, setOpen] = useState<ContactMessage>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Page
        title="Messages"
        description="What visitors wrote on the contact page."
        actions={
          <Button icon={Phone} loads={details} onClick={() => setChanging(true)}>
            Contact details
          </Button>
        }
      >
        <Card flush>
          <Toolbar>
            <SearchBox label="Search name, email, words or number" value={q} onSearch={(next) => set({ q: next })} />
            <Select
              label="Show"
              hideLabel
              value={show}
              options={[
                { value: 'open', label: 'Open' },
                { value: 'answered', label: 'Answered' },
                { value: 'all', label: 'All messages' },
              ]}
              onChange={(next) => set({ show: next === 'open' ? undefined : next })}
            />
          </Toolbar>
          <List
            asked={list}
            failed="Failed to load the messages"
            set={set}
            caption="Messages"
            columns={columns}
            rowKey={(row) => row.id}
            onOpen={setOpen}
            sort={sort ?? '-createdAt'}
            empty={
              q !== '' ? (
                <EmptyState
                  icon={SearchX}
                  title="No message matches"
                  actions={<Button onClick={() => set({ q: '', show: 'all' })}>Show all messages</Button>}
                />
              ) : (
                <Nothing show={show} onAll={() => set({ show: 'all' })} />
              )
            }
          />
        </Card>
      </Page>
      {changing && (
        <Suspense>
          <SupportContactDrawer onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <ContactMessageDrawer key={open.id} message={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Nothing({ show, onAll }: { show: (typeof shows)[number]; onAll: () => void }) {
  if (show === 'all')
    return (
      <EmptyState icon={Inbox} title="No messages yet">
        What visitors send at /contact appears here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Inbox}
      title={show === 'open' ? 'Every message is answered' : 'No message is answered yet'}
      actions={<Button onClick={onAll}>Show all messages</Button>}
    >
      {show === 'open' && 'What visitors send at /contact appears here.'}
    </EmptyState>
  )
}

function columnsOf(onOpen: (message: ContactMessage) => void): Column<ContactMessage>[] {
  return [
    {
      key: 'subject',
      header: 'Subject',
      card: 'title',
      cell: (row) => (
        <RowButton loads={drawer} onClick={() => onOpen(row)}>
          {row.subject}
        </RowButton>
      ),
    },
    { key: 'name', header: 'From', sort: 'name', cell: (row) => row.name },
    { key: 'number', header: 'Number', cell: (row) => <span className="number">{row.number}</span> },
    { key: 'createdAt', header: 'When', sort: 'createdAt', cell: (row) => <AgoText at={row.createdAt} /> },
    { key: 'status', header: 'Status', card: 'corner', cell: (row) => <ContactStatusTag status={row.status} /> },
  ]
}
