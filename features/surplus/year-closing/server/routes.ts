import { getYearClosing as contract } from '#features/surplus/year-closing/contract.ts'
import { registerBeforeClosing } from '#features/accounting/books/server/close-year.ts'
import { bind } from '#server/http/bind.ts'
import { beforeClosing } from './before-closing.ts'
import { getYearClosing } from './get-year-closing.ts'

registerBeforeClosing(beforeClosing)

export const yearClosingRoutes = [bind(contract, getYearClosing)]
