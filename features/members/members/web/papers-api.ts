import { useWork } from '#ui/api/use-work.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { addMemberDocument, downloadMemberDocument } from '#features/members/documents/contract.ts'
import { uploadMemberPhoto } from '#features/members/photos/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { lighter } from '#ui/api/lighter.ts'
import { upload } from '#ui/api/upload.ts'
import { saveDownload } from '#ui/save-download.ts'

export type Paper = Replied<typeof addMemberDocument>

export async function sendPaper(memberId: MemberId, file: File, onProgress: (part: number) => void): Promise<void> {
  await upload(addMemberDocument, await lighter(file), onProgress, { memberId })
}

export async function savePaper(memberId: MemberId, { id, fileName }: Paper): Promise<void> {
  await saveDownload(downloadMemberDocument, { memberId, documentId: id }, fileName)
}

export function useUploadPhoto(memberId: MemberId, onProgress: (part: number) => void) {
  return useWork((file: File) => upload(uploadMemberPhoto, file, onProgress, { memberId }))
}
