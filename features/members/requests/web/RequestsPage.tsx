import { Inbox } from 'lucide'
import { lazy } from 'react'
import { listMemberRequests } from '#features/members/requests/contract.ts'
import { requestKinds, requestStatuses } from '#features/members/requests/rules/member-request.ts'
import { ReviewList, useShown } from '#ui/parts/ReviewList.tsx'
import { Link } from '#ui/router/Link.tsx'
import { AgoText } from '#ui/AgoText.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { fieldLabels, RequestTag, requestTitles } from './RequestTag.tsx'
import type { MemberRequest } from './api.ts'

const loads = () => import('./RequestDrawer.tsx')
const RequestDrawer = lazy(async () => ({ default: (await loads()).RequestDrawer }))

/** What members ask to have changed; those that wait at first. */
export function RequestsPage() {
  const shown = useShown(requestStatuses)
  const listed = useList(listMemberRequests, { status: shown.status })
  return (
    <Page title="Requests" description="Changes that members ask for.">
      <ReviewList
        noun="request"
        shown={shown}
        listed={listed}
        sort={listed.filters.sort ?? 'createdAt'}
        header="Member"
        nameOf={nameOf}
        columns={columns}
        filter={
          <Select
            label="Kind"
            hideLabel
            value={listed.filters.kind ?? ''}
            placeholder="Any kind"
            options={optionsOf(requestKinds, requestTitles)}
            onChange={(next) => listed.set({ kind: next || undefined })}
          />
        }
        none={
          <EmptyState
            icon={Inbox}
            title="No request waits"
            actions={
              <Link className={buttonClass()} to="/coop/member-management">
                Open the register
              </Link>
            }
          >
            Members make them in the portal.
          </EmptyState>
        }
        loads={loads}
        drawer={(request, onClose) => <RequestDrawer request={request} onClose={onClose} />}
      />
    </Page>
  )
}

const nameOf = ({ memberName }: MemberRequest) => memberName

const columns: Column<MemberRequest>[] = [
  { key: 'membershipno', header: 'Number', kind: 'code', card: 'bare' },
  {
    key: 'what',
    header: 'Asks for',
    card: 'bare',
    cell: (row) =>
      row.contribution
        ? `${moneyText(row.contribution.after)} each month`
        : row.fields.map(({ field }) => fieldLabels[field]).join('; ') || requestTitles[row.kind],
  },
  { key: 'when', header: 'When', sort: 'createdAt', card: 'bare', cell: (row) => <AgoText at={row.createdAt} /> },
  { key: 'status', header: 'Status', card: 'corner', cell: (row) => <RequestTag status={row.status} /> },
]
