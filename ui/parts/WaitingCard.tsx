import { ChevronRight, CircleCheck } from 'lucide'
import type { WaitingKind } from '#features/accounting/books/rules/waiting.ts'
import { Link } from '#ui/router/Link.tsx'
import type { Where } from '#ui/router/paths.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { countText } from '#ui/format.ts'
import './WaitingCard.css'

const ways: Record<WaitingKind, { one: string; many: string; where: Where }> = {
  approvals: {
    one: 'approval to give',
    many: 'approvals to give',
    where: { to: '/coop/financial-operations/transactions', search: { tab: 'approvals', mine: 'true' } },
  },
  membershipApplications: {
    one: 'membership application',
    many: 'membership applications',
    where: { to: '/coop/member-management/applications' },
  },
  memberRequests: {
    one: 'change requested by a member',
    many: 'changes requested by members',
    where: { to: '/coop/member-management/requests' },
  },
  applications: {
    one: 'loan application that waits for others',
    many: 'loan applications that wait for others',
    where: { to: '/coop/loan-management', search: { status: 'submitted' } },
  },
  payouts: {
    one: 'approved loan to pay out',
    many: 'approved loans to pay out',
    where: { to: '/coop/loan-management', search: { status: 'approved' } },
  },
  returns: {
    one: 'employer’s return to decide',
    many: 'employers’ returns to decide',
    where: { to: '/coop/financial-operations/deductions' },
  },
  bankLines: {
    one: 'bank line to match',
    many: 'bank lines to match',
    where: { to: '/coop/financial-operations/reconciliation' },
  },
  maturedDeposits: {
    one: 'matured fixed deposit',
    many: 'matured fixed deposits',
    where: { to: '/coop/financial-operations/fixed-deposits', search: { matured: 'true' } },
  },
  voteResults: {
    one: 'vote to count or confirm',
    many: 'votes to count or confirm',
    where: { to: '/coop/governance/votes' },
  },
  erasures: {
    one: 'request to erase a member’s data',
    many: 'requests to erase members’ data',
    where: { to: '/coop/settings', search: { tab: 'data' } },
  },
}

/** What waits for this officer, each with its number and the way to it. */
export function WaitingCard({ waiting }: { waiting: readonly { kind: WaitingKind; count: number }[] }) {
  return (
    <Card title="Waiting for you">
      {waiting.length === 0 ? (
        <p className="waiting__none muted">
          <Icon of={CircleCheck} size={18} />
          Nothing waits for you.
        </p>
      ) : (
        <ul className="waiting">
          {/* Of what a newer server counts, only what this version has a page for. */}
          {waiting
            .filter(({ kind }) => kind in ways)
            .map(({ kind, count }) => (
              <li key={kind}>
                <Link className="waiting__way" {...ways[kind].where}>
                  <strong className="number">{countText(count)}</strong>
                  <span>{count === 1 ? ways[kind].one : ways[kind].many}</span>
                  <Icon of={ChevronRight} size={16} />
                </Link>
              </li>
            ))}
        </ul>
      )}
    </Card>
  )
}
