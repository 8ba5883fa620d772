import {
  askForSupportAccess,
  endAskedSupportAccess,
  listAskedSupportAccess,
  openSupportAccess,
} from '#features/platform-admin/support-access/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Permission } from '#core/actor.ts'
import type { CooperativeId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { go } from '#ui/router/place.ts'
import { logOut } from '#ui/session/log-out.ts'
import { session } from '#ui/session/session.ts'
import { userOfCooperative } from '#ui/session/session-user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast.ts'
import { type Access, supportColumns } from '#ui/parts/SupportColumns.tsx'

const offered = ['15', '30', '60'] as const

/** The way to look at one cooperative's records: ask, wait for its admin, open. */
export function AskedSupportAccess({ cooperative }: { cooperative: { id: CooperativeId; name: string } }) {
  const [page, setPage] = useState(1)
  const [asking, setAsking] = useState(false)
  const [minutes, setMinutes] = useState<(typeof offered)[number]>('30')
  const list = useQuery({
    ...query(listAskedSupportAccess, { cooperativeId: cooperative.id, page, limit: 10 }),
    staleTime: 0,
  })
  const open = useAction(openSupportAccess)
  const end = useAction(endAskedSupportAccess)
  const refused = open.error ?? end.error
  const acts = ({ id, status }: Access) =>
    (status === 'waiting' || status === 'open') && (
      <>
        <Button
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate({ accessId: id }, { onSuccess: () => toast.success('Support access ended') })}
        >
          {status === 'open' ? 'End' : 'Take back'}
        </Button>
        {status === 'open' && (
          <Button
            size="small"
            look="primary"
            busy={open.isPending}
            onClick={() => open.mutate({ accessId: id }, { onSuccess: enter })}
          >
            Open
          </Button>
        )}
      </>
    )
  return (
    <Card
      flush
      title="Support access"
      description="Looks at members and money, reading only, once an admin of the cooperative allows it. It is told, and its audit trail has each page."
      actions={
        <Button size="small" icon={LifeBuoy} onClick={() => setAsking(true)}>
          Ask for access
        </Button>
      }
    >
      {refused && <RefusedBanner error={refused} title="Support access was not changed" />}
      <List
        asked={list}
        failed="Failed to load support access"
        set={({ page: next }) => setPage(next ?? 1)}
        limited
        caption="Support access"
        columns={supportColumns(acts)}
        rowKey={(row) => row.id}
        loadingRows={1}
        empty={
          <EmptyState icon={LifeBuoy} title="Never asked for">
            You have no access to its records. Ask for access when it needs help.
          </EmptyState>
        }
      />
      {asking && (
        <ReasonDialog
          endpoint={askForSupportAccess}
          input={{ cooperativeId: cooperative.id, minutes: Number(minutes) }}
          title={`Ask ${cooperative.name} for access?`}
          description="They read the reason by SMS, by email and in the app. You can look once an admin allows it."
          button="Ask for access"
          look="primary"
          failed="The cooperative was not asked"
          done={`${cooperative.name} is asked`}
          fields={() => (
            <Select
              label="For how long"
              value={minutes}
              options={offered.map((value) => ({ value, label: `${value} minutes` }))}
              onChange={(value) => value && setMinutes(value)}
            />
          )}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

/** Goes on as support of the cooperative; the session of the super administrator ends, and they log in again afterwards. */
function enter({ cooperative, expiresAt, ...tokens }: Replied<typeof openSupportAccess>): void {
  logOut()
  session.open(
    {
      ...userOfCooperative(cooperative),
      name: 'Ajose support',
      office: cooperative.office ?? 'auditor',
      permissions: cooperative.permissions as Permission[],
      supportUntil: expiresAt.toISOString(),
    },
    tokens,
    false,
  )
  void go('/coop/dashboard')
}
