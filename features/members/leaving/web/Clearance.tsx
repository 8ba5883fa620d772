import { CircleAlert, CircleCheck } from 'lucide'
import type { ClearanceKind } from '#features/members/leaving/rules/leaving.ts'
import { Link } from '#ui/router/Link.tsx'
import type { Where } from '#ui/router/paths.ts'
import { Card } from '#ui/Card.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural } from '#ui/format.ts'
import type { Standing } from './api.ts'

/** Where each thing is put in order that has no loan of its own; the notice is waived on this page. */
const places: Partial<Record<ClearanceKind, { words: string; whereFor: (memberId: string) => Where }>> = {
  office: {
    words: 'Open the member',
    whereFor: (memberId) => ({ to: '/coop/member/$memberId', params: { memberId } }),
  },
  nominees: {
    words: 'Name nominees',
    whereFor: (memberId) => ({ to: '/coop/member/$memberId', params: { memberId }, search: { tab: 'details' } }),
  },
  holds: {
    words: 'Open pledges',
    whereFor: () => ({ to: '/coop/financial-operations/transactions', search: { tab: 'pledges' } }),
  },
  deposits: { words: 'Open fixed deposits', whereFor: () => ({ to: '/coop/financial-operations/fixed-deposits' }) },
  deductions: { words: 'Open deductions', whereFor: () => ({ to: '/coop/financial-operations/deductions' }) },
  waiting: {
    words: 'Open approvals',
    whereFor: () => ({ to: '/coop/financial-operations/transactions', search: { tab: 'approvals' } }),
  },
}

function placeOf(
  kind: ClearanceKind,
  loanId: string | null,
  memberId: string,
): { words: string; where: Where } | undefined {
  if (loanId) return { words: 'Open the loan', where: { to: '/coop/loan-management/$loanId', params: { loanId } } }
  const place = places[kind]
  return place && { words: place.words, where: place.whereFor(memberId) }
}

/** What is in order, and what has to be done first and where. */
export function Clearance({ standing: { clearance, member } }: { standing: Standing }) {
  const open = clearance.filter(({ isClear }) => !isClear).length
  return (
    <Card
      title="Clearance"
      description={open === 0 ? 'Everything is in order.' : `${plural(open, 'thing')} to do first.`}
    >
      <ul className="clearance">
        {clearance.map(({ kind, isClear, text, loanId }) => {
          const place = isClear ? undefined : placeOf(kind, loanId, member.id)
          return (
            <li key={text}>
              {isClear ? (
                <Tag tone="success" icon={CircleCheck}>
                  Clear
                </Tag>
              ) : (
                <Tag tone="warning" icon={CircleAlert}>
                  To do
                </Tag>
              )}
              <span>{text}</span>
              {place && <Link {...place.where}>{place.words}</Link>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
