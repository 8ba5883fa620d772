import {
  allowSupportAccess,
  declineSupportAccess,
  endSupportAccess,
  listSupportAccess,
} from '#features/platform-admin/support-access/contract.ts'
import { LifeBuoy } from 'lucide'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import { type Access, supportColumns } from '#ui/parts/SupportColumns.tsx'

/** Who of the platform asked to look at the cooperative's records, and what an admin says to it. */
export function SupportAccess() {
  const { list, set } = useList(listSupportAccess, {}, { staleTime: 0 })
  const allow = useAction(allowSupportAccess)
  const decline = useAction(declineSupportAccess)
  const end = useAction(endSupportAccess)
  const refused = allow.error ?? decline.error ?? end.error
  const acts = ({ id, status, minutes }: Access) => {
    if (status === 'waiting')
      return (
        <>
          <Button
            size="small"
            needs="support.decide"
            busy={decline.isPending}
            onClick={() =>
              decline.mutate({ accessId: id }, { onSuccess: () => toast.success('Support access declined') })
            }
          >
            Decline
          </Button>
          <Button
            size="small"
            look="primary"
            needs="support.decide"
            busy={allow.isPending}
            onClick={() =>
              allow.mutate(
                { accessId: id },
                { onSuccess: () => toast.success(`Support access allowed for ${minutes} minutes`) },
              )
            }
          >
            Allow
          </Button>
        </>
      )
    return (
      status === 'open' && (
        <Button
          size="small"
          look="danger"
          needs="support.decide"
          busy={end.isPending}
          onClick={() => end.mutate({ accessId: id }, { onSuccess: () => toast.success('Support access ended') })}
        >
          End now
        </Button>
      )
    )
  }
  return (
    <Card
      flush
      title="Support access"
      description="Ajose sees your members and money only while you allow it: for the minutes asked for, reading only. Each page that support opens is in your audit trail."
    >
      {refused && <RefusedBanner error={refused} title="Support access was not changed" />}
      <List
        asked={list}
        failed="Failed to load support access"
        set={set}
        caption="Support access"
        columns={supportColumns(acts)}
        rowKey={(row) => row.id}
        loadingRows={2}
        empty={
          <EmptyState icon={LifeBuoy} title="No request for access">
            Contact support when you need help. Their request appears here for you to allow.
          </EmptyState>
        }
      />
    </Card>
  )
}
