import { CalendarPlus } from 'lucide'
import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { Suspense, lazy } from 'react'
import { may } from '#web/session/may.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { MeetingTable } from './MeetingTable.tsx'

const drawer = () => import('./MeetingDrawer.tsx')
const MeetingDrawer = lazy(async () => ({ default: (await drawer()).MeetingDrawer }))

/** The society's meetings. */
export function GovernancePage() {
  const { filter, set } = useListSearch()
  const navigate = useNavigate()
  const plan = (
    <Button
      needs="meeting.manage"
      look="primary"
      icon={CalendarPlus}
      loads={drawer}
      onClick={() => set({ plan: 'new', page: filter('page') })}
    >
      Plan meeting
    </Button>
  )
  return (
    <Page
      title="Governance"
      description="Meetings with their notice, attendance, minutes and resolutions."
      actions={
        <>
          <Link className={buttonClass()} to="/coop/governance/officers">
            Officers
          </Link>
          <Link className={buttonClass()} to="/coop/governance/elections">
            Elections
          </Link>
          <Link className={buttonClass()} to="/coop/governance/votes">
            Votes
          </Link>
          {plan}
        </>
      }
    >
      <MeetingTable
        to="/coop/governance/$meetingId"
        none={
          <EmptyState icon={CalendarPlus} title="No meeting is planned" actions={plan}>
            Plan one with its agenda, then send the notice to your members.
          </EmptyState>
        }
      />
      <Suspense>
        {filter('plan') !== '' && may('meeting.manage') && (
          <MeetingDrawer
            onClose={() => set({ plan: undefined, page: filter('page') })}
            onSaved={({ id }) => navigate({ to: '/coop/governance/$meetingId', params: { meetingId: id } })}
          />
        )}
      </Suspense>
    </Page>
  )
}
