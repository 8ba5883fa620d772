import { RefusedBanner } from './RefusedBanner.tsx'

/** Above a form: why its action was refused, in the server's words under `title`. `isBeside` says that a field shows it already. */
export function ActionProblem({
  error,
  title,
  isBeside = false,
}: {
  error: Error | null
  title: string
  isBeside?: boolean
}) {
  return error === null || isBeside ? null : <RefusedBanner error={error} title={title} />
}
