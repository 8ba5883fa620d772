import { labelled } from '#core/words.ts'
import { useQuery } from '@tanstack/react-query'
import { updateAccount, listAccounts } from '#features/accounting/books/books-closing.ts'
import { Archive, ArchiveRestore, BookOpen, Pencil, Plus } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { type AccountClass, accountClasses } from '#features/accounting/books/rules/account.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import { Page } from '#ui/Page.tsx'
import { RetireDialog } from '#ui/RetireDialog.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { menuColumn } from '#ui/menu-column.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { toast } from '#ui/toast.ts'
import { AccountLink } from './AccountLink.tsx'
import './ReportFrame.css'
import type { ChartAccount } from './closing-api.ts'

const drawer = () => import('./AccountDrawer.tsx')
const AccountDrawer = lazy(async () => ({ default: (await drawer()).AccountDrawer }))

const classTitles: Record<AccountClass, string> = labelled({
  asset: 'Assets: what the society owns',
  liability: 'Liabilities: what it owes',
  equity: 'Members’ funds',
  income: 'Income',
  expense: 'Expenditure',
})

/** The accounts of the society by class, with what is on each. */
export function AccountsPage() {
  const asked = useQuery(wholeList(listAccounts, {}))
  const [editing, setEditing] = useState<ChartAccount | 'new'>()
  const [retiring, setRetiring] = useState<ChartAccount>()
  const update = useAction(updateAccount)
  const navigate = useNavigate()
  const retire = (account: ChartAccount, retired: boolean) =>
    update.mutate(
      { accountId: account.id, retired },
      { onSuccess: () => toast.success(`${account.name} is ${retired ? 'retired' : 'in use again'}`) },
    )
  const items = (account: ChartAccount): MenuItem[] => [
    {
      label: 'See its entries',
      icon: BookOpen,
      onSelect: () =>
        navigate({
          to: '/coop/financial-operations/reports/$report',
          params: { report: 'general-ledger' },
          search: { accountId: account.id },
        }),
    },
    { label: 'Rename', needs: 'books.manage', icon: Pencil, onSelect: () => setEditing(account) },
    account.retired
      ? { label: 'Bring back', needs: 'books.manage', icon: ArchiveRestore, onSelect: () => retire(account, false) }
      : {
          label: 'Retire',
          needs: 'books.manage',
          icon: Archive,
          danger: true,
          disabled: account.staysBecause !== null,
          ...(account.staysBecause && { note: account.staysBecause }),
          onSelect: () => setRetiring(account),
        },
  ]
  const columns = columnsOf(items)
  return (
    <Page
      title="Chart of accounts"
      description="Accounts are never deleted. One that is no longer needed is retired."
      actions={
        <Button needs="books.manage" look="primary" icon={Plus} loads={drawer} onClick={() => setEditing('new')}>
          Add account
        </Button>
      }
    >
      {update.error && <RefusedBanner error={update.error} title="The account was not changed" />}
      {asked.isError ? (
        <LoadProblem title="Failed to load the accounts" of={asked} />
      ) : (
        <div className="report stack">
          {accountClasses.map((accountClass) => (
            <Card flush key={accountClass} title={classTitles[accountClass]}>
              <Table
                dense
                caption={classTitles[accountClass]}
                columns={columns}
                rows={asked.data?.filter((account) => account.class === accountClass)}
                rowKey={(row) => row.id}
                loadingRows={4}
              />
            </Card>
          ))}
        </div>
      )}
      <Suspense>
        {editing && (
          <AccountDrawer account={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
      <RetireDialog
        name={retiring?.name}
        description="Nothing is posted to it any more. Its entries stay in the books, and you can bring it back at any time."
        onRetire={() => retiring && retire(retiring, true)}
        onClose={() => setRetiring(undefined)}
      />
    </Page>
  )
}

function columnsOf(items: (account: ChartAccount) => MenuItem[]): Column<ChartAccount>[] {
  return [
    { key: 'code', header: 'Code', width: '80px', cell: (row) => <span className="number muted">{row.code}</span> },
    {
      key: 'name',
      header: 'Account',
      card: 'title',
      cell: (row) => (
        <AccountLink accountId={row.id} days={undefined}>
          {row.name}
        </AccountLink>
      ),
    },
    {
      key: 'kind',
      header: 'Kind',
      cell: (row) =>
        row.retired ? (
          <Tag>Retired</Tag>
        ) : row.isControl ? (
          <span className="muted">Sums members’ accounts</span>
        ) : row.holdsCash ? (
          <span className="muted">In the cash book</span>
        ) : null,
    },
    moneyColumn('balance', 'Balance', (row) => row.balance),
    menuColumn(({ name }) => name, items, 'corner'),
  ]
}
