import { Bell, Send } from 'lucide'
import { Suspense, lazy } from 'react'
import { writeTo } from '#web/parts/write-to.ts'
import { may } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { Inbox } from './Inbox.tsx'

const drawer = () => import('./ComposeDrawer.tsx')
const SentMessages = lazy(async () => ({ default: (await import('./SentMessages.tsx')).SentMessages }))
const ComposeDrawer = lazy(async () => ({ default: (await drawer()).ComposeDrawer }))

/** The officers' inbox, what they sent to members, and writing to them. */
export function NotificationsPage() {
  const { choice, filter, set } = useListSearch()
  const tab = (may('notification.review') && choice('tab', ['inbox', 'sent'])) || 'inbox'
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
        tabs={[
          { key: 'inbox', label: 'Inbox' },
          { key: 'sent', label: 'Sent to members', needs: 'notification.review' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'inbox' ? undefined : next, type: undefined, status: undefined })}
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
              <SentMessages write={write} />
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
