import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { listApiKeys, revokeApiKey } from '#features/access/api-keys/contract.ts'
import { pageLimitMax } from '#core/contract/fields.ts'
import { scopeLabels } from '#features/access/api-keys/rules/api-key.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toastThen } from '#ui/toast.ts'
import { MakeKeyDrawer } from './MakeKeyDrawer.tsx'

type Key = Replied<typeof listApiKeys>

/** The keys with which the cooperative's own programs call Ajose. */
export function ApiKeys() {
  const asked = useQuery(query(listApiKeys, { limit: pageLimitMax }))
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Key>()
  const columns: Column<Key>[] = [
    { key: 'name', header: 'Name', card: 'title', cell: ({ name }) => name },
    { key: 'scopes', header: 'May', cell: ({ scopes }) => scopes.map((scope) => scopeLabels[scope]).join(', ') },
    { key: 'status', header: 'Status', cell: statusOf },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt, lastAddress }) =>
        lastUsedAt ? (
          <>
            <AgoText at={lastUsedAt} /> <small className="muted">from {lastAddress}</small>
          </>
        ) : (
          <span className="muted">Never</span>
        ),
    },
    {
      key: 'revoke',
      header: '',
      card: 'corner',
      cell: (key) =>
        key.status === 'live' && (
          <Button size="small" aria-label={`Revoke ${key.name}`} onClick={() => setRevoking(key)}>
            Revoke
          </Button>
        ),
    },
  ]
  return (
    <Card
      flush
      title="API keys"
      description="A key lets a program of your cooperative read or record here. It ends when the administrator who made it leaves office."
      actions={<Button onClick={() => setMaking(true)}>Make a key</Button>}
    >
      {asked.isError && <LoadProblem title="Failed to load the API keys" of={asked} />}
      {asked.data?.rows.length === 0 ? (
        <EmptyState icon={KeyRound} title="No API key">
          Make one for your website, payroll or accounting program.
        </EmptyState>
      ) : (
        <Table caption="API keys" columns={columns} rows={asked.data?.rows} rowKey={({ id }) => id} loadingRows={2} />
      )}
      {making && <MakeKeyDrawer onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  )
}

function statusOf({ status, expiresAt, madeBy }: Key) {
  if (status === 'revoked') return <Tag>Revoked</Tag>
  if (status === 'expired') return <Tag tone="warning">Expired</Tag>
  return (
    <>
      <Tag tone="success">Live</Tag>{' '}
      <small className="muted">
        until <DateText on={expiresAt} />
        {madeBy && `, made by ${madeBy}`}
      </small>
    </>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const revoke = useAction(revokeApiKey)
  return (
    <ConfirmDialog
      action={revoke}
      title={`Revoke ${apiKey.name}?`}
      description="Programs that use this key stop working at once. It can’t be undone; make another key instead."
      button="Revoke"
      look="danger"
      failed="The key was not revoked"
      onConfirm={() => revoke.mutate({ keyId: apiKey.id }, toastThen('API key revoked', onClose))}
      onClose={onClose}
    />
  )
}
