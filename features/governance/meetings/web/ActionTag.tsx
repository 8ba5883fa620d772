import { CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide'
import { actionStatusNames } from '#features/governance/actions/rules/action.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Action } from './api.ts'
import * as strings from './strings.ts'

/** What became of an action; overdue is an open one whose day is over. */
export function ActionTag({ action: { status, isOverdue } }: { action: Action }) {
  if (isOverdue)
    return (
      <Tag tone="danger" icon={TriangleAlert}>
        {strings.overdue}
      </Tag>
    )
  if (status === 'open') return <Tag icon={Clock}>{actionStatusNames.open}</Tag>
  return status === 'done' ? (
    <Tag tone="success" icon={CircleCheck}>
      {actionStatusNames.done}
    </Tag>
  ) : (
    <Tag icon={CircleSlash}>{actionStatusNames.dropped}</Tag>
  )
}
