import { Bell } from 'lucide'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Inbox } from './Inbox.tsx'

/** A member's inbox. */
export function OwnNotificationsPage() {
  return (
    <Page title="Notifications" description="What your cooperative has told you.">
      <Card flush>
        <Inbox
          none={
            <EmptyState icon={Bell} title="No notifications yet">
              You are told here when a payment of yours is recorded, when a meeting is called, and what your officers
              write to members.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
