import type { ReactNode } from 'react'
import { type ApprovalKind, approvalKinds } from '#features/access/approvals/rules/approvals.ts'
import { Select } from '#ui/Select.tsx'

/** A setting that says how many approvals something needs; null: one as soon as two officers can approve it. */
export type ApprovalsName = `${ApprovalKind}Approvals`
export const approvalsNames: readonly ApprovalsName[] = approvalKinds.map((kind) => `${kind}Approvals` as const)

const options = [
  { value: 'auto', label: 'One, with two or more officers' },
  { value: '0', label: 'None' },
  { value: '1', label: '1' },
  { value: '2', label: '2' },
] as const

/** What the choice is called, in a summary or the history. */
export function approvalsText(count: string | number | boolean | null): string {
  return count === null ? 'as soon as two officers can approve' : String(count)
}

export function ApprovalsSelect({
  label,
  hideLabel = false,
  hint,
  value,
  onChange,
  error,
}: {
  label: string
  hideLabel?: boolean
  hint?: ReactNode
  value: number | null
  onChange: (count: number | null) => void
  error: string | undefined
}) {
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      value={value === null ? 'auto' : (String(value) as '0' | '1' | '2')}
      options={options}
      onChange={(choice) => onChange(choice === 'auto' || choice === '' ? null : Number(choice))}
      error={error}
    />
  )
}
