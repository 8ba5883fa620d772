import { CalendarPlus } from 'lucide'
import type { Permission } from '#core/actor.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { Suspense, lazy } from 'react'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { MeetingTable } from './MeetingTable.tsx'

const drawer = () => import('./MeetingDrawer.tsx')
const MeetingDrawer = lazy(async () => ({ default: (await drawer()).MeetingDrawer }))

const ways = [
  { to: '/coop/governance/actions', label: 'Actions' },
  { to: '/coop/governance/officers', label: 'Officers' },
  { to: '/coop/governance/elections', label: 'Elections' },
  { to: '/coop/governance/votes', label: 'Votes' },
  { to: '/coop/governance/enquiries', label: 'Complaints and queries', needs: 'enquiry.read' },
  { to: '/coop/governance/filings', label: 'Compliance calendar' },
  { to: '/coop/governance/bye-laws', label: 'Bye-laws' },
] as const satisfies readonly { to: string; label: string; needs?: Permission }[]

/** The society's meetings, and the way to the rest of governance. */
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
      actions={plan}
    >
      <nav className="row" aria-label="More of governance">
        {ways
          .filter((way) => !('needs' in way) || may(way.needs))
          .map(({ to, label }) => (
            <Link key={to} className={buttonClass('secondary', 'small')} to={to}>
              {label}
            </Link>
          ))}
      </nav>
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
