import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText, SearchX } from 'lucide'
import { useState } from 'react'
import { type Day, isDay } from '#domain/calendar.ts'
import { type CooperativeId, isUuid, type LoginId } from '#domain/ids.ts'
import { auditActions } from '#domain/platform/audit-action.ts'
import { sentence } from '#web/api/api-error.ts'
import { Link } from '#web/router/Link.tsx'
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
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import './AuditPage.css'
import { AuditText, actionWords } from './AuditText.tsx'
import { type AuditEvent, platformQueries, saveAudit } from './api.ts'

const actionOptions = auditActions.map((value) => ({ value, label: actionWords[value] }))

const columns: Column<AuditEvent>[] = [
  { key: 'what', header: 'What', card: 'title', cell: (row) => <AuditText event={row} /> },
  {
    key: 'cooperative',
    header: 'Cooperative',
    cell: (row) =>
      row.cooperativeId && row.cooperativeName ? (
        <Link to="/superadmin/cooperatives/$cooperativeId" params={{ cooperativeId: row.cooperativeId }}>
          {row.cooperativeName}
        </Link>
      ) : (
        <span className="muted">none</span>
      ),
  },
  { key: 'who', header: 'Who', cell: (row) => row.actorName },
  { key: 'at', header: 'When', cell: (row) => <DateText on={row.at} time /> },
  { key: 'from', header: 'Address', cell: (row) => <span className="number">{row.address ?? ''}</span> },
]

/** Every act of a super administrator: who, what, which cooperative, when, from where, before and after. */
export function AuditPage() {
  const { page, limit, q, choice, filter, set } = useListSearch(25)
  const action = choice('action', auditActions)
  const day = (name: string) => (isDay(filter(name)) ? (filter(name) as Day) : undefined)
  const uuid = <Id,>(name: string) => (isUuid(filter(name)) ? (filter(name) as Id) : undefined)
  const filters = { q: q || undefined, action, actor: uuid<LoginId>('actor'), cooperativeId: uuid<CooperativeId>('cooperative'), from: day('from'), to: day('to') }
  const list = useQuery(platformQueries.audit({ page, limit, ...filters }))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const actors = list.data?.summary.actors ?? []
  return (
    <Page title="Audit trail" description="What super administrators did. No line can be changed or removed." actions={<CsvButton filters={filters} />}>
      <Card flush>
        <Toolbar>
          <SearchBox label="Search cooperative, person or reason" value={q} onSearch={(next) => set({ q: next })} />
          <Select label="What" hideLabel placeholder="Everything" value={action ?? ''} options={actionOptions} onChange={(next) => set({ action: next })} />
          {actors.length > 1 && (
            <Select label="Who" hideLabel placeholder="Everybody" value={filters.actor ?? ''} options={actors.map(({ id, name }) => ({ value: id as string, label: name }))} onChange={(next) => set({ actor: next })} />
          )}
          <div className="audit-days">
            <TextField label="From" type="date" max={filters.to} value={filters.from ?? ''} onChange={(next) => set({ from: next })} />
            <TextField label="To" type="date" min={filters.from} value={filters.to ?? ''} onChange={(next) => set({ to: next })} />
          </div>
        </Toolbar>
        {filters.cooperativeId && (
          <div className="row audit-one">
            <p>Only {list.data?.rows[0]?.cooperativeName ?? 'one cooperative'}</p>
            <Button size="small" onClick={() => set({ cooperative: undefined })}>
              Show all
            </Button>
          </div>
        )}
        {list.isError ? (
          <LoadProblem title="The audit trail could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Table
            caption="Audit trail"
            columns={columns}
            rows={list.data?.rows}
            rowKey={(row) => row.id}
            busy={list.isPlaceholderData}
            empty={
              isFiltered ? (
                <EmptyState icon={SearchX} title="No line matches" actions={<Button onClick={() => set({ q: '', action: '', actor: '', cooperative: '', from: '', to: '' })}>Clear the filters</Button>} />
              ) : (
                <EmptyState icon={ScrollText} title="Nothing was done yet" />
              )
            }
          />
        )}
        <Pagination meta={list.data?.meta} onPage={(next) => set({ page: next })} onLimit={(next) => set({ limit: next })} />
      </Card>
    </Page>
  )
}

function CsvButton({ filters }: { filters: Parameters<typeof saveAudit>[0] }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      icon={Download}
      busy={busy}
      onClick={() => {
        setBusy(true)
        saveAudit(filters)
          .catch((error: unknown) => toast.error(sentence(error)))
          .finally(() => setBusy(false))
      }}
    >
      Download CSV
    </Button>
  )
}
