import { ArrowRight } from 'lucide'
import { Icon } from '#ui/Icon.tsx'
import { moneyText, periodName } from '#ui/format.ts'
import './RequestChanges.css'
import { fieldLabels } from './RequestTag.tsx'
import type { MemberRequest } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Change = { label: string; before: string | null; after: string | null; now: string | null }

function changesOf({ contribution, nominees, fields }: MemberRequest): Change[] {
  if (nominees)
    return [
      {
        label: strings.nominees,
        before: inWords(nominees.before),
        after: inWords(nominees.after),
        now: inWords(nominees.now),
      },
    ]
  if (!contribution) return fields.map(({ field, ...values }) => ({ label: fieldLabels[field], ...values }))
  const { before, after, now, from } = contribution
  return [
    {
      label: fill(strings.eachMonthFrom, { from: periodName(from) }),
      before: moneyText(before),
      after: moneyText(after),
      now: moneyText(now),
    },
  ]
}

/** A line for each, in their order; null where no one is named. */
function inWords(nominees: NonNullable<MemberRequest['nominees']>['before']): string | null {
  return (
    nominees
      .map(
        ({ firstName, lastName, relationship, phone, email, address, sharePercent }) =>
          `${sharePercent} % ${[[firstName, lastName].filter(Boolean).join(' '), relationship, phone, email, address].filter(Boolean).join(', ')}`,
      )
      .join('\n') || null
  )
}

/** Each change from what was there when it was asked; while the request waits, also what an officer changed since. */
export function RequestChanges({ request }: { request: MemberRequest }) {
  const none = request.kind === 'nominees' ? strings.noOne : 'nothing'
  return (
    <dl className="request-changes">
      {changesOf(request).map(({ label, before, after, now }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="muted">{before ?? none}</span>
            <Icon of={ArrowRight} size={16} />
            <span className="visually-hidden">{strings.becomes}</span>
            <strong>{after ?? none}</strong>
            {request.status === 'waiting' && now !== before && (
              <p className="request-changes__now">{fill(strings.theRecordHasChangedSince, { now: now ?? none })}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
