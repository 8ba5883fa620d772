import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './BarChart.css'
import { ticksFor } from './chart-ticks.ts'

export type BarSeries = { name: string; values: readonly number[] }

/**
 * Bars in months (or any labels), drawn at the width of their box so that text keeps its size on phones.
 * The second series is hatched: colour is never alone. `title` says the finding; the table under it holds the numbers.
 */
export function BarChart({
  title,
  labels,
  series,
  axisText,
  cellText,
  whole = false,
  height = 240,
}: {
  title: string
  labels: readonly string[]
  series: readonly BarSeries[]
  /** A short value for the axis, such as ₦2.5M. */
  axisText: (value: number) => string
  /** The full value for the table and the reading line. */
  cellText: (value: number) => ReactNode
  /** The values count things: the axis has no halves. */
  whole?: boolean
  height?: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [at, setAt] = useState<number | undefined>(undefined)
  const id = useId()
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const ticks = ticksFor(Math.max(0, ...series.flatMap(({ values }) => values)), whole)
  const top = ticks.at(-1) || 1
  const left = Math.max(...ticks.map((tick) => axisText(tick).length)) * 8.2 + 16
  const inner = { left, top: 8, width: Math.max(0, width - left), height: height - 34 }
  const slot = labels.length > 0 ? inner.width / labels.length : 0
  const bar = Math.max(2, Math.min(18, (slot * 0.7) / Math.max(1, series.length) - 2))
  const every = slot > 0 ? Math.ceil(34 / slot) : 1
  const y = (value: number) => inner.top + inner.height * (1 - value / top)

  return (
    <figure className="bar-chart">
      <figcaption className="bar-chart__head">
        <span className="visually-hidden">{title}</span>
        <Keys series={series} id={id} />
      </figcaption>
      <div
        ref={box}
        className="bar-chart__plot"
        style={{ height }}
        tabIndex={0}
        role="img"
        aria-label={`${title}. Arrow keys read the values; the table below holds them all.`}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
          if (step === 0) return
          event.preventDefault()
          setAt(((at ?? (step > 0 ? -1 : 0)) + step + labels.length) % labels.length)
        }}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left - inner.left
          setAt(x < 0 || slot === 0 ? undefined : Math.min(labels.length - 1, Math.floor(x / slot)))
        }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <pattern
                id={`${id}-hatch`}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="6" height="6" fill="var(--mark-2)" />
                <rect width="2" height="6" fill="var(--surface)" opacity="0.45" />
              </pattern>
            </defs>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={inner.left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--border)" />
                <text x={inner.left - 8} y={y(tick)} dy="0.35em" textAnchor="end" className="bar-chart__text">
                  {axisText(tick)}
                </text>
              </g>
            ))}
            {at !== undefined && (
              <rect
                x={inner.left + at * slot}
                y={inner.top}
                width={slot}
                height={inner.height}
                fill="var(--sunken)"
                opacity="0.7"
              />
            )}
            {labels.map((label, index) => {
              const middle = inner.left + slot * (index + 0.5)
              const first = middle - (series.length * (bar + 2) - 2) / 2
              return (
                <g key={`${label}-${index}`}>
                  {series.map(({ name, values }, order) => {
                    const value = values[index] ?? 0
                    return (
                      value > 0 && (
                        <rect
                          key={name}
                          x={first + order * (bar + 2)}
                          y={y(value)}
                          width={bar}
                          height={Math.max(1, y(0) - y(value))}
                          rx={Math.min(3, bar / 3)}
                          fill={fillOf(order, id)}
                        />
                      )
                    )
                  })}
                  {index % every === 0 && (
                    <text x={middle} y={height - 8} textAnchor="middle" className="bar-chart__text">
                      {label}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        )}
      </div>
      <Reading at={at} labels={labels} series={series} cellText={cellText} />
      <NumbersTable title={title} labels={labels} series={series} cellText={cellText} />
    </figure>
  )
}

type Numbers = { labels: readonly string[]; series: readonly BarSeries[]; cellText: (value: number) => ReactNode }

function Keys({ series, id }: { series: readonly BarSeries[]; id: string }) {
  return (
    <span className="bar-chart__keys">
      {series.map(({ name }, index) => (
        <span key={name} className="bar-chart__key">
          <svg width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" rx="3" fill={fillOf(index, id)} />
          </svg>
          {name}
        </span>
      ))}
    </span>
  )
}

/** The values under the pointer or the arrow keys. */
function Reading({ at, labels, series, cellText }: Numbers & { at: number | undefined }) {
  return (
    <p className="bar-chart__reading number" aria-live="polite">
      {at === undefined ? ' ' : `${labels[at]}: `}
      {at !== undefined &&
        series.map(({ name, values }, index) => (
          <span key={name}>
            {index > 0 && ', '}
            {name} {cellText(values[at] ?? 0)}
          </span>
        ))}
    </p>
  )
}

function NumbersTable({ title, labels, series, cellText }: Numbers & { title: string }) {
  return (
    <details className="bar-chart__table">
      <summary>Show as table</summary>
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={`${label}-${index}`}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name} className="number">
                  {cellText(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function fillOf(index: number, id: string): string {
  return index === 1 ? `url(#${id}-hatch)` : `var(--mark-${index + 1})`
}
