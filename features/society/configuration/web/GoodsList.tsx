import { useQuery } from '@tanstack/react-query'
import { createGood, updateGood, listGoods } from '#features/loans/goods/contract.ts'
import { Archive, ArchiveRestore, Package, Pencil, Plus } from 'lucide'
import { useState } from 'react'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TextField } from '#ui/TextField.tsx'
import { menuColumn } from '#ui/menu-column.tsx'
import { toast } from '#ui/toast.ts'
import type { Good } from './api.ts'

/** What the society supplies on loan, with prices. A change reaches new applications only. */
export function GoodsList() {
  const asked = useQuery(wholeList(listGoods, { retired: 'true' }))
  const [editing, setEditing] = useState<Good | 'new'>()
  const update = useAction(updateGood)
  const retire = (good: Good, retired: boolean) =>
    update.mutate(
      { goodId: good.id, retired },
      {
        onSuccess: () => toast.success(retired ? `${good.name} is no longer offered` : `${good.name} is offered again`),
      },
    )
  const items = (good: Good): MenuItem[] => [
    { label: 'Edit', needs: 'configuration.update' as const, icon: Pencil, onSelect: () => setEditing(good) },
    good.retired
      ? {
          label: 'Offer again',
          needs: 'configuration.update' as const,
          icon: ArchiveRestore,
          onSelect: () => retire(good, false),
        }
      : {
          label: 'Retire',
          needs: 'configuration.update' as const,
          icon: Archive,
          danger: true,
          onSelect: () => retire(good, true),
        },
  ]
  const columns: Column<Good>[] = [
    { key: 'name', header: 'Good', card: 'title', cell: ({ name }) => name },
    { key: 'unit', header: 'One is', cell: ({ unit }) => unit },
    { key: 'price', header: 'Price of one', align: 'end', cell: ({ price }) => <MoneyText amount={price} /> },
    { key: 'state', header: 'State', cell: ({ retired }) => (retired ? <Tag>Retired</Tag> : 'Offered') },
    menuColumn(({ name }) => name, items, 'corner'),
  ]
  const add = (
    <Button needs="configuration.update" icon={Plus} onClick={() => setEditing('new')}>
      Add good
    </Button>
  )
  return (
    <section className="stack" aria-label="Goods on loan">
      <div className="settings-save">
        <div>
          <h2>Goods on loan</h2>
          <p className="muted">
            For loans whose form says that they are for goods. What was applied for keeps its price.
          </p>
        </div>
        {asked.data && asked.data.length > 0 && add}
      </div>
      {update.error && <RefusedBanner error={update.error} title="The good was not changed" />}
      {asked.isError && <LoadProblem title="Failed to load the goods" of={asked} />}
      {asked.data?.length === 0 ? (
        <EmptyState icon={Package} title="No goods are listed" actions={add}>
          List what members may take on loan, such as rice or a generator, each with its price. Then tick “For goods” in
          the form of the loan that pays for them.
        </EmptyState>
      ) : (
        !asked.isError && (
          <Table caption="Goods on loan" columns={columns} rows={asked.data} rowKey={({ id }) => id} loadingRows={2} />
        )
      )}
      {editing && <GoodDialog good={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </section>
  )
}

function GoodDialog({ good, onClose }: { good: Good | undefined; onClose: () => void }) {
  const [name, setName] = useState(good?.name ?? '')
  const [unit, setUnit] = useState(good?.unit ?? '')
  const [price, setPrice] = useState<Kobo | undefined>(good?.price)
  const create = useAction(createGood)
  const update = useAction(updateGood)
  const action = good ? update : create
  const problems: Record<string, string> = {
    ...(name.trim() === '' && { name: 'Name the good, such as Bag of rice' }),
    ...(unit.trim() === '' && { unit: 'Say what one is, such as bag of 50 kg' }),
    ...((price === undefined || price <= 0n) && { price: 'Enter the price of one, such as 60,000' }),
  }
  const tried = useTried(action, problems)
  const { shown } = tried
  function submit() {
    if (price === undefined) return
    const fields = { name: name.trim(), unit: unit.trim(), price }
    const onSuccess = () => {
      toast.success(good ? `${fields.name} changed` : `${fields.name} added`)
      onClose()
    }
    if (good) update.mutate({ goodId: good.id, ...fields }, { onSuccess })
    else create.mutate(fields, { onSuccess })
  }
  return (
    <FormDialog
      id="good"
      tried={tried}
      title={good ? `Edit ${good.name}` : 'Add good'}
      {...(good ? { description: 'The change holds for new applications. What was applied for keeps its price.' } : {})}
      button={good ? 'Save changes' : 'Add good'}
      failed="This was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={80}
        placeholder="Rice"
        value={name}
        onChange={setName}
        error={shown['name']}
        data-autofocus
      />
      <TextField
        label="One is a"
        maxLength={40}
        placeholder="bag of 50 kg"
        value={unit}
        onChange={setUnit}
        error={shown['unit']}
      />
      <MoneyField label="Price of one" value={price} onChange={setPrice} error={shown['price']} />
    </FormDialog>
  )
}
