/** A phone offers its camera for these. */
export const paperKinds = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png'

const largeBytes = 1024 * 1024
/** Enough to read a page that was photographed whole. */
const sideMax = 2000

/** A photograph of a phone has ten times the bytes that reading it takes, and the line is slow. */
export async function lighter(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= largeBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return blob && blob.size < file.size
      ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
      : file
  } catch {
    // A picture that the browser can't draw is the server's to judge.
    return file
  }
}
