import { getLoanPortfolio as contract } from '#contract/lending/loan-portfolio.ts'
import { bind } from '#server/http/bind.ts'
import { getLoanPortfolio } from './queries.ts'

export const loanPortfolioRoutes = [bind(contract, getLoanPortfolio)]
