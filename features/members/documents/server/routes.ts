import * as contract from '#features/members/documents/contract.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { addMemberDocument } from './add-member-document.ts'
import { downloadMemberDocument, listMemberDocuments } from './queries.ts'
import { removeMemberDocument } from './remove-member-document.ts'

export const memberDocumentRoutes = [
  bind(contract.listMemberDocuments, listMemberDocuments),
  bindUpload(contract.addMemberDocument, readDocumentFile, addMemberDocument),
  bind(contract.downloadMemberDocument, downloadMemberDocument),
  bind(contract.removeMemberDocument, removeMemberDocument),
]
