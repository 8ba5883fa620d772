import { postProvision as provisionContract } from '#contract/loan-portfolio.ts'
import * as contract from '#contract/write-offs.ts'
import { bind } from '#server/http/bind.ts'
import { registerApprovals } from '#server/features/approvals/queries.ts'
import { approveWriteOff } from './approve-write-off.ts'
import { previewWriteOff } from './plan-write-off.ts'
import { postProvision } from './post-provision.ts'
import { rejectWriteOff } from './reject-write-off.ts'
import { writeOffLoan } from './write-off-loan.ts'
import { writeOffApprovals } from './queries.ts'

registerApprovals(writeOffApprovals)

export const writeOffRoutes = [
  bind(contract.previewWriteOff, previewWriteOff),
  bind(contract.writeOffLoan, writeOffLoan),
  bind(contract.approveWriteOff, approveWriteOff),
  bind(contract.rejectWriteOff, rejectWriteOff),
  bind(provisionContract, postProvision),
]
