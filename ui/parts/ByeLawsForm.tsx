import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { ClauseField } from './ClauseField.tsx'

/** Bye-laws that are settings, once they are loaded; who may not change them reads them. */
export function ByeLaws<Rules>({
  of,
  children,
}: {
  of: UseQueryResult<Rules>
  children: (rules: NonNullable<Rules>) => ReactNode
}) {
  if (of.isError) return <LoadProblem title="Failed to load your bye-laws" of={of} />
  // The fields begin with what is stored now: an answer that this device kept from before may be older than the last change.
  if (!of.data || (of.fetchStatus === 'fetching' && !of.isFetchedAfterMount)) return <SkeletonLines lines={6} />
  return <ReadOnlyUnless may="configuration.update">{children(of.data)}</ReadOnlyUnless>
}

/** The form around them. It is sent where `isReady`; what is not ready says so at its field. */
export function ByeLawsForm({
  introduction,
  isReady,
  save,
  onSave,
  children,
}: {
  introduction: string
  isReady: boolean
  save: { error: Error | null; isPending: boolean }
  onSave: () => void
  children: ReactNode
}) {
  return (
    <Form
      className="stack"
      problems={isReady ? save.error : true}
      onSubmit={() => {
        if (isReady) onSave()
      }}
    >
      <ActionProblem error={save.error} title="The bye-laws were not saved" />
      <p className="muted">{introduction}</p>
      {children}
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save bye-laws
        </Button>
      </div>
    </Form>
  )
}

/** One rule, beside the clause that says it. */
export function ByeLaw({
  clause,
  error,
  onClause,
  children,
}: {
  clause: string
  error: string | undefined
  onClause: (text: string) => void
  children: ReactNode
}) {
  return (
    <div className="row row--fields">
      {children}
      <ClauseField value={clause} onChange={onClause} error={error} />
    </div>
  )
}
