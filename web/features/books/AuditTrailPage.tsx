import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText, SearchX, ShieldX } from 'lucide'
import { useState } from 'react'
import { auditGroups } from '#contract/audit-trail.ts'
import { type Day, isDay } from '#domain/calendar.ts'
import { isUuid, type LoginId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { may } from '#web/session/may.ts'
import { Link } from '#web/router/Link.tsx'
import { SendTo } from '#web/router/SendTo.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import './AuditTrailPage.css'
import { auditQueries, type OwnAuditEvent, saveAuditTrail } from './audit-api.ts'

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
const groupOptions = auditGroups.map((value) => ({ value, label: groupWords[value] }))

/** Who did what in the cooperative, and what somebody tried and was not allowed. */
export function AuditTrailPage() {
  return may('audit.read') ? <AuditTrail /> : <SendTo to="/coop/financial-operations/reports" />
}

function AuditTrail() {
  const { page, limit, q, choice, filter, set } = useListSearch(25)
  const day = (name: string) => (isDay(filter(name)) ? (filter(name) as Day) : undefined)
  const person = isUuid(filter('person')) ? (filter('person') as LoginId) : undefined
  const filters = { q: q || undefined, group: choice('group', auditGroups), person, from: day('from'), to: day('to') }
  const list = useQuery(auditQueries.events({ page, limit, ...filters }))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Page title="Audit trail" description="Who did what, and when. No event can be changed or removed." actions={<CsvButton filters={filters} />}>
      <Card flush>
        <Toolbar>
          <SearchBox label="Search person or action" value={q} onSearch={(next) => set({ q: next })} />
          <Select label="Kind" hideLabel placeholder="All events" value={filters.group ?? ''} options={groupOptions} onChange={(next) => set({ group: next })} />
          <div className="trail-days">
            <TextField label="From" type="date" max={filters.to} value={filters.from ?? ''} onChange={(next) => set({ from: next })} />
            <TextField label="To" type="date" min={filters.from} value={filters.to ?? ''} onChange={(next) => set({ to: next })} />
          </div>
        </Toolbar>
        {person && (
          <div className="row trail-person">
            <p>Only {list.data?.rows.find((row) => row.person === person)?.by ?? 'one person'}</p>
            <Button size="small" onClick={() => set({ person: undefined })}>
              Show all
            </Button>
          </div>
        )}
        {list.isError ? (
          <LoadProblem title="Failed to load the audit trail" error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Table
            caption="Audit trail"
            columns={columns}
            rows={list.data?.rows}
            rowKey={(row) => row.id}
            busy={list.isPlaceholderData}
            empty={
              isFiltered ? (
                <EmptyState icon={SearchX} title="No event matches" actions={<Button onClick={() => set({ q: '', group: '', person: '', from: '', to: '' })}>Clear the filters</Button>} />
              ) : (
                <EmptyState icon={ScrollText} title="No events yet" />
              )
            }
          />
        )}
        <Pagination meta={list.data?.meta} onPage={(next) => set({ page: next })} onLimit={(next) => set({ limit: next })} />
      </Card>
    </Page>
  )
}

const columns: Column<OwnAuditEvent>[] = [
  { key: 'what', header: 'What', card: 'title', cell: (row) => <What event={row} /> },
  { key: 'member', header: 'Member', cell: (row) => row.memberName ?? <span className="muted">none</span> },
  {
    key: 'by',
    header: 'By',
    cell: (row) => (
      <Link to="/coop/financial-operations/reports/$report" params={{ report: 'audit' }} search={{ person: row.person }}>
        {row.by}
      </Link>
    ),
  },
  { key: 'at', header: 'When', cell: (row) => <DateText on={row.at} time /> },
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

function CsvButton({ filters }: { filters: Parameters<typeof saveAuditTrail>[0] }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      icon={Download}
      busy={busy}
      onClick={() => {
        setBusy(true)
        saveAuditTrail(filters)
          .catch((error: unknown) => toast.error(sentence(error)))
          .finally(() => setBusy(false))
      }}
    >
      Download CSV
    </Button>
  )
}
