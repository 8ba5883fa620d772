import { Bell, Send } from 'lucide'
import { Suspense, lazy } from 'react'
import { writeTo } from '#ui/parts/write-to.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { Inbox } from './Inbox.tsx'

const drawer = () => import('./ComposeDrawer.tsx')
const SentMessages = lazy(async () => ({ default: (await import('./SentMessages.tsx')).SentMessages }))
const MessageList = lazy(async () => ({ default: (await import('#ui/parts/MessageList.tsx')).MessageList }))
const ComposeDrawer = lazy(async () => ({ default: (await drawer()).ComposeDrawer }))

const tabs = [
  { key: 'inbox', label: 'Inbox' },
  { key: 'sent', label: 'Sent to members', needs: 'notification.review' },
  { key: 'messages', label: 'SMS and email', needs: 'message.list' },
] as const

/** The officers' inbox, what they sent to members, writing to them, and whether SMS and email arrived. */
export function NotificationsPage() {
  const { choice, filter, set } = useListSearch()
  const chosen = choice(
    'tab',
    tabs.map(({ key }) => key),
  )
  const tab = tabs.find((each) => each.key === chosen && may('needs' in each ? each.needs : undefined))?.key ?? 'inbox'
  const write = (
    <Button needs="notification.send" look="primary" icon={Send} loads={drawer} onClick={() => set({ write: 'new' })}>
      Write to members
    </Button>
  )
  return (
    <Page
      title="Notifications"
      description="What the officers are told, and what you tell your members."
      actions={write}
    >
      <Tabs
        label="Notifications"
        tabs={tabs}
        active={tab}
        onChange={(next) =>
          set({
            tab: next === 'inbox' ? undefined : next,
            type: undefined,
            status: undefined,
            state: undefined,
            channel: undefined,
          })
        }
      >
        <Card flush>
          {tab === 'inbox' ? (
            <Inbox
              none={
                <EmptyState icon={Bell} title="Nothing new">
                  What concerns the whole cooperative, such as its verification, is told here to every officer.
                </EmptyState>
              }
            />
          ) : (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              {tab === 'sent' ? <SentMessages write={write} /> : <MessageList />}
            </Suspense>
          )}
        </Card>
      </Tabs>
      <Suspense>
        {filter('write') !== '' && may('notification.send') && (
          <ComposeDrawer
            selected={filter('write') === 'selected' ? writeTo.read() : undefined}
            onClose={() => set({ write: undefined })}
            onSent={() => {
              writeTo.forget()
              set({ write: undefined, tab: 'sent' })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
