import * as contract from '#contract/member-photos.ts'
import { bind } from '#server/http/bind.ts'
import { deleteMemberPhoto } from './delete-member-photo.ts'
import { downloadMemberPhoto } from './queries.ts'
import { uploadMemberPhoto } from './upload-member-photo.ts'

export const memberPhotoRoutes = [
  bind(contract.uploadMemberPhoto, uploadMemberPhoto),
  bind(contract.downloadMemberPhoto, downloadMemberPhoto),
  bind(contract.deleteMemberPhoto, deleteMemberPhoto),
]
