import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/Page.tsx'
import { MeetingRulesForm } from './MeetingRulesForm.tsx'

/** The bye-laws on meetings, and the way to those on votes and elections. */
export function MeetingRulesPage() {
  return (
    <Page
      title="Bye-laws on meetings"
      description="Notice and quorum of your meetings."
      actions={
        <>
          <Link className={buttonClass('secondary')} to="/coop/governance/votes" search={{ tab: 'rules' }}>
            Bye-laws on votes
          </Link>
          <Link className={buttonClass('secondary')} to="/coop/governance/elections" search={{ tab: 'rules' }}>
            Bye-laws on elections
          </Link>
        </>
      }
    >
      <Card>
        <MeetingRulesForm />
      </Card>
    </Page>
  )
}
