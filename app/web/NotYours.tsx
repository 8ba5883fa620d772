import { ShieldX } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { useCurrentUser } from '#ui/session/session.ts'
import { roleLabel } from '#ui/session/session-user.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Shown in place of a page that belongs to another office. */
export function NotYours() {
  const user = useCurrentUser()
  return (
    <Page title={strings.notPartOfYourOffice}>
      <Card>
        <EmptyState
          icon={ShieldX}
          title={fill(strings.thisPageIsNotOpen, { toLowerCase: roleLabel(user).toLowerCase() })}
          actions={
            <Link className={buttonClass('primary')} to="/coop/dashboard">
              {strings.backToTheDashboard}
            </Link>
          }
        >
          {fill(strings.anAdminOfCanGive, { cooperativeName: user.cooperativeName ?? strings.theCooperative })}
        </EmptyState>
      </Card>
    </Page>
  )
}
