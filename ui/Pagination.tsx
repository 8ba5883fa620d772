import { ChevronLeft, ChevronRight } from 'lucide'
import { IconButton } from './Button.tsx'
import { countText } from './format.ts'
import './Pagination.css'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** "11 to 20 of 1,243" and the way to the neighbours. Pass a list's `meta`. */
export function Pagination({
  meta,
  onPage,
  onLimit,
  limits = [10, 25, 50, 100],
}: {
  meta: { page: number; limit: number; total: number; totalPages: number } | undefined
  onPage: (page: number) => void
  /** Offers the number of rows a page. */
  onLimit?: (limit: number) => void
  limits?: readonly number[]
}) {
  if (!meta || meta.total === 0) return null
  const { page, limit, total, totalPages } = meta
  return (
    <nav className="pagination" aria-label={strings.pages}>
      <p className="pagination__where number" aria-live="polite">
        {fill(strings.toOf, {
          page: countText((page - 1) * limit + 1),
          page2: countText(Math.min(page * limit, total)),
          total: countText(total),
        })}
      </p>
      {onLimit && total > (limits[0] ?? 10) && (
        <label className="pagination__limit">
          <span>{strings.rows}</span>
          <select className="input" value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
            {limits.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      {totalPages > 1 && (
        <div className="pagination__steps">
          <IconButton
            icon={ChevronLeft}
            label={strings.previousPage}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <span className="number">
            {fill(strings.pageOf, { page: countText(page), totalPages: countText(totalPages) })}
          </span>
          <IconButton
            icon={ChevronRight}
            label={strings.nextPage}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </nav>
  )
}
