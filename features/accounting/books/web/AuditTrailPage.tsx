import { useQuery } from '@tanstack/react-query'
import { ShieldX } from 'lucide'
import { exportOwnAuditEvents, listOwnAuditEvents, auditGroups } from '#features/access/audit-trail/contract.ts'
import { isUuid, type LoginId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Link } from '#ui/router/Link.tsx'
import { SendTo } from '#ui/router/SendTo.tsx'
import { AuditTrail, trailDays, whenColumn } from '#ui/AuditTrail.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { saveDownload } from '#ui/save-download.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import './AuditTrailPage.css'
import type { OwnAuditEvent } from './api.ts'

const groupWords: Record<(typeof auditGroups)[number], string> = {
  members: 'Members',
  money: 'Contributions and transactions',
  loans: 'Loans',
  books: 'Books',
  settings: 'Settings',
  meetings: 'Meetings',
  messages: 'Messages',
  files: 'Downloads',
  sign_in: 'Logins and passwords',
  refused: 'Not permitted',
}
const groupOptions = optionsOf(auditGroups, groupWords)

/** Who did what in the cooperative, and what somebody tried and was not allowed. */
export function AuditTrailPage() {
  return may('audit.read') ? <OwnAuditTrail /> : <SendTo to="/coop/financial-operations/reports" />
}

function OwnAuditTrail() {
  const search = useListSearch()
  const { page, limit, q, choice, filter, set } = search
  const person = isUuid(filter('person')) ? (filter('person') as LoginId) : undefined
  const filters = { group: choice('group', auditGroups), person, ...trailDays(search) }
  const asked = { q: q || undefined, ...filters }
  const list = useQuery(query(listOwnAuditEvents, { page, limit, ...asked }))
  return (
    <AuditTrail
      description="Who did what, and when. No event can be changed or removed."
      searchLabel="Search person or action"
      search={search}
      filters={filters}
      choices={
        <Select
          label="Kind"
          hideLabel
          placeholder="All events"
          value={filters.group ?? ''}
          options={groupOptions}
          onChange={(next) => set({ group: next })}
        />
      }
      only={
        person && { name: list.data?.rows.find((row) => row.person === person)?.by ?? 'one person', filter: 'person' }
      }
      list={list}
      columns={columns}
      onSave={() => saveDownload(exportOwnAuditEvents, asked, 'audit-trail.csv')}
    />
  )
}

const columns: Column<OwnAuditEvent>[] = [
  { key: 'what', header: 'What', card: 'title', cell: (row) => <What event={row} /> },
  {
    key: 'member',
    header: 'Member',
    card: 'bare',
    cell: (row) => row.memberName ?? <span className="muted">none</span>,
  },
  {
    key: 'by',
    header: 'By',
    cell: (row) => (
      <Link
        to="/coop/financial-operations/reports/$report"
        params={{ report: 'audit' }}
        search={{ person: row.person }}
      >
        {row.by}
      </Link>
    ),
  },
  whenColumn,
]

function What({ event: { says, refused, parameters } }: { event: OwnAuditEvent }) {
  return (
    <div>
      <span className="trail-what">
        {says}
        {refused && (
          <Tag tone="danger" icon={ShieldX}>
            Not permitted
          </Tag>
        )}
      </span>
      {parameters && <p className="muted trail-parameters">{parameters}</p>}
    </div>
  )
}
