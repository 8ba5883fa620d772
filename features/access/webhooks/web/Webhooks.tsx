import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide'
import { useState } from 'react'
import {
  listWebhooks,
  removeWebhook,
  replaceWebhookSecret,
  switchOnWebhook,
  testWebhook,
} from '#features/access/webhooks/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { eventLabels, webhooksMax } from '#features/access/webhooks/rules/webhook.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { menuColumn } from '#ui/menu-column.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { ShownOnce } from '#ui/ShownOnce.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast, toastThen } from '#ui/toast.ts'
import { AddWebhookDrawer } from './AddWebhookDrawer.tsx'

type Webhook = Replied<typeof listWebhooks>

/** The addresses of the cooperative's own programs that Ajose tells of what happens. */
export function Webhooks() {
  const asked = useQuery(query(listWebhooks, { limit: webhooksMax }))
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Webhook>()
  const [replacing, setReplacing] = useState<Webhook>()
  const sendTest = useAction(testWebhook)
  const switchOn = useAction(switchOnWebhook)
  const stopped = asked.data?.rows.find(({ officeEndedAt }) => officeEndedAt)
  const refused = sendTest.error ?? switchOn.error
  const columns: Column<Webhook>[] = [
    { key: 'url', header: 'Address', card: 'title', cell: ({ url }) => url },
    { key: 'kinds', header: 'Told of', cell: ({ kinds }) => kinds.map((kind) => eventLabels[kind]).join(', ') },
    { key: 'madeBy', header: 'Added by', cell: ({ madeBy }) => madeBy ?? 'The cooperative’s login' },
    {
      key: 'status',
      header: 'Status',
      cell: ({ switchedOffAt, officeEndedAt }) =>
        switchedOffAt ? (
          <Tag tone="danger">{officeEndedAt ? 'Stopped' : 'Switched off'}</Tag>
        ) : (
          <Tag tone="success">On</Tag>
        ),
    },
    menuColumn(
      ({ url }) => url,
      (webhook) => [
        ...(webhook.officeEndedAt
          ? []
          : [
              {
                label: 'Send a test',
                onSelect: () =>
                  sendTest.mutate({ webhookId: webhook.id }, { onSuccess: () => toast.success('Test sent') }),
              },
            ]),
        ...(webhook.switchedOffAt
          ? [
              {
                label: webhook.officeEndedAt ? 'Take over' : 'Switch on',
                onSelect: () =>
                  switchOn.mutate(
                    { webhookId: webhook.id },
                    {
                      onSuccess: () =>
                        toast.success(webhook.officeEndedAt ? 'Webhook taken over' : 'Webhook switched on'),
                    },
                  ),
              },
            ]
          : []),
        { label: 'Replace the secret', onSelect: () => setReplacing(webhook) },
        { label: 'Remove', danger: true, onSelect: () => setRemoving(webhook) },
      ],
      'corner',
    ),
  ]
  return (
    <Card
      flush
      title="Webhooks"
      description="Ajose tells these addresses within seconds of what is posted. Each delivery is signed."
      actions={<Button onClick={() => setAdding(true)}>Add a webhook</Button>}
    >
      {refused && <RefusedBanner error={refused} title="The webhook was not changed" />}
      {stopped && (
        <Banner tone="warning" title={`${stopped.madeBy}, who added a webhook, is not an admin any more`}>
          {new URL(stopped.url).host} is told nothing since then. Take the webhook over if the society still uses it, or
          remove it.
        </Banner>
      )}
      {asked.isError && <LoadProblem title="Failed to load the webhooks" of={asked} />}
      {asked.data?.rows.length === 0 ? (
        <EmptyState icon={WebhookIcon} title="No webhook">
          Add the https address of a program that is to follow what is posted here.
        </EmptyState>
      ) : (
        <Table caption="Webhooks" columns={columns} rows={asked.data?.rows} rowKey={({ id }) => id} loadingRows={1} />
      )}
      {adding && <AddWebhookDrawer onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog webhook={removing} onClose={() => setRemoving(undefined)} />}
      {replacing && <SecretDialog webhook={replacing} onClose={() => setReplacing(undefined)} />}
    </Card>
  )
}

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useAction(removeWebhook)
  return (
    <ConfirmDialog
      action={remove}
      title="Remove the webhook?"
      description={`${webhook.url} is told nothing any more, and its log goes with it.`}
      button="Remove"
      look="danger"
      failed="The webhook was not removed"
      onConfirm={() => remove.mutate({ webhookId: webhook.id }, toastThen('Webhook removed', onClose))}
      onClose={onClose}
    />
  )
}

function SecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const replace = useAction(replaceWebhookSecret)
  if (replace.data)
    return (
      <Dialog open title="Secret replaced" actions={<Button onClick={onClose}>Done</Button>}>
        <ShownOnce title="The new secret" secret={replace.data.secret}>
          Enter it in your receiver within a day. It is not shown again.
        </ShownOnce>
      </Dialog>
    )
  return (
    <ConfirmDialog
      action={replace}
      title="Replace the secret?"
      description={`For a day deliveries to ${webhook.url} are signed with the old secret too.`}
      button="Replace"
      failed="The secret was not replaced"
      onConfirm={() => replace.mutate({ webhookId: webhook.id })}
      onClose={onClose}
    />
  )
}
