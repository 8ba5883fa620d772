import { refusalMessage } from '#contract/refusals.ts'
import { ApiError } from '#web/api/api-error.ts'

/** As large as the server of the real product makes it. */
const side = 192

/** The middle of a picture as a small square, as text that storage keeps. */
export async function squarePicture(file: File): Promise<string> {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.type)) throw new ApiError(refusalMessage('picture_kind_refused', {}), { status: 415 })
  const picture = await createImageBitmap(file).catch(() => {
    throw new ApiError(refusalMessage('document_unreadable', {}), { status: 422 })
  })
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const cut = Math.min(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, (picture.width - cut) / 2, (picture.height - cut) / 2, cut, cut, 0, 0, side, side)
  picture.close()
  return canvas.toDataURL('image/webp', 0.82)
}
