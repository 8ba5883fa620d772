import { useQuery } from '@tanstack/react-query'
import { listAuditEvents } from '#features/platform-admin/overview/contract.ts'
import { type CooperativeId, isUuid, type LoginId } from '#core/ids.ts'
import { auditActions } from '#features/platform-admin/audit-trail/rules/audit-action.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { AuditTrail, trailDays, whenColumn } from '#ui/AuditTrail.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { AuditText, actionWords } from './AuditText.tsx'
import { type AuditEvent, saveAudit } from './api.ts'

const actionOptions = optionsOf(auditActions, actionWords)

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
  whenColumn,
  { key: 'from', header: 'Address', cell: (row) => <span className="number">{row.address ?? ''}</span> },
]

/** Every act of a super administrator: who, what, which cooperative, when, from where, before and after. */
export function AuditPage() {
  const search = useListSearch()
  const { page, limit, q, choice, filter, set } = search
  const uuid = <Id,>(name: string) => (isUuid(filter(name)) ? (filter(name) as Id) : undefined)
  const days = trailDays(search)
  const action = choice('action', auditActions)
  const [actor, cooperative] = [uuid<LoginId>('actor'), uuid<CooperativeId>('cooperative')]
  const asked = { q: q || undefined, action, actor, cooperativeId: cooperative, ...days }
  const list = useQuery(query(listAuditEvents, { page, limit, ...asked }))
  const actors = list.data?.summary.actors ?? []
  return (
    <AuditTrail
      description="What super administrators did. No event can be changed or removed."
      searchLabel="Search cooperative, person or reason"
      search={search}
      filters={{ action, actor, cooperative, ...days }}
      choices={
        <>
          <Select
            label="What"
            hideLabel
            placeholder="Everything"
            value={action ?? ''}
            options={actionOptions}
            onChange={(next) => set({ action: next })}
          />
          {actors.length > 1 && (
            <Select
              label="Who"
              hideLabel
              placeholder="Everybody"
              value={actor ?? ''}
              options={actors.map(({ id, name }) => ({ value: id as string, label: name }))}
              onChange={(next) => set({ actor: next })}
            />
          )}
        </>
      }
      only={cooperative && { name: list.data?.rows[0]?.cooperativeName ?? 'one cooperative', filter: 'cooperative' }}
      list={list}
      columns={columns}
      onSave={() => saveAudit(asked)}
    />
  )
}
