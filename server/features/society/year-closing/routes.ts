import { getYearClosing as contract } from '#contract/society/year-closing.ts'
import { registerBeforeClosing } from '#server/features/books/books/close-year.ts'
import { bind } from '#server/http/bind.ts'
import { beforeClosing } from './before-closing.ts'
import { getYearClosing } from './get-year-closing.ts'

registerBeforeClosing(beforeClosing)

export const yearClosingRoutes = [bind(contract, getYearClosing)]
