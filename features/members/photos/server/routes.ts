import * as contract from '#features/members/photos/contract.ts'
import { squareReader } from '#platform/files/document-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { deleteMemberPhoto } from './delete-member-photo.ts'
import { downloadMemberPhoto } from './queries.ts'
import { photoSide, uploadMemberPhoto } from './upload-member-photo.ts'

export const memberPhotoRoutes = [
  bindUpload(contract.uploadMemberPhoto, squareReader(photoSide), uploadMemberPhoto),
  bind(contract.downloadMemberPhoto, downloadMemberPhoto),
  bind(contract.deleteMemberPhoto, deleteMemberPhoto),
]
