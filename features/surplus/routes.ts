import { registerBeforeClosing } from '#features/accounting/books/server/close-year.ts'
import { beforeClosing } from '#features/surplus/year-closing/server/before-closing.ts'
import * as yearClosingReads from '#features/surplus/year-closing/server/reads.ts'
import { routesOf } from '#server/http/routes-of.ts'

registerBeforeClosing(beforeClosing)

/** What the closing of a year answers. */
export const yearClosingRoutes = routesOf(yearClosingReads)
