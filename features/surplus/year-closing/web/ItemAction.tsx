import { postProvision } from '#features/loans/portfolio/contract.ts'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide'
import { type Day, periodOf } from '#core/calendar.ts'
import type { ClosingKind, ClosingState } from '#features/surplus/year-closing/rules/closing-items.ts'
import { sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import type { Where } from '#ui/router/paths.ts'
import { Button } from '#ui/Button.tsx'
import type { IconPicture } from '#ui/Icon.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.ts'
import type { ClosingItem } from './api.ts'

const shown: Readonly<Record<ClosingState, { tone: TagTone; icon: IconPicture; label: string }>> = {
  done: { tone: 'success', icon: CircleCheck, label: 'Done' },
  open: { tone: 'warning', icon: TriangleAlert, label: 'Open' },
  blocks: { tone: 'danger', icon: CircleAlert, label: 'Blocking' },
  not_needed: { tone: 'neutral', icon: CircleMinus, label: 'Not needed' },
}

/** What was found, and the way to the page that repairs it. */
export function itemColumns(yearEnd: Day, isClosed: boolean): Column<ClosingItem>[] {
  return [
    { key: 'name', header: 'What', card: 'title', cell: ({ name }) => name },
    { key: 'found', header: 'Found', card: 'bare', cell: ({ found }) => found },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => amount !== null && <MoneyText amount={amount} />,
    },
    {
      key: 'state',
      header: 'State',
      card: 'corner',
      cell: ({ state }) => {
        const { tone, icon, label } = shown[state]
        return (
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
        )
      },
    },
    {
      key: 'act',
      header: '',
      card: 'bare',
      cell: ({ kind, name, state }) =>
        state !== 'not_needed' &&
        !isClosed &&
        (kind === 'provision' && state === 'open' ? (
          <PostProvision yearEnd={yearEnd} />
        ) : (
          <Link {...wayTo(kind, yearEnd)} aria-label={`${ways[kind]}: ${name}`}>
            {ways[kind]}
          </Link>
        )),
    },
  ]
}

function PostProvision({ yearEnd }: { yearEnd: Day }) {
  const post = useAction(postProvision)
  return (
    <Button
      needs="transaction.record"
      size="small"
      busy={post.isPending}
      onClick={() =>
        post.mutate(
          { on: yearEnd },
          {
            onSuccess: ({ status }) =>
              toast.success(status === 'pending' ? 'Provision sent for approval' : 'Provision posted'),
            onError: (error) => toast.error(sentence(error)),
          },
        )
      }
    >
      Post provision
    </Button>
  )
}

const ways: Readonly<Record<ClosingKind, string>> = {
  earlier_year: 'Go to the years',
  bank: 'Reconcile',
  below_zero: 'See cash book',
  unallocated: 'Allocate',
  clearing: 'See settlements',
  savings_interest: 'Post interest',
  deposits: 'Pay out or renew',
  accruals: 'Post accruals',
  depreciation: 'Run depreciation',
  provision: 'See portfolio',
  approvals: 'Review',
  proof: 'See the proof',
}

function wayTo(kind: ClosingKind, yearEnd: Day): Where {
  const money = '/coop/financial-operations'
  const report = (name: string): Where => ({ to: `${money}/reports/$report`, params: { report: name } })
  switch (kind) {
    case 'earlier_year':
      return report('closing')
    case 'bank':
      return { to: `${money}/reconciliation` }
    case 'below_zero':
      return report('cash-book')
    case 'unallocated':
      return { to: `${money}/held-money` }
    case 'clearing':
      return { to: `${money}/online-payments`, search: { tab: 'settlements' } }
    case 'savings_interest':
      return { to: `${money}/interest` }
    case 'deposits':
      return { to: `${money}/fixed-deposits`, search: { matured: 'true' } }
    case 'accruals':
      return { to: `${money}/interest`, search: { tab: 'loans' } }
    case 'depreciation':
      return { to: `${money}/fixed-assets`, search: { tab: 'depreciation', do: 'run', through: periodOf(yearEnd) } }
    case 'provision':
      return { to: '/coop/loan-management/portfolio' }
    case 'approvals':
      return { to: `${money}/transactions`, search: { tab: 'approvals' } }
    case 'proof':
      return report('proof')
  }
}
