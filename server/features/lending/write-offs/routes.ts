import { postProvision as provisionContract } from '#contract/lending/loan-portfolio.ts'
import * as contract from '#contract/lending/write-offs.ts'
import { bind } from '#server/http/bind.ts'
import { registerApprovals } from '#server/features/access/approvals/queries.ts'
import { previewWriteOff } from './plan-write-off.ts'
import { postProvision } from './post-provision.ts'
import { writeOffApprovals } from './queries.ts'

registerApprovals(writeOffApprovals)

export const writeOffRoutes = [bind(contract.previewWriteOff, previewWriteOff), bind(provisionContract, postProvision)]
