import * as contract from '#features/savings/statements/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { createOwnLink, createStatementLink } from './create-statement-link.ts'
import { draftReceipt } from './draft-receipt.ts'
import { draftMemberStatement, draftOwnStatement } from './draft-statement.ts'
import { listOwnLinks, listStatementLinks } from './list-statement-links.ts'
import { withdrawOwnLink, withdrawStatementLink } from './withdraw-statement-link.ts'

export const statementRoutes = [
  bind(contract.getOwnStatement, draftOwnStatement),
  bind(contract.getMemberStatement, draftMemberStatement),
  bind(contract.getReceipt, draftReceipt),
  bind(contract.createOwnStatementLink, createOwnLink),
  bind(contract.listOwnStatementLinks, listOwnLinks),
  bind(contract.withdrawOwnStatementLink, withdrawOwnLink),
  bind(contract.createMemberStatementLink, createStatementLink),
  bind(contract.listMemberStatementLinks, listStatementLinks),
  bind(contract.withdrawMemberStatementLink, withdrawStatementLink),
]
