import './Skeleton.css'

/** The grey shape of a word that is still on its way; it shows itself only after 150 ms. */
export function Skeleton({ width = '100%', height = '0.9em' }: { width?: string; height?: string }) {
  return <span className="skeleton" aria-hidden="true" style={{ width, height }} />
}

/** Several lines, with the last one shorter. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  )
}
