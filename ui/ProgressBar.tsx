import './ProgressBar.css'

/** How much of `max` is done, with a sentence that says what. */
export function ProgressBar({ value, max = 1, label }: { value: number; max?: number; label: string }) {
  const part = max > 0 ? Math.min(1, value / max) : 0
  return (
    <div className="progress">
      <div
        className="progress__bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
      >
        <span style={{ transform: `scaleX(${part})` }} />
      </div>
      <p className="muted number">{label}</p>
    </div>
  )
}
