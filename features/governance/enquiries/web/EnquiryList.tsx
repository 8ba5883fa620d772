import type { ReactNode } from 'react'
import { listEnquiries } from '#features/governance/enquiries/contract.ts'
import { enquiryKindNames, enquiryStatuses, enquiryStatusNames } from '#features/governance/enquiries/rules/enquiry.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { List } from '#ui/List.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import type { EnquirySummary } from './api.ts'
import { EnquiryTag } from './EnquiryTag.tsx'

/** A member's own, or those of the whole society with who asked. */
export function EnquiryList({
  to,
  empty,
}: {
  to: '/coop/governance/enquiries/$enquiryId' | '/member/meetings/enquiries/$enquiryId'
  empty: (isFiltered: boolean) => ReactNode
}) {
  const { list, filters, q, filter, set, isFiltered } = useList(listEnquiries)
  const navigate = useNavigate()
  const kinds = list.data?.summary.kinds ?? []
  const isOfAll = to.startsWith('/coop')
  const columns: Column<EnquirySummary>[] = [
    {
      key: 'subject',
      header: 'Subject',
      card: 'title',
      cell: ({ id, subject }) => (
        <Link to={to} params={{ enquiryId: id }}>
          {subject}
        </Link>
      ),
    },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => enquiryKindNames[kind] },
    ...(isOfAll
      ? [
          {
            key: 'askedBy',
            header: 'From',
            cell: ({ askedBy }: EnquirySummary) => askedBy ?? <span className="muted">Without a name</span>,
          },
        ]
      : []),
    {
      key: 'changedAt',
      header: 'Last change',
      sort: 'changedAt',
      cell: ({ changedAt }) => <DateText on={changedAt} />,
    },
    { key: 'status', header: 'Status', card: 'corner', cell: ({ status }) => <EnquiryTag status={status} /> },
  ]
  return (
    <Card flush>
      <Toolbar>
        <SearchBox label="Search" value={q} onSearch={(text) => set({ q: text })} />
        {kinds.length > 1 && (
          <Select
            label="Kind"
            value={filters.kind ?? ''}
            placeholder="All kinds"
            options={optionsOf(kinds, enquiryKindNames)}
            onChange={(kind) => set({ kind: kind || undefined })}
          />
        )}
        <Select
          label="Status"
          value={filters.status ?? ''}
          placeholder="All"
          options={optionsOf(enquiryStatuses, enquiryStatusNames)}
          onChange={(status) => set({ status: status || undefined })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the list"
        set={set}
        caption="Complaints, suggestions and queries"
        columns={columns}
        rowKey={({ id }) => id}
        sort={filters.sort ?? (filter('sort') || '-changedAt')}
        onOpen={({ id }) => navigate({ to, params: { enquiryId: id } })}
        loadingRows={4}
        empty={empty(isFiltered)}
      />
    </Card>
  )
}
