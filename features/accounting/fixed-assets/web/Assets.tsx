import { fixedAssetsReport, listFixedAssets } from '#features/accounting/fixed-assets/contract.ts'
import { Armchair, Plus, Trash2, TrendingDown } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { assetStateNames, assetStates } from '#features/accounting/fixed-assets/rules/words.ts'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { menuColumn } from '#ui/menu-column.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { moneyText, periodName } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useList } from '#ui/use-list.ts'
import type { FixedAsset } from './api.ts'

const AddAssetDrawer = lazy(async () => ({ default: (await import('./AddAssetDrawer.tsx')).AddAssetDrawer }))
const DisposeDialog = lazy(async () => ({ default: (await import('./AssetDialogs.tsx')).DisposeDialog }))
const RemoveDialog = lazy(async () => ({ default: (await import('./AssetDialogs.tsx')).RemoveDialog }))

/** The register of fixed assets, beside what the ledger says. */
export function Assets() {
  const [acting, setActing] = useState<{ what: 'dispose' | 'remove'; asset: FixedAsset }>()
  const { list, limit, q, filter, set, filters, isFiltered } = useList(listFixedAssets)
  const summary = list.data?.summary
  const differing = summary?.accounts.filter(({ register, ledger }) => register !== ledger) ?? []
  const add = (
    <Button needs="transaction.record" look="primary" icon={Plus} onClick={() => set({ do: 'add' })}>
      Add an asset
    </Button>
  )
  return (
    <>
      <FigureGrid label="All assets in the books">
        <FigureCard label="Cost" loading={!summary} value={summary && <MoneyText amount={summary.cost} />} />
        <FigureCard
          label="Depreciation"
          loading={!summary}
          value={summary && <MoneyText amount={summary.accumulated} />}
        />
        <FigureCard label="Book value" loading={!summary} value={summary && <MoneyText amount={summary.bookValue} />} />
      </FigureGrid>
      {differing.length > 0 && (
        <Banner tone="warning" title="The register differs from the ledger">
          {differing
            .map(
              ({ code, name, register, ledger }) =>
                `${code} ${name}: ${moneyText(register)} on the register, ${moneyText(ledger)} in the ledger.`,
            )
            .join(' ')}{' '}
          Add what is missing on the register, or correct the account by a journal.
        </Banner>
      )}
      <Toolbar>
        <SearchBox label="Search asset" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="State"
          value={filters.state ?? ''}
          placeholder="Any state"
          options={optionsOf(assetStates, assetStateNames)}
          onChange={(state) => set({ state: state || undefined })}
        />
        <SaveMenu save={(format) => saveDownload(fixedAssetsReport, { format }, `fixed-assets.${format}`)} />
        {list.data && (list.data.rows.length > 0 || isFiltered) && add}
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the fixed assets"
        set={set}
        caption="Fixed assets"
        columns={[...columns, actionsColumn((what, asset) => setActing({ what, asset }))]}
        rowKey={(row) => row.assetId}
        sort={filters.sort ?? 'number'}
        loadingRows={limit}
        empty={
          <EmptyState
            icon={Armchair}
            title={isFiltered ? 'No asset matches' : 'No fixed assets yet'}
            actions={!isFiltered && add}
          >
            {isFiltered
              ? 'Search for something else, or choose another state.'
              : 'Record furniture, equipment, vehicles and land, bought now or earlier. Depreciation is calculated from there.'}
          </EmptyState>
        }
      />
      <Suspense>
        {filter('do') === 'add' && summary && may('transaction.record') && (
          <AddAssetDrawer accounts={summary.accounts} onClose={() => set({ do: undefined })} />
        )}
        {acting?.what === 'dispose' && <DisposeDialog asset={acting.asset} onClose={() => setActing(undefined)} />}
        {acting?.what === 'remove' && <RemoveDialog asset={acting.asset} onClose={() => setActing(undefined)} />}
      </Suspense>
    </>
  )
}

const tones: Readonly<Record<FixedAsset['state'], TagTone>> = {
  waiting: 'warning',
  in_use: 'success',
  depreciated: 'info',
  disposed: 'neutral',
}

const columns: Column<FixedAsset>[] = [
  {
    key: 'name',
    header: 'Asset',
    sort: 'name',
    card: 'title',
    cell: ({ name, number, accountName }) => (
      <>
        <div>{name}</div>
        <div className="muted">
          {number}, {accountName}
        </div>
      </>
    ),
  },
  {
    key: 'boughtOn',
    header: 'Bought on',
    sort: 'boughtOn',
    cell: ({ boughtOn, lifeMonths }) => (
      <>
        <div>
          <DateText on={boughtOn} />
        </div>
        <div className="muted">{lifeMonths === null ? 'Not depreciated' : `Life of ${lifeMonths} months`}</div>
      </>
    ),
  },
  moneyColumn('cost', 'Cost', ({ cost }) => cost, { sort: 'cost' }),
  {
    key: 'accumulated',
    header: 'Depreciation',
    align: 'end',
    cell: ({ accumulated, depreciatedThrough }) => (
      <>
        <div>
          <MoneyText amount={accumulated} />
        </div>
        {depreciatedThrough && <div className="muted">to {periodName(depreciatedThrough)}</div>}
      </>
    ),
  },
  moneyColumn('bookValue', 'Book value', ({ bookValue }) => bookValue),
  { key: 'state', header: 'State', cell: ({ state }) => <Tag tone={tones[state]}>{assetStateNames[state]}</Tag> },
]

function actionsColumn(act: (what: 'dispose' | 'remove', asset: FixedAsset) => void): Column<FixedAsset> {
  return menuColumn<FixedAsset>(
    ({ name }) => name,
    (asset) => {
      const isHeld = asset.state === 'in_use' || asset.state === 'depreciated'
      return [
        ...(isHeld && may('transaction.decide')
          ? [{ label: 'Sell or scrap', icon: TrendingDown, onSelect: () => act('dispose', asset) }]
          : []),
        ...(isHeld && asset.transactionId === null && may('books.manage')
          ? [{ label: 'Remove', icon: Trash2, danger: true, onSelect: () => act('remove', asset) }]
          : []),
      ]
    },
    'corner',
  )
}
