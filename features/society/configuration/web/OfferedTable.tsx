import { Archive, ArchiveRestore, Pencil, Star } from 'lucide'
import { useState } from 'react'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { menuColumn } from '#ui/menu-column.tsx'
import { RetireDialog } from '#ui/RetireDialog.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.ts'

type Offered = { id: string; name: string; retired: boolean; isDefault: boolean }

/** What the society offers its members: each can be changed, made the default, retired and offered again. */
export function OfferedTable<Row extends Offered, E extends Endpoint>({
  update: endpoint,
  caption,
  columns,
  rows,
  loadingRows,
  mayBeDefault = () => true,
  failed,
  retiredWords,
  onEdit,
}: {
  update: E
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  loadingRows: number
  mayBeDefault?: (row: Row) => boolean
  /** What to say when a change was refused. */
  failed: string
  /** What it means to be retired. */
  retiredWords: string
  onEdit: (row: Row) => void
}) {
  const [retiring, setRetiring] = useState<Row>()
  const update = useAction(endpoint)
  const change = (row: Row, changes: { isDefault?: true; retired?: boolean }, done: string) =>
    update.mutate({ id: row.id, ...changes } as unknown as Parsed<E>, { onSuccess: () => toast.success(done) })
  const needs = 'configuration.update'
  const state: Column<Row> = {
    key: 'state',
    header: 'State',
    cell: (row) => (row.retired ? <Tag>Retired</Tag> : row.isDefault ? <Tag tone="success">Default</Tag> : 'Offered'),
  }
  const menu = menuColumn<Row>(
    ({ name }) => name,
    (row) => [
      { label: 'Edit', needs, icon: Pencil, onSelect: () => onEdit(row) },
      ...(row.retired
        ? [
            {
              label: 'Offer again',
              needs,
              icon: ArchiveRestore,
              onSelect: () => change(row, { retired: false }, `${row.name} is offered again`),
            } as const,
          ]
        : ([
            {
              label: 'Make default',
              needs,
              icon: Star,
              disabled: row.isDefault || !mayBeDefault(row),
              onSelect: () => change(row, { isDefault: true }, `${row.name} is the default`),
            },
            { label: 'Retire', needs, icon: Archive, danger: true, onSelect: () => setRetiring(row) },
          ] as const)),
    ],
    'corner',
  )
  return (
    <>
      {update.error && <RefusedBanner error={update.error} title={failed} />}
      <Table
        caption={caption}
        columns={[...columns, state, menu]}
        rows={rows}
        rowKey={(row) => row.id}
        loadingRows={loadingRows}
      />
      <RetireDialog
        name={retiring?.name}
        description={retiredWords}
        onRetire={() => retiring && change(retiring, { retired: true }, `${retiring.name} is retired`)}
        onClose={() => setRetiring(undefined)}
      />
    </>
  )
}
