import * as contract from '#features/savings/contributions/contract.ts'
import { bind, bindBatch } from '#platform/http/bind.ts'
import { postContributions } from './post-contributions.ts'
import { postContributionsBulk } from './post-contributions-bulk.ts'
import { listContributions } from './queries.ts'

export const contributionRoutes = [
  bind(contract.listContributions, listContributions),
  bindBatch(contract.postContribution, postContributions),
  bind(contract.postContributionsBulk, postContributionsBulk),
]
