import { Bell } from 'lucide'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Inbox } from './Inbox.tsx'
import * as strings from './strings.ts'

/** A member's inbox. */
export function OwnNotificationsPage() {
  return (
    <Page title={strings.notifications} description={strings.whatYourCooperativeHasTold}>
      <Card flush>
        <Inbox
          none={
            <EmptyState icon={Bell} title={strings.noNotificationsYet}>
              {strings.youAreToldHereWhen}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
