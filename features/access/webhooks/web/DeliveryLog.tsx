import { Inbox } from 'lucide'
import { listDeliveries, sendDeliveryAgain } from '#features/access/webhooks/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { eventLabels } from '#features/access/webhooks/rules/webhook.ts'
import { useAction } from '#ui/api/use-action.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'

type Delivery = Replied<typeof listDeliveries>

const states: Record<Delivery['state'], { tone: TagTone; label: string }> = {
  waiting: { tone: 'info', label: 'Waiting' },
  delivered: { tone: 'success', label: 'Delivered' },
  failed: { tone: 'danger', label: 'Failed' },
}

/** What was delivered to webhooks lately, and what came of it. */
export function DeliveryLog() {
  // Deliveries come and go without a change that somebody makes here, so the list is asked again at each look.
  const { list, set } = useList(listDeliveries, {}, { staleTime: 0 })
  const again = useAction(sendDeliveryAgain)
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      header: 'Event',
      card: 'title',
      cell: ({ kind, url }) => (
        <>
          {kind === 'test' ? 'Test' : eventLabels[kind]} <small className="muted">to {new URL(url).host}</small>
        </>
      ),
    },
    { key: 'at', header: 'Happened', cell: ({ occurredAt }) => <AgoText at={occurredAt} /> },
    { key: 'state', header: 'State', cell: ({ state }) => <Tag tone={states[state].tone}>{states[state].label}</Tag> },
    { key: 'answer', header: 'Answer', cell: answerOf },
    {
      key: 'again',
      header: '',
      card: 'corner',
      cell: (delivery) => (
        <Button
          size="small"
          busy={again.isPending && again.variables?.deliveryId === delivery.id}
          onClick={() => again.mutate({ deliveryId: delivery.id }, { onSuccess: () => toast.success('Sent again') })}
        >
          Send again
        </Button>
      ),
    },
  ]
  return (
    <Card flush title="Deliveries" description="Of the last 30 days.">
      {again.error && <RefusedBanner error={again.error} title="The event was not sent again" />}
      <List
        asked={list}
        failed="Failed to load the deliveries"
        set={set}
        caption="Deliveries"
        columns={columns}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={
          <EmptyState icon={Inbox} title="Nothing delivered yet">
            Send a test from the menu of a webhook.
          </EmptyState>
        }
      />
    </Card>
  )
}

function answerOf({ answered, milliseconds, failure, attempts, nextAttemptAt }: Delivery) {
  if (attempts === 0) return undefined
  return (
    <>
      {failure ?? `It answered ${answered}`}, {milliseconds} ms
      {failure && nextAttemptAt && (
        <small className="muted">
          {' '}
          next try <DateText on={nextAttemptAt} time />
        </small>
      )}
    </>
  )
}
