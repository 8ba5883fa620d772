import { postProvision as provisionContract } from '#features/loans/portfolio/contract.ts'
import * as contract from '#features/loans/write-offs/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { registerApprovals } from '#features/access/approvals/server/queries.ts'
import { previewWriteOff } from './plan-write-off.ts'
import { postProvision } from './post-provision.ts'
import { writeOffApprovals } from './queries.ts'

registerApprovals(writeOffApprovals)

export const writeOffRoutes = [bind(contract.previewWriteOff, previewWriteOff), bind(provisionContract, postProvision)]
