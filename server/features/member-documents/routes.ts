import * as contract from '#contract/member-documents.ts'
import { bind } from '#server/http/bind.ts'
import { addMemberDocument } from './add-member-document.ts'
import { downloadMemberDocument, listMemberDocuments } from './queries.ts'
import { removeMemberDocument } from './remove-member-document.ts'

export const memberDocumentRoutes = [
  bind(contract.listMemberDocuments, listMemberDocuments),
  bind(contract.addMemberDocument, addMemberDocument),
  bind(contract.downloadMemberDocument, downloadMemberDocument),
  bind(contract.removeMemberDocument, removeMemberDocument),
]
