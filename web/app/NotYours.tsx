import { ShieldX } from 'lucide'
import { Link } from '#web/router/Link.tsx'
import { useCurrentUser } from '#web/session/session.ts'
import { roleLabel } from '#web/session/session-user.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'

/** Shown in place of a page that belongs to another office. */
export function NotYours() {
  const user = useCurrentUser()
  return (
    <Page title="Not part of your office">
      <Card>
        <EmptyState
          icon={ShieldX}
          title={`This page is not open to you as ${roleLabel(user).toLowerCase()}`}
          actions={
            <Link className={buttonClass('primary')} to="/coop/dashboard">
              Back to the dashboard
            </Link>
          }
        >
          An admin of {user.cooperativeName ?? 'the cooperative'} can give you another office.
        </EmptyState>
      </Card>
    </Page>
  )
}
