import type { ReactNode } from 'react'
import './Facts.css'

/** Labels and their values, one under the other. A value that is undefined, null, false or '' leaves its line out. */
export function Facts({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {items.map(
        ({ label, value }) =>
          value !== undefined &&
          value !== null &&
          value !== false &&
          value !== '' && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
